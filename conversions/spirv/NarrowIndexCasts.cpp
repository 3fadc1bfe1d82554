// Positions and sizes that become floats do so by way of i64 on processors, whose indices have as
// many bits. On a device they have 32, and not every device has i64.
#include "conversions/spirv/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_NARROWINDEXCASTSPASS
#include "conversions/spirv/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

template <typename ToFloat>
struct NarrowPosition : OpRewritePattern<ToFloat> {
  using OpRewritePattern<ToFloat>::OpRewritePattern;

  LogicalResult matchAndRewrite(ToFloat op, PatternRewriter &rewriter) const override {
    auto cast = op.getIn().template getDefiningOp<arith::IndexCastOp>();
    if (!cast || !cast.getType().isInteger(64) || !cast.getIn().getType().isIndex())
      return failure();
    Value narrow =
        arith::IndexCastOp::create(rewriter, cast.getLoc(), rewriter.getI32Type(), cast.getIn());
    rewriter.replaceOpWithNewOp<arith::SIToFPOp>(op, op.getType(), narrow);
    if (cast->use_empty())
      rewriter.eraseOp(cast);
    return success();
  }
};

struct NarrowIndexCasts : rlx::impl::NarrowIndexCastsPassBase<NarrowIndexCasts> {
  void runOnBody() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<NarrowPosition<arith::SIToFPOp>, NarrowPosition<arith::UIToFPOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
