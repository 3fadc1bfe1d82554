// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check of a function's form and the list of functions; see FunctionPass.h.
//
// A function with branches fails with an error here, so passes never see one.
#include "passes/FunctionPass.h"

using namespace mlir;

namespace rlx {

LogicalResult expectOneBlock(func::FuncOp function) {
  if (function.getBody().hasOneBlock() &&
      isa<func::ReturnOp>(function.getBody().front().getTerminator()))
    return success();
  return function.emitOpError("is expected to have one block, with a func.return at its end");
}

SmallVector<func::FuncOp> functionsWithBodies(Operation *module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module->getRegion(0).getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  return functions;
}

void FunctionPass::runOnOperation() {
  if (getOperation().isExternal())
    return;
  if (failed(expectOneBlock(getOperation())))
    return signalPassFailure();
  runOnBody();
}

} // namespace rlx
