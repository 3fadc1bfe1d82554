// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-linalg`: MLIR's fusion of elementwise ops on tensors, with sizes traced to the
// kernel's operands.
//
// Sizes must be traced in the same pass. Fusion takes ops with a single user, and moves reshapes by
// reading their sizes with tensor.dim, which would count as another user.
#include "conversions/kernel/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_FUSELINALGPASS
#include "conversions/kernel/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Reshapes move only past ops that index their operands by loops, not by constants. If an op reads
// a reshape, its other operands lose their dimensions of size 1. Only arguments of the kernel do:
// values that the kernel computes keep their shape, since they are tiled together with the op.
//
//   affine_map<(d0) -> (0, d0)>, %arg : tensor<1x8xf32>
//   ->
//   affine_map<(d0) -> (d0)>, tensor.extract_slice %arg : tensor<1x8xf32> to tensor<8xf32>
struct DropUnitDims : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (llvm::none_of(op.getInputs(),
                      [](Value input) { return input.getDefiningOp<tensor::CollapseShapeOp>(); }))
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inputs = op.getInputs();
    bool changed = false;
    for (auto [map, input] : llvm::zip(maps, inputs))
      changed |= drop(rewriter, op.getLoc(), map, input);
    if (!changed)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputsMutable().assign(inputs);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }

private:
  static bool drop(OpBuilder &b, Location loc, AffineMap &map, Value &input) {
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (!type || !isa<BlockArgument>(input))
      return false;
    SmallVector<AffineExpr> read;
    SmallVector<int64_t> sizes;
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), type.getShape()))
      if (!isa<AffineConstantExpr>(expr) || size != 1) {
        read.push_back(expr);
        sizes.push_back(size);
      }
    if (read.size() == map.getNumResults())
      return false;
    map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), read, map.getContext());
    input = tensor::createCanonicalRankReducingExtractSliceOp(
        b, loc, input, RankedTensorType::get(sizes, type.getElementType()));
    return true;
  }
};

struct FuseLinalg : rlx::impl::FuseLinalgPassBase<FuseLinalg> {
  void runOnBody() override {
    MLIRContext *context = &getContext();
    linalg::ControlFusionFn hasOneUser = [](OpOperand *fused) {
      Operation *producer = fused->get().getDefiningOp();
      return producer && producer->hasOneUse();
    };
    RewritePatternSet patterns(context);
    patterns.add<DropUnitDims>(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns, hasOneUser);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, hasOneUser);
    linalg::populateConstantFoldLinalgOperations(patterns, hasOneUser);
    tensor::populateBubbleUpExpandShapePatterns(patterns);
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    tensor::DimOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()->getCanonicalizationPatterns(patterns);
    // Top-down, so that consumers meet producers that are already fused.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     GreedyRewriteConfig().setUseTopDownTraversal())))
      signalPassFailure();
  }
};

} // namespace
