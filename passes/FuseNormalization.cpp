// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-normalization`: recognizes normalizations of rows as exporters write them.
//
//   %m = rlx.reduce_mean %x ; %d = rlx.sub %x, %m                        =>  rlx.layer_norm %x
//   %v = rlx.reduce_mean (rlx.mul %d, %d) ; %0 = rlx.div %d, (rlx.sqrt (%v + eps))
//
//   the same with %x instead of %d                                       =>  rlx.rms_norm %x
//   rlx.add (rlx.mul (rlx.layer_norm %x), %gamma), %beta                 =>  operands of the norm
//   rlx.cast (rlx.layer_norm (rlx.cast %x to f32)) to f16                =>  rlx.layer_norm %x
//
// The axes are the last ones. Intermediate values must have no other user.
#include "passes/Passes.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_FUSENORMALIZATIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// The first of the axes if they are the last ones of the input and are kept with size 1.
std::optional<int64_t> firstOfLastAxes(ReduceMeanOp mean) {
  int64_t rank = tensorType(mean.getInput()).getRank();
  SmallVector<int64_t> axes = llvm::map_to_vector(
      mean.getAxes(), [&](int64_t axis) { return axis < 0 ? axis + rank : axis; });
  llvm::sort(axes);
  int64_t first = rank - static_cast<int64_t>(axes.size());
  if (!mean.getKeepDims() || axes.empty() || !llvm::equal(axes, llvm::seq(first, rank)))
    return std::nullopt;
  return first;
}

struct Normalization {
  Value input;
  int64_t axis;
  double eps;
  bool isCentred;
};

template <typename OpTy>
OpTy onlyUsedBy(Value value, Operation *user) {
  return isOnlyUseInBlock(value, user) ? value.getDefiningOp<OpTy>() : OpTy();
}

// The mean of squares plus eps whose root `divisor` is, used by `user` only.
AddOp powerUnderRoot(Value divisor, Operation *user) {
  if (auto sqrt = onlyUsedBy<SqrtOp>(divisor, user))
    return onlyUsedBy<AddOp>(sqrt.getOperand(), sqrt);
  if (auto pow = onlyUsedBy<PowOp>(divisor, user); pow && splatValue(pow.getRhs()) == 0.5)
    return onlyUsedBy<AddOp>(pow.getLhs(), pow);
  return {};
}

// The same for a factor that is 1 over the root.
AddOp powerUnderInverseRoot(Value factor, Operation *user) {
  if (auto rsqrt = onlyUsedBy<RsqrtOp>(factor, user))
    return onlyUsedBy<AddOp>(rsqrt.getOperand(), rsqrt);
  if (auto pow = onlyUsedBy<PowOp>(factor, user); pow && splatValue(pow.getRhs()) == -0.5)
    return onlyUsedBy<AddOp>(pow.getLhs(), pow);
  if (auto reciprocal = onlyUsedBy<ReciprocalOp>(factor, user))
    return powerUnderRoot(reciprocal.getOperand(), reciprocal);
  if (auto div = onlyUsedBy<DivOp>(factor, user); div && splatValue(div.getLhs()) == 1.0)
    return powerUnderRoot(div.getRhs(), div);
  return {};
}

// `op` multiplies or divides `x`; `power` is the sum under the root.
std::optional<Normalization> matchRows(Operation *op, Value x, AddOp power) {
  ReduceMeanOp mean;
  std::optional<double> eps;
  for (Value operand : power->getOperands())
    if (auto found = onlyUsedBy<ReduceMeanOp>(operand, power)) {
      mean = found;
      eps = splatValue(otherOperand(power, operand));
    }
  if (!mean || !eps || !(*eps >= 0) || std::isinf(*eps) || power.getType() != mean.getType())
    return std::nullopt;
  std::optional<int64_t> axis = firstOfLastAxes(mean);
  auto square = onlyUsedBy<MulOp>(mean.getInput(), mean);
  if (!axis || !square || square.getLhs() != x || square.getRhs() != x ||
      op->getResult(0).getType() != x.getType())
    return std::nullopt;
  auto isOfTheNorm = [&](Operation *user) { return user == op || user == square; };
  auto deviation = x.getDefiningOp<SubOp>();
  if (deviation && llvm::all_of(deviation->getUsers(), isOfTheNorm))
    if (auto centre = onlyUsedBy<ReduceMeanOp>(deviation.getRhs(), deviation);
        centre && centre.getInput() == deviation.getLhs() && firstOfLastAxes(centre) == axis &&
        deviation.getType() == deviation.getLhs().getType())
      return Normalization{deviation.getLhs(), *axis, *eps, true};
  return Normalization{x, *axis, *eps, false};
}

void replaceWithNorm(Operation *op, const Normalization &norm, PatternRewriter &rewriter) {
  remark::passed(op->getLoc(), remark::RemarkOpts::name("FuseNormalization").category("rlx-fuse"))
      << (norm.isCentred ? "layer normalization" : "root-mean-square normalization");
  IntegerAttr axis = rewriter.getI64IntegerAttr(norm.axis);
  FloatAttr eps = rewriter.getF64FloatAttr(norm.eps);
  if (norm.isCentred)
    rewriter.replaceOpWithNewOp<LayerNormOp>(op, op->getResult(0).getType(), norm.input, Value(),
                                             Value(), axis, eps);
  else
    rewriter.replaceOpWithNewOp<RmsNormOp>(op, op->getResult(0).getType(), norm.input, Value(),
                                           Value(), axis, eps);
}

struct FuseQuotient : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    AddOp power = powerUnderRoot(op.getRhs(), op);
    std::optional<Normalization> norm = power ? matchRows(op, op.getLhs(), power) : std::nullopt;
    if (!norm)
      return failure();
    replaceWithNorm(op, *norm, rewriter);
    return success();
  }
};

struct FuseProduct : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    for (Value factor : op->getOperands()) {
      AddOp power = powerUnderInverseRoot(factor, op);
      std::optional<Normalization> norm =
          power ? matchRows(op, otherOperand(op, factor), power) : std::nullopt;
      if (!norm)
        continue;
      replaceWithNorm(op, *norm, rewriter);
      return success();
    }
    return failure();
  }
};

// The gamma or beta of a norm: the tensor with the sizes of the axes; null if it is none.
template <typename NormOp>
Value asParameter(NormOp norm, Value value, PatternRewriter &rewriter) {
  ArrayRef<int64_t> shape = tensorType(norm).getShape(), own = tensorType(value).getShape();
  int64_t axis = norm.getAxis(), rank = shape.size();
  ArrayRef<int64_t> sizes = shape.drop_front(axis < 0 ? axis + rank : axis);
  bool fits = own.size() >= sizes.size() && own.take_back(sizes.size()) == sizes &&
              ShapedType::isStaticShape(sizes) &&
              llvm::all_of(own.drop_back(sizes.size()), [](int64_t size) { return size == 1; });
  if (!fits || own.size() == sizes.size())
    return fits ? value : Value();
  return ReshapeOp::create(rewriter, norm.getLoc(), tensorType(value).clone(sizes), value,
                           ValueRange(), sizes);
}

template <typename NormOp>
struct FuseGamma : OpRewritePattern<MulOp> {
  using OpRewritePattern<MulOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands()) {
      auto norm = onlyUsedBy<NormOp>(operand, op);
      if (!norm || norm.getGamma() || norm.getBeta() || op.getType() != norm.getType())
        continue;
      Value gamma = asParameter(norm, otherOperand(op, operand), rewriter);
      if (!gamma)
        continue;
      rewriter.replaceOpWithNewOp<NormOp>(op, op.getType(), norm.getInput(), gamma, Value(),
                                          norm.getAxisAttr(), norm.getEpsAttr());
      return success();
    }
    return failure();
  }
};

template <typename NormOp>
struct FuseBeta : OpRewritePattern<AddOp> {
  using OpRewritePattern<AddOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands()) {
      auto norm = onlyUsedBy<NormOp>(operand, op);
      if (!norm || norm.getBeta() || op.getType() != norm.getType())
        continue;
      Value beta = asParameter(norm, otherOperand(op, operand), rewriter);
      if (!beta)
        continue;
      rewriter.replaceOpWithNewOp<NormOp>(op, op.getType(), norm.getInput(), norm.getGamma(), beta,
                                          norm.getAxisAttr(), norm.getEpsAttr());
      return success();
    }
    return failure();
  }
};

// A norm of f16 or bf16 computes in f32 and rounds once, as one of f32 between casts does.
template <typename NormOp>
struct FuseCasts : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const override {
    auto norm = onlyUsedBy<NormOp>(op.getInput(), op);
    if (!norm || !tensorType(norm).getElementType().isF32())
      return failure();
    Type narrow = tensorType(op).getElementType();
    auto before = [&](Value value) {
      auto cast = value.getDefiningOp<CastOp>();
      bool isSame = cast && getElementTypeOrSelf(cast.getInput().getType()) == narrow;
      return isSame ? cast.getInput() : Value();
    };
    Value input = before(norm.getInput());
    if (!input || !(narrow.isF16() || narrow.isBF16()))
      return failure();
    Value gamma = norm.getGamma() ? before(norm.getGamma()) : Value(),
          beta = norm.getBeta() ? before(norm.getBeta()) : Value();
    if (bool(gamma) != bool(norm.getGamma()) || bool(beta) != bool(norm.getBeta()))
      return failure();
    rewriter.replaceOpWithNewOp<NormOp>(op, op.getType(), input, gamma, beta, norm.getAxisAttr(),
                                        norm.getEpsAttr());
    return success();
  }
};

struct FuseNormalization : rlx::impl::FuseNormalizationPassBase<FuseNormalization> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseQuotient, FuseProduct, FuseGamma<LayerNormOp>, FuseGamma<RmsNormOp>,
                 FuseBeta<LayerNormOp>, FuseCasts<LayerNormOp>, FuseCasts<RmsNormOp>>(
        &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
