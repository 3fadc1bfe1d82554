// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-epilogue`: recognizes fused ops that exporters write as separate ones.
//
//   add(matmul(x, w), b), then an activation  =>  rlx.fused_matmul_bias_act
//   layer_norm(add(x, r))                     =>  rlx.fused_residual_ln
//   rms_norm(add(x, r))                       =>  rlx.fused_residual_rms_norm
//   x * 0.5 * (1 + erf(x / sqrt(2)))          =>  rlx.gelu, see FuseGelu.h
//   add(conv(x, w), b)                        =>  rlx.conv with a bias, transposed convolutions too
//
// Intermediate values must have no other user.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/FuseGelu.h"
#include "passes/PatternUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_FUSEEPILOGUEPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

void passed(Operation *op, StringRef what) {
  remark::passed(op->getLoc(), remark::RemarkOpts::name("FuseEpilogue").category("rlx-fuse"))
      << what;
}

struct FuseMatmulBias : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands()) {
      auto matmul = operand.getDefiningOp<MatmulOp>();
      Value bias = otherOperand(op, operand);
      if (!matmul || !isOnlyUseInBlock(operand, op) || !isBias(matmul, bias))
        continue;
      passed(op, "bias added inside the matmul");
      rewriter.replaceOpWithNewOp<FusedMatmulBiasActOp>(
          op, op.getType(), matmul.getLhs(), matmul.getRhs(), bias, FusedActivation::None);
      return success();
    }
    return failure();
  }

  // Whether the bias has one value per column of a matrix that all batches share.
  static bool isBias(MatmulOp matmul, Value bias) {
    auto rhs = tensorType(matmul.getRhs());
    return tensorType(matmul.getLhs()).getRank() >= 2 && rhs.getRank() == 2 &&
           tensorType(bias).getRank() == 1 && isa<FloatType>(rhs.getElementType()) &&
           !rhs.isDynamicDim(1) && tensorType(bias).getDimSize(0) == rhs.getDimSize(1);
  }
};

// The activation of fused_matmul_bias_act that the op computes.
FusedActivation activationKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, FusedActivation>(op)
      .Case<ReluOp>([](auto) { return FusedActivation::Relu; })
      .Case<GeluOp>([](auto) { return FusedActivation::Gelu; })
      .Case<GeluTanhOp>([](auto) { return FusedActivation::GeluTanh; })
      .Case<SiluOp>([](auto) { return FusedActivation::Silu; })
      .Case<SigmoidOp>([](auto) { return FusedActivation::Sigmoid; })
      .Case<TanhOp>([](auto) { return FusedActivation::Tanh; })
      .Default([](auto) { return FusedActivation::None; });
}

struct FuseActivation : OpRewritePattern<FusedMatmulBiasActOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FusedMatmulBiasActOp op, PatternRewriter &rewriter) const override {
    if (op.getActivation() != FusedActivation::None || !op->hasOneUse())
      return failure();
    Operation *user = *op->getUsers().begin();
    FusedActivation kind = activationKind(user);
    if (kind == FusedActivation::None || user->getBlock() != op->getBlock())
      return failure();
    passed(user, "activation applied inside the matmul");
    rewriter.setInsertionPoint(user);
    rewriter.replaceOpWithNewOp<FusedMatmulBiasActOp>(user, user->getResult(0).getType(),
                                                      op.getLhs(), op.getRhs(), op.getBias(), kind);
    return success();
  }
};

template <typename NormOp, typename FusedOp>
struct FuseResidual : OpRewritePattern<NormOp> {
  using OpRewritePattern<NormOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(NormOp op, PatternRewriter &rewriter) const override {
    auto add = op.getInput().template getDefiningOp<AddOp>();
    if (!add || !isOnlyUseInBlock(op.getInput(), op) ||
        add.getLhs().getType() != add.getRhs().getType() || add.getType() != add.getLhs().getType())
      return failure();
    passed(op, "residual added inside the normalisation");
    rewriter.replaceOpWithNewOp<FusedOp>(op, op.getType(), add.getLhs(), add.getRhs(),
                                         /*bias=*/Value(), op.getGamma(), op.getBeta(),
                                         op.getAxisAttr(), op.getEpsAttr());
    return success();
  }
};

int64_t resultChannels(ConvOp conv) {
  return tensorType(conv.getFilter()).getDimSize(0);
}

int64_t resultChannels(ConvTransposeOp conv) {
  return tensorType(conv.getFilter()).getDimSize(1) * int64_t(conv.getGroups());
}

// conv(x, w) + b with b of shape [C, 1, 1] or [1, C, 1, 1] (channels first).
template <typename Conv>
struct FuseConvBias : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands()) {
      auto conv = operand.getDefiningOp<Conv>();
      Value bias = otherOperand(op, operand);
      if (!conv || !isOnlyUseInBlock(operand, op) || conv.getBias() || !isChannelBias(conv, bias))
        continue;
      int64_t channels = resultChannels(conv);
      auto flatType = RankedTensorType::get({channels}, tensorType(bias).getElementType());
      Value flat = ReshapeOp::create(rewriter, op.getLoc(), flatType, bias, ValueRange(),
                                     ArrayRef<int64_t>{channels});
      auto fused = cast<Conv>(rewriter.clone(*conv));
      fused.getBiasMutable().assign(flat);
      passed(op, "bias added inside the convolution");
      rewriter.replaceOp(op, fused.getResult());
      return success();
    }
    return failure();
  }

  static bool isChannelBias(Conv conv, Value bias) {
    auto type = tensorType(bias);
    int64_t rank = tensorType(conv.getInput()).getRank(), channel = rank - 2; // from the end
    int64_t channels = resultChannels(conv);
    if (conv.getDataFormat() != DataFormat::ChannelsFirst || !type.hasStaticShape() ||
        type.getRank() <= channel || type.getRank() > rank || type.getNumElements() != channels)
      return false;
    return type.getDimSize(type.getRank() - 1 - channel) == channels;
  }
};

struct FuseEpilogue : rlx::impl::FuseEpiloguePassBase<FuseEpilogue> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseMatmulBias, FuseActivation, FuseConvBias<ConvOp>,
                 FuseConvBias<ConvTransposeOp>, FuseResidual<LayerNormOp, FusedResidualLNOp>,
                 FuseResidual<RmsNormOp, FusedResidualRmsNormOp>>(&getContext());
    addGeluPattern(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
