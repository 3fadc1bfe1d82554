// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Propagates dependence in program order, through regions; see InputDependence.h.
//
// A region is prepared as a whole or not; ops inside it follow the values that they read.
#include "passes/InputDependence.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/ir/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

InputDependence::InputDependence(func::FuncOp function) {
  if (function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments()) {
    auto kind = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "rlx.kind");
    if (!kind || kind.getValue() != "param")
      runtimeValues.insert(argument);
  }
  for (Operation &op : function.getBody().front().without_terminator())
    visit(&op);
}

void InputDependence::visit(Operation *op) {
  forget(op);
  // A static size does not change, even if it is read from a tensor that does.
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> i = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (i && *i >= 0 && type && *i < type.getRank() && !type.isDynamicDim(*i))
      return;
  }
  if (!readsRuntime(op))
    return;
  runtimeValues.insert_range(op->getResults());
  if (!isControlFlow(op))
    return;
  for (Region &region : op->getRegions()) {
    runtimeValues.insert_range(region.getArguments());
    for (Block &block : region)
      for (Operation &inner : block)
        visit(&inner);
  }
}

// An erased op may have had the same addresses.
void InputDependence::forget(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value result : inner->getResults())
      runtimeValues.erase(result);
    for (Region &region : inner->getRegions())
      for (Value argument : region.getArguments())
        runtimeValues.erase(argument);
  });
}

// Whether the op computes a size. Each run does that, also if it depends on params only.
static bool decidesSizes(Operation *op) {
  if (isa<IfOp>(op))
    return llvm::any_of(op->getResultTypes(),
                        [](Type type) { return !cast<ShapedType>(type).hasStaticShape(); });
  auto loop = dyn_cast<WhileOp>(op);
  return isa<tensor::ExtractOp>(op) || (loop && loop.getVarying());
}

// Whether the op gives numbers to strings, which hold for one run.
static bool numbersStrings(Operation *op) {
  auto kernel = dyn_cast<UserKernelOpInterface>(op);
  return kernel && kernel.getKernelName().starts_with(kBuiltInKernelPrefix);
}

// Whether the op, or one in its regions, reads a value that changes or must be recomputed in each
// run.
bool InputDependence::readsRuntime(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        bool changes =
            inner->hasAttr(kNoHoistAttr) || decidesSizes(inner) || numbersStrings(inner) ||
            llvm::any_of(inner->getOperands(), [&](Value value) { return isRuntime(value); });
        return changes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace rlx
