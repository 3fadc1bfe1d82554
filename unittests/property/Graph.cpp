// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Graph, except its generation; see Graph.h.
#include "unittests/property/Graph.h"

#include "dialects/check/CheckDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx::property {

SmallVector<ref::Tensor> Graph::values(unsigned run) const {
  return llvm::map_to_vector(arguments, [&](const Argument &a) { return a.values[run]; });
}

Graph Graph::clone() const {
  Graph copy;
  copy.module = module.get().clone();
  copy.arguments = arguments;
  copy.numRuns = numRuns;
  return copy;
}

void Graph::dropUnused() {
  func::FuncOp main = function();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  llvm::BitVector unused(main.getNumArguments());
  std::vector<Argument> used;
  for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
    unused[i] = argument.use_empty();
    if (!unused[i])
      used.push_back(std::move(arguments[i]));
  }
  // Cannot fail: the erased values have no uses.
  (void)main.eraseArguments(unused);
  arguments = std::move(used);
}

std::string Graph::asConformanceFile(unsigned run) const {
  Graph copy = clone();
  func::FuncOp main = copy.function();
  OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
  for (auto [argument, value] : llvm::zip(copy.arguments, main.getArguments())) {
    auto role = check::RoleAttr::get(builder.getContext(),
                                     argument.isParam ? check::Role::Param : check::Role::Input);
    auto literal = check::LiteralOp::create(builder, main.getLoc(), value.getType(),
                                            ref::toElements(argument.values[run], 1 << 20), role);
    value.replaceAllUsesWith(literal.getResult());
  }
  // Cannot fail: the erased arguments have no uses.
  (void)main.eraseArguments(llvm::BitVector(main.getNumArguments(), true));
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    main.setResultAttrs(i, ArrayRef<NamedAttribute>());
  std::string text;
  llvm::raw_string_ostream os(text);
  copy.module->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

} // namespace rlx::property
