// Folds an inference batch normalisation into the convolution before it:
//
//   y = (conv(x, w, b) - mean) * s + beta,  s = scale / sqrt(variance + eps)
//     = conv(x, w * s, (b - mean) * s + beta)
// The new weights are ops on params: computed once, when params are set.
#include "passes/Passes.h"

#include "dialects/rlx/ir/RLXOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_FUSECONVBATCHNORMPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct FuseConvBatchNormPattern : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormOp norm, PatternRewriter &rewriter) const override {
    auto conv = norm.getInput().getDefiningOp<ConvOp>();
    if (!conv || !conv->hasOneUse() || static_cast<int64_t>(norm.getAxis()) != channelAxis(conv) ||
        !tensorType(conv.getFilter()).hasStaticShape() ||
        // In f16 and bf16 the folded weights would be rounded twice, and eps might vanish.
        tensorType(conv.getFilter()).getElementTypeBitWidth() < 32)
      return failure();
    Location loc = norm.getLoc();
    Value scale = normScale(norm, rewriter);
    auto newConv = cast<ConvOp>(rewriter.clone(*conv));
    newConv.getFilterMutable().assign(scaledFilter(conv, scale, rewriter));
    Value offset = conv.getBias()
                       ? SubOp::create(rewriter, loc, conv.getBias(), norm.getMean()).getResult()
                       : NegOp::create(rewriter, loc, norm.getMean()).getResult();
    Value scaled = MulOp::create(rewriter, loc, offset, scale);
    newConv.getBiasMutable().assign(
        AddOp::create(rewriter, loc, scaled, norm.getBias()).getResult());
    newConv->moveBefore(norm);
    remark::passed(loc, remark::RemarkOpts::name("FuseConvBatchNorm").category("rlx-fuse"))
        << "batch normalisation folded into the weights of the convolution";
    rewriter.replaceOp(norm, newConv.getResult());
    return success();
  }

private:
  static int64_t channelAxis(ConvOp conv) {
    return conv.getDataFormat() == DataFormat::ChannelsFirst
               ? 1
               : tensorType(conv.getInput()).getRank() - 1;
  }

  static Value normScale(BatchNormOp norm, PatternRewriter &rewriter) {
    Location loc = norm.getLoc();
    auto type = tensorType(norm.getVariance());
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value eps = ConstantOp::create(
        rewriter, loc, scalar,
        DenseElementsAttr::get(
            scalar, rewriter.getFloatAttr(type.getElementType(), norm.getEps().convertToDouble())));
    Value shifted = AddOp::create(rewriter, loc, norm.getVariance(), eps);
    Value root = SqrtOp::create(rewriter, loc, shifted);
    return DivOp::create(rewriter, loc, norm.getScale(), root);
  }

  static Value scaledFilter(ConvOp conv, Value scale, PatternRewriter &rewriter) {
    auto type = tensorType(conv.getFilter());
    SmallVector<int64_t> shape(type.getRank(), 1);
    shape[0] = type.getDimSize(0);
    Value column = ReshapeOp::create(rewriter, conv.getLoc(),
                                     RankedTensorType::get(shape, type.getElementType()), scale,
                                     ValueRange(), shape);
    return MulOp::create(rewriter, conv.getLoc(), conv.getFilter(), column);
  }
};

struct FuseConvBatchNorm : rlx::impl::FuseConvBatchNormPassBase<FuseConvBatchNorm> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseConvBatchNormPattern>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
