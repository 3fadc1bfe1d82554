// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the activations: infer if it is special, fold, buildScalar and evaluate, op by op. Each
// formula is chosen so that it neither overflows nor cancels. The references are the textbook
// formulas in double.
#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/Folds.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/ScalarBuilders.h"

using namespace mlir;
using namespace rlx;

using arith::CmpFPredicate;

namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrtTwoOverPi = 0.79788456080286535588;

// ln(1 + e^x), without overflow for large x or cancellation for small x.
Expr softplus(Expr x) {
  return max(x, 0.0) + log1p(exp(-abs(x)));
}

// x tanh(ln(1 + p)) for p = e^x, where tanh(ln(1 + p)) = p (p + 2) / (p (p + 2) + 2). If p may
// overflow, the fraction is divided by p^2. In the left tail x root^2 is right even if e^x alone
// would be subnormal.
Expr mish(Expr x) {
  Expr root = exp(-0.5 * abs(x)), p = root * root;
  auto bySign = [&](Expr left, Expr right) {
    return select(CmpFPredicate::OLT, x, 0.0, left, right);
  };
  Expr left = p * (p + 2.0), right = 1.0 + 2.0 * p;
  Expr numerator = bySign((x * root) * (root * (p + 2.0)), x * right);
  return numerator / bySign(left + 2.0, right + 2.0 * (p * p));
}

// x Phi(x) to the precision of f16 and bf16, where Phi is the normal distribution. 2^-q(|x|) is
// Phi(-|x|), by a minimax fit. Its relative error is 2.6e-6 near 0 and 1.6e-5 at 5.7, where gelu is
// 3e-8. Beyond that it grows, but results are 0 in f16 and below 1e-9 in bf16.
Expr geluOfNarrow(Expr x) {
  constexpr double q[] = {0.99999696,     1.15121198,     0.458603114,     0.0537836626,
                          -0.00840469915, 0.000900349231, -5.73114703e-05, 1.59936553e-06};
  Expr magnitude = abs(x), power = x.constant(q[7]);
  for (int i = 6; i >= 0; --i)
    power = x.with(math::FmaOp::create(*x.builder, x.loc, power.value, magnitude.value,
                                       x.constant(q[i]).value));
  Expr tail = (-power).apply<math::Exp2Op>();
  return x * select(CmpFPredicate::OGT, x, 0.0, 1.0 + -tail, tail);
}

Expr gelu(Expr x, Type element) {
  if (element.isF16() || element.isBF16())
    return geluOfNarrow(x);
  return 0.5 * x * (1.0 + erf(kSqrtHalf * x));
}

} // namespace

// An activation without attributes: FORMULA is an Expr of x for code, DEFINITION a double of x.
#define RLX_ACTIVATION(OpTy, FORMULA, DEFINITION)                                                  \
  RLX_BUILD_SCALAR(OpTy) {                                                                         \
    return floatFormula(b, loc, v[0], [&](Expr x) -> Expr { return FORMULA; });                    \
  }                                                                                                \
  RLX_EVALUATE(OpTy) {                                                                             \
    return ref::mapUnary(in, out, [&](double x) -> double { return DEFINITION; });                 \
  }

RLX_ACTIVATION(SigmoidOp, 1.0 / (1.0 + exp(-x)), 1.0 / (1.0 + std::exp(-x)))
RLX_ACTIVATION(SiluOp, x / (1.0 + exp(-x)), x / (1.0 + std::exp(-x)))
RLX_ACTIVATION(GeluOp, gelu(x, operandElement(*this)), ref::gelu(x))
RLX_ACTIVATION(GeluTanhOp, x / (1.0 + exp(-2.0 * kSqrtTwoOverPi * (x + 0.044715 * (x * x * x)))),
               ref::geluTanh(x))
RLX_ACTIVATION(SoftplusOp, softplus(x), x > 700 ? x : std::log1p(std::exp(x)))
RLX_ACTIVATION(SoftsignOp, x / (1.0 + abs(x)), x / (1.0 + std::fabs(x)))
RLX_ACTIVATION(MishOp, mish(x), x *std::tanh(x > 700 ? x : std::log1p(std::exp(x))))
RLX_ACTIVATION(HardSwishOp, x *max(min(x * (1.0 / 6) + 0.5, 1.0), 0.0),
               std::isnan(x) ? x : x *std::fmax(0.0, std::fmin(1.0, x / 6 + 0.5)))

namespace {

// The value of an attribute in the computation: rounded to f32, except for f64 elements.
double rounded(const APFloat &attribute, const ref::Tensor &x) {
  double value = attribute.convertToDouble();
  return x.elementType.isF64() ? value : static_cast<double>(static_cast<float>(value));
}

} // namespace

#define ALPHA getAlpha().convertToDouble()
#define REF_ALPHA rounded(getAlpha(), in[0])

RLX_ACTIVATION(HardSigmoidOp, max(min(ALPHA *x + getBeta().convertToDouble(), 1.0), 0.0),
               std::isnan(x)
                   ? x
                   : std::fmax(0.0, std::fmin(1.0, REF_ALPHA *x + rounded(getBeta(), in[0]))))
RLX_ACTIVATION(EluOp, select(CmpFPredicate::OGT, x, 0.0, x, ALPHA *expm1(x)),
               x > 0 ? x : REF_ALPHA * std::expm1(x))
RLX_ACTIVATION(SeluOp,
               getGamma().convertToDouble() *
                   select(CmpFPredicate::OGT, x, 0.0, x, ALPHA *expm1(x)),
               rounded(getGamma(), in[0]) * (x > 0 ? x : REF_ALPHA * std::expm1(x)))
RLX_ACTIVATION(CeluOp, max(x, 0.0) + min(ALPHA * expm1(x * (1.0 / ALPHA)), 0.0),
               std::isnan(x)
                   ? x
                   : std::fmax(0.0, x) + std::fmin(0.0, REF_ALPHA *std::expm1(x / REF_ALPHA)))
RLX_ACTIVATION(LeakyReluOp, select(CmpFPredicate::OGE, x, 0.0, x, ALPHA *x),
               x >= 0 ? x : REF_ALPHA * x)
RLX_ACTIVATION(ThresholdedReluOp, select(CmpFPredicate::OGT, x, ALPHA, x, x.constant(0.0)),
               x > REF_ALPHA ? x : 0.0)

LogicalResult CeluOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  if (op.getAlpha().isZero()) // celu_c1
    return ctx.fail("expects an alpha other than 0");
  return inferElementwise(ctx, op.getOperands(), results);
}

// ---- relu ----

OpFoldResult ReluOp::fold(FoldAdaptor) {
  if (isUnsigned(operandElement(*this)))
    return foldTo(*this, getInput());
  return foldIdempotent(*this);
}
RLX_BUILD_SCALAR(ReluOp) {
  Type element = operandElement(*this);
  if (isUnsigned(element))
    return v[0];
  Value zero = scalarConstant(b, loc, v[0].getType(), 0.0);
  return createArith<arith::MaximumFOp, arith::MaxSIOp>(b, loc, element, v[0], zero);
}
RLX_EVALUATE(ReluOp) {
  return ref::mapUnary(
      in, out, [](double x) { return x > 0 || std::isnan(x) ? x : 0.0; },
      [](auto x) { return x > 0 ? x : 0; });
}

// ---- prelu ----

RLX_BUILD_SCALAR(PreluOp) {
  Type element = operandElement(*this);
  if (isUnsigned(element))
    return v[0];
  if (isFloat(element))
    return floatFormula(b, loc, v[0], v[1], [](Expr x, Expr slope) {
      return select(CmpFPredicate::OGE, x, 0.0, x, slope * x);
    });
  Value isNegative =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, v[0], intConstant(b, loc, v[0], 0));
  Value scaled = arith::MulIOp::create(b, loc, v[0], v[1]);
  return arith::SelectOp::create(b, loc, isNegative, scaled, v[0]).getResult();
}
RLX_EVALUATE(PreluOp) {
  return ref::mapBinary(
      in, out, [](double x, double slope) { return x >= 0 ? x : slope * x; },
      [](auto x, auto slope) { return x < 0 ? uint64_t(x) * uint64_t(slope) : uint64_t(x); });
}
