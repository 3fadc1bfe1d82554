// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Inlining.h. MLIR's own inliner needs dialects, which unregistered ops lack.
#include "importers/stablehlo/Inlining.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace rlx::shlo {

func::FuncOp calleeOf(ModuleOp module, Operation *op) {
  const StringRef name = op->getName().getStringRef();
  if (name != "func.call" && name != "stablehlo.composite")
    return {};
  auto callee = dyn_cast_or_null<FlatSymbolRefAttr>(
      op->getAttr(name == "func.call" ? "callee" : "decomposition"));
  return callee ? module.lookupSymbol<func::FuncOp>(callee.getAttr()) : func::FuncOp();
}

namespace {

class Inliner {
public:
  Inliner(ModuleOp module, func::FuncOp main) : module(module), active({main}) {}

  LogicalResult inlineIn(Operation *root, int depth) {
    SmallVector<Operation *> calls;
    root->walk([&](Operation *op) {
      if (isCall(op))
        calls.push_back(op);
    });
    for (Operation *call : calls)
      if (failed(inlineCall(call, depth)))
        return failure();
    return success();
  }

private:
  static bool isCall(Operation *op) {
    const StringRef name = op->getName().getStringRef();
    return name == "func.call" || name == "stablehlo.composite";
  }

  LogicalResult checkCall(Operation *call, func::FuncOp function) {
    auto error = [&] {
      return emitError(call->getLoc()) << "'" << call->getName() << "' op expects ";
    };
    if (!function || function.isExternal() || !llvm::hasSingleElement(function.getBody()))
      return error() << "to name a function with a body of one block";
    Operation &end = function.front().back();
    if (function.getNumArguments() != call->getNumOperands() ||
        end.getNumOperands() != call->getNumResults() || end.getNumResults() != 0)
      return error() << function.getNumArguments() << " operands and " << end.getNumOperands()
                     << " results, as function @" << function.getName() << " has, but got "
                     << call->getNumOperands() << " and " << call->getNumResults();
    return success();
  }

  LogicalResult inlineCall(Operation *call, int depth) {
    const Location place = userLocation(call->getLoc());
    call->setLoc(place);
    func::FuncOp function = calleeOf(module, call);
    if (failed(checkCall(call, function)))
      return failure();
    if (llvm::is_contained(active, function) || depth > kMostDepth)
      return unsupported(emitError(place))
             << "function @" << function.getName() << " calls itself, or more than " << kMostDepth
             << " calls are inside each other";
    IRMapping values;
    for (auto [from, to] : llvm::zip(function.getArguments(), call->getOperands()))
      values.map(from, to);
    OpBuilder builder(call);
    SmallVector<Operation *> clones;
    for (Operation &op : function.front().without_terminator())
      clones.push_back(builder.clone(op, values));
    for (Operation *clone : clones)
      clone->walk([&](Operation *op) {
        ++numOps;
        op->setLoc(userLocation(op->getLoc(), place));
      });
    if (numOps > kMostOps)
      return unsupported(emitError(place))
             << "the model has more than " << kMostOps << " ops once its calls are inlined";
    for (auto [result, value] :
         llvm::zip(call->getResults(), function.front().back().getOperands()))
      result.replaceAllUsesWith(values.lookupOrDefault(value));
    call->erase();
    active.push_back(function);
    for (Operation *clone : clones)
      if (failed(inlineIn(clone, depth + 1)))
        return failure();
    active.pop_back();
    return success();
  }

  ModuleOp module;
  SmallVector<func::FuncOp> active; // that are being inlined, one in the other
  int64_t numOps = 0;
};

} // namespace

LogicalResult inlineCalls(ModuleOp module, func::FuncOp main) {
  return Inliner(module, main).inlineIn(main, 0);
}

} // namespace rlx::shlo
