// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of GraphBuilder that are for bindings: a place from outside, errors that are taken, and
// copies of the model so far.
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/BuilderState.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace rlx {

using graph::State;

// Larger constants are left out of text for people.
static constexpr int64_t kMaxShownElements = 64;

void GraphBuilder::setPlace(std::string_view file, unsigned line, unsigned column) {
  if (state->isFinished)
    return;
  MLIRContext *context = state->context;
  state->place = file.empty()
                     ? Location(UnknownLoc::get(context))
                     : Location(FileLineColLoc::get(context, StringRef(file), line, column));
}

rt::Status GraphBuilder::takeError() {
  return std::exchange(state->error, rt::okStatus());
}

// A copy of the module that ends with the outputs so far.
static rt::StatusOr<OwningOpRef<ModuleOp>> snapshot(State &state) {
  if (state.isFinished)
    return rt::failedPrecondition("the builder has given its model away with finish()");
  if (state.builder.getInsertionBlock() != &state.function.getBody().front())
    return rt::failedPrecondition("a body is being built");
  IRMapping copies;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(state.module->getOperation()->clone(copies));
  auto function = cast<func::FuncOp>(copy->getBody()->front());
  SmallVector<Value> results;
  for (Value result : state.results)
    results.push_back(copies.lookup(result));
  OpBuilder b = OpBuilder::atBlockEnd(&function.getBody().front());
  function.setType(b.getFunctionType(function.getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllResultAttrs(ArrayRef<Attribute>(state.resultNameAttributes));
  func::ReturnOp::create(b, function.getLoc(), results);
  return copy;
}

rt::StatusOr<std::string> GraphBuilder::text(bool withConstants) const {
  RLX_ASSIGN_OR_RETURN(OwningOpRef<ModuleOp> copy, snapshot(*state));
  OpPrintingFlags flags;
  if (!withConstants)
    flags.elideLargeElementsAttrs(kMaxShownElements).elideLargeResourceString(kMaxShownElements);
  std::string text;
  llvm::raw_string_ostream os(text);
  copy->print(os, flags);
  return text;
}

rt::StatusOr<std::string> GraphBuilder::bytecode() const {
  RLX_ASSIGN_OR_RETURN(OwningOpRef<ModuleOp> copy, snapshot(*state));
  if (state->results.empty())
    return rt::failedPrecondition("the graph has no outputs; declare them with output()");
  DiagnosticCollector diagnostics(state->context);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(verify(*copy)) || failed(writeBytecodeToFile(*copy, os)))
    return diagnostics.status();
  return bytes;
}

} // namespace rlx
