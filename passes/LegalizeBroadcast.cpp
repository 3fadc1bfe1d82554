// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-legalize-broadcast`: makes the broadcasting of elementwise ops explicit; knows no
// op.
//
//   rlx.add %x, %b : tensor<2x?xf32>, tensor<1xf32>   =>   rlx.add %x, (rlx.expand %b to [2, %n])
#include "passes/Passes.h"

#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "passes/KernelGroups.h"
#include "passes/RefineUses.h"

namespace rlx {
#define GEN_PASS_DEF_LEGALIZEBROADCASTPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Inference makes sizes that are equal at run time equal in the types. So only a missing dimension
// or a static 1 is broadcast.
bool isBroadcast(RankedTensorType from, RankedTensorType to) {
  if (from.getRank() != to.getRank())
    return true;
  return llvm::any_of(llvm::zip(from.getShape(), to.getShape()), [](auto sizes) {
    return std::get<0>(sizes) == 1 && std::get<1>(sizes) != 1;
  });
}

// Gives the block arguments of an op with a region the types of its operands, and updates the types
// inside the region.
LogicalResult updateBody(Operation *op) {
  for (Region &region : op->getRegions()) {
    for (auto [argument, operand] : llvm::zip(region.getArguments(), op->getOperands()))
      argument.setType(operand.getType());
    for (Operation &inner : region.front())
      if (inner.getNumOperands() > 0 && inner.getNumResults() > 0 &&
          failed(rlx::inferAgain(&inner)))
        return inner.emitOpError("does not accept operands of the result's shape");
  }
  return success();
}

LogicalResult expandOperands(Operation *op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  OpBuilder builder(op);
  SmallVector<OpFoldResult> sizes; // reified once, when first needed
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || !isBroadcast(type, result))
      continue;
    if (sizes.empty())
      sizes = rlx::reifyResultShapes(builder, op, op->getOperands()).front();
    SmallVector<Value> dynamicSizes;
    SmallVector<int64_t> staticSizes;
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    operand.set(
        rlx::ExpandOp::create(builder, op->getLoc(), operand.get(), dynamicSizes, staticSizes));
  }
  return updateBody(op);
}

struct LegalizeBroadcast : rlx::impl::LegalizeBroadcastPassBase<LegalizeBroadcast> {
  void runOnBody() override {
    SmallVector<Operation *> work;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      bool isElementwise = rlx::isElementwiseOp(op);
      if (isElementwise)
        work.push_back(op);
      return isElementwise ? WalkResult::skip() : WalkResult::advance();
    });
    for (Operation *op : work)
      if (failed(expandOperands(op)))
        return signalPassFailure();
  }
};

} // namespace
