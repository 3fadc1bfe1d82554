// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-refine-shapes`: gives results of rlx ops the most static types that inference
// knows; knows no op.
//
//   rlx.add : (tensor<?x3xf32>, tensor<2x1xf32>) -> tensor<?x?xf32>   =>   … -> tensor<2x3xf32>
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/FoldUtils.h"
#include "passes/RefineUses.h"

namespace rlx {
#define GEN_PASS_DEF_REFINESHAPESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct RefineShapes : rlx::impl::RefineShapesPassBase<RefineShapes> {
  using RefineShapesPassBase::RefineShapesPassBase;

  void runOnOperation() override {
    OperationFolder folder(&getContext());
    for (func::FuncOp function : rlx::functionsWithBodies(getOperation())) {
      if (failed(refineBlock(function.getBody().front(), folder)))
        return signalPassFailure();
    }
  }

  LogicalResult refineBlock(Block &block, OperationFolder &folder) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      // Other regions belong to their ops, whose types must match them.
      if (auto control = dyn_cast<rlx::ControlFlowOpInterface>(op))
        for (Region &region : op.getRegions()) {
          refineArguments(control, region);
          for (Block &inner : region)
            if (failed(refineBlock(inner, folder)))
              return failure();
        }
      if (!refineOrFold(&op, folder))
        return failure();
    }
    return success();
  }

  // Sizes do not change between iterations of a loop, so arguments have the operands' sizes.
  void refineArguments(rlx::ControlFlowOpInterface op, Region &region) {
    rlx::TypeInferContext ctx(op->getContext(), op->getLoc(), op->getName().getStringRef());
    for (BlockArgument argument : region.getArguments()) {
      auto declared = cast<RankedTensorType>(argument.getType());
      rlx::InferredType better = {op.argumentShape(ctx, argument), declared.getElementType()};
      (void)rlx::refineType(argument, merge(declared, better.type()));
    }
  }

  bool refineOrFold(Operation *op, OperationFolder &folder) {
    if (auto shaped = dyn_cast<rlx::SymbolicShapeOpInterface>(op))
      return succeeded(refine(shaped));
    if (op->getNumResults() == 1 && op->getResult(0).getType().isIntOrIndex() &&
        !op->hasTrait<mlir::OpTrait::ConstantLike>())
      (void)folder.tryToFold(op); // tensor.dim of a size now known, and ops that follow from it
    return true;
  }

  // Inference emits an error at the op if the refined operand types contradict it.
  LogicalResult refine(rlx::SymbolicShapeOpInterface op) {
    rlx::TypeInferContext ctx(op->getContext(), op->getLoc(), op->getName().getStringRef());
    SmallVector<rlx::InferredType, 1> inferred;
    if (failed(op.inferSymbolic(ctx, inferred)))
      return failure();
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      auto declared = cast<RankedTensorType>(result.getType());
      RankedTensorType better = inferred[i].type();
      if (!rlx::areCompatibleResultTypes({better}, {declared}))
        return op->emitOpError("declares result #")
               << i << " as " << declared << ", but its operands make it " << better;
      Type merged = merge(declared, better);
      if (!rlx::refineType(result, merged))
        remark::missed(op->getLoc(), remark::RemarkOpts::name("NotRefined").category("rlx-refine"))
            << (op->getName().getStringRef() + ": a user of its result needs the declared type")
                   .str();
    }
    return success();
  }

  static Type merge(RankedTensorType declared, RankedTensorType inferred) {
    SmallVector<int64_t> sizes(declared.getShape());
    for (auto [size, better] : llvm::zip(sizes, inferred.getShape()))
      if (ShapedType::isDynamic(size))
        size = better;
    return RankedTensorType::get(sizes, declared.getElementType(), declared.getEncoding());
  }
};

} // namespace
