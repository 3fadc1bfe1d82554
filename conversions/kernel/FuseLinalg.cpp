// MLIR's fusion of elementwise ops on tensors, with sizes traced to operands on the way. Fusion
// takes what has one user only, and moves reshapes out of the way by asking for their sizes: who
// asks would be another user of what comes next.
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

// Reshapes move only past ops whose operands are read by loops, not at a fixed place. An operand of
// the kernel that has one element along a dimension loses the dimension, where an op reads a
// reshape beside it. (What the kernel computes keeps its form: it is tiled together with the op.)
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
    // From the top: consumers meet what is fused already.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     GreedyRewriteConfig().setUseTopDownTraversal())))
      signalPassFailure();
  }
};

} // namespace
