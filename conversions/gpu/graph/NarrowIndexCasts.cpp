// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-narrow-index-casts: converts indices to floats without i64. Shared lowering goes by i64,
// which is as wide as an index of a CPU. Indices of a device have 32 bits, and not every device has
// i64.
//
// before: %w = arith.index_cast %i : index to i64      %f = arith.sitofp %w : i64 to f32
// after:  %w = arith.index_cast %i : index to i32      %f = arith.sitofp %w : i32 to f32
#include "conversions/gpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_NARROWINDEXCASTSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

template <typename ToFloat>
struct NarrowIndexCast : OpRewritePattern<ToFloat> {
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
    patterns.add<NarrowIndexCast<arith::SIToFPOp>, NarrowIndexCast<arith::UIToFPOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
