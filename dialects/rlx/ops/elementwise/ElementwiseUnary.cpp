// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the elementwise ops with one operand: fold, buildScalar and evaluate, op by op.
// Functions that the math dialect has are one op of it; the precision of its expansion is a matter
// of the targets. The hyperbolic functions have their own formulas.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ops/elementwise/CorrectlyRoundedOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/ComplexBuilders.h"
#include "dialects/rlx/support/Folds.h"
#include "dialects/rlx/support/ScalarBuilders.h"

using namespace mlir;
using namespace rlx;

// A function of floats: an op of the math dialect for code, a C function for the reference.
#define RLX_MATH_OP(OpTy, MathOpTy, FUNCTION)                                                      \
  RLX_BUILD_SCALAR(OpTy) {                                                                         \
    return floatMath<math::MathOpTy>(b, loc, v[0]);                                                \
  }                                                                                                \
  RLX_EVALUATE(OpTy) {                                                                             \
    return ref::mapUnary(in, out, [](double x) { return FUNCTION; });                              \
  }

// A function of floats and complex numbers.
#define RLX_COMPLEX_MATH_OP(OpTy, COMPLEX, FUNCTION)                                               \
  RLX_BUILD_SCALAR(OpTy) {                                                                         \
    if (isComplex(operandElement(*this)))                                                          \
      return COMPLEX(b, loc, v[0]);                                                                \
    return floatMath<math::OpTy>(b, loc, v[0]);                                                    \
  }                                                                                                \
  RLX_EVALUATE(OpTy) {                                                                             \
    if (in[0].isComplex())                                                                         \
      return ref::mapComplex(in, out, [](std::complex<double> z) { return std::FUNCTION(z); });    \
    return ref::mapUnary(in, out, [](double x) { return std::FUNCTION(x); });                      \
  }

RLX_COMPLEX_MATH_OP(ExpOp, complexExp, exp)
RLX_MATH_OP(Expm1Op, ExpM1Op, std::expm1(x))
RLX_COMPLEX_MATH_OP(LogOp, complexLog, log)
RLX_MATH_OP(Log1pOp, Log1pOp, std::log1p(x))
RLX_MATH_OP(RsqrtOp, RsqrtOp, 1.0 / std::sqrt(x))
RLX_MATH_OP(SinOp, SinOp, std::sin(x))
RLX_MATH_OP(CosOp, CosOp, std::cos(x))
RLX_MATH_OP(TanOp, TanOp, std::tan(x))
RLX_MATH_OP(AsinOp, AsinOp, std::asin(x))
RLX_MATH_OP(AcosOp, AcosOp, std::acos(x))
RLX_MATH_OP(AtanOp, AtanOp, std::atan(x))
RLX_MATH_OP(TanhOp, TanhOp, std::tanh(x))
RLX_MATH_OP(CeilOp, CeilOp, std::ceil(x))
RLX_MATH_OP(FloorOp, FloorOp, std::floor(x))
RLX_MATH_OP(RoundOp, RoundEvenOp, std::nearbyint(x)) // the default mode rounds ties to even

RLX_BUILD_SCALAR(SqrtOp) {
  if (isComplex(operandElement(*this)))
    return complexSqrt(b, loc, v[0]);
  return floatFormula(b, loc, v[0], [](Expr x) {
    auto root = math::SqrtOp::create(*x.builder, x.loc, x.value);
    root->setAttr(kRoundedAttr, x.builder->getUnitAttr());
    return x.with(root);
  });
}
RLX_EVALUATE(SqrtOp) {
  if (in[0].isComplex())
    return ref::mapComplex(in, out, [](std::complex<double> z) { return std::sqrt(z); });
  return ref::mapUnary(in, out, [](double x) { return std::sqrt(x); });
}

OpFoldResult CeilOp::fold(FoldAdaptor) {
  return foldIdempotent(*this);
}
OpFoldResult FloorOp::fold(FoldAdaptor) {
  return foldIdempotent(*this);
}
OpFoldResult RoundOp::fold(FoldAdaptor) {
  return foldIdempotent(*this);
}

// ---- hyperbolic functions, in forms that neither cancel near 0 or 1 nor overflow early ----

namespace {

Expr withSignOf(Expr magnitude, Expr x) {
  return magnitude.apply<math::CopySignOp>(x);
}

// (t + t / (t + 1)) / 2 for t = e^|x| - 1. For large t it is e^|x| / 2, as two factors, so that it
// overflows no earlier than the result.
Expr sinhOf(Expr x) {
  Expr a = abs(x), t = expm1(a), root = exp(0.5 * a);
  Expr near = 0.5 * (t + t / (t + 1.0));
  return withSignOf(select(arith::CmpFPredicate::OGT, a, 20.0, (0.5 * root) * root, near), x);
}

// (e^|x| + e^-|x|) / 2. For large e^|x| as in sinhOf.
Expr coshOf(Expr x) {
  Expr a = abs(x), power = exp(a), root = exp(0.5 * a);
  Expr near = 0.5 * (power + 1.0 / power);
  return select(arith::CmpFPredicate::OGT, a, 20.0, (0.5 * root) * root, near);
}

// log1p(a + a^2 / (1 + sqrt(a^2 + 1))), or ln(2 a) if a^2 might overflow.
Expr asinhOf(Expr x) {
  Expr a = abs(x), square = a * a;
  Expr root = (square + 1.0).apply<math::SqrtOp>();
  Expr large = a.apply<math::LogOp>() + 0.69314718055994530942;
  Expr near = log1p(a + square / (1.0 + root));
  return withSignOf(select(arith::CmpFPredicate::OGT, a, 1e9, large, near), x);
}

// log1p(d + sqrt(d) sqrt(d + 2)) for d = x - 1, NaN below 0; ln(2 x) if 2 x might overflow.
Expr acoshOf(Expr x) {
  Expr d = x + -1.0;
  Expr root = d.apply<math::SqrtOp>() * (d + 2.0).apply<math::SqrtOp>();
  Expr large = x.apply<math::LogOp>() + 0.69314718055994530942;
  return select(arith::CmpFPredicate::OGT, x, 1e9, large, log1p(d + root));
}

// log1p(2 a / (1 - a)) / 2
Expr atanhOf(Expr x) {
  Expr a = abs(x);
  return withSignOf(0.5 * log1p(2.0 * a / (1.0 + -a)), x);
}

// Keeps the sign of -0, which approximations lose.
Expr erfOf(Expr x) {
  return withSignOf(erf(x), x);
}

} // namespace

#define RLX_FORMULA_OP(OpTy, FORMULA, FUNCTION)                                                    \
  RLX_BUILD_SCALAR(OpTy) {                                                                         \
    return floatFormula(b, loc, v[0], FORMULA);                                                    \
  }                                                                                                \
  RLX_EVALUATE(OpTy) {                                                                             \
    return ref::mapUnary(in, out, [](double x) { return std::FUNCTION(x); });                      \
  }
RLX_FORMULA_OP(SinhOp, sinhOf, sinh)
RLX_FORMULA_OP(CoshOp, coshOf, cosh)
RLX_FORMULA_OP(AcoshOp, acoshOf, acosh)
RLX_FORMULA_OP(ErfOp, erfOf, erf)
RLX_FORMULA_OP(AsinhOp, asinhOf, asinh)
RLX_FORMULA_OP(AtanhOp, atanhOf, atanh)

// ---- reciprocal ----

RLX_BUILD_SCALAR(ReciprocalOp) {
  return floatFormula(b, loc, v[0], [](Expr x) { return 1.0 / x; });
}
RLX_EVALUATE(ReciprocalOp) {
  return ref::mapUnary(in, out, [](double x) { return 1.0 / x; });
}

// ---- neg ----

OpFoldResult NegOp::fold(FoldAdaptor) {
  return foldInvolution(*this);
}
RLX_BUILD_SCALAR(NegOp) {
  if (isComplex(operandElement(*this)))
    return complexNeg(b, loc, v[0]);
  if (isFloat(operandElement(*this)))
    return arith::NegFOp::create(b, loc, v[0]).getResult();
  return arith::SubIOp::create(b, loc, intConstant(b, loc, v[0], 0), v[0]).getResult();
}
RLX_EVALUATE(NegOp) {
  if (in[0].isComplex())
    return ref::mapComplex(in, out, [](std::complex<double> z) { return -z; });
  return ref::mapUnary(
      in, out, [](double x) { return -x; }, [](auto x) { return 0 - uint64_t(x); });
}

// ---- abs ----

OpFoldResult AbsOp::fold(FoldAdaptor) {
  if (isUnsigned(operandElement(*this)))
    return foldTo(*this, getInput());
  return foldIdempotent(*this);
}
RLX_BUILD_SCALAR(AbsOp) {
  Type element = operandElement(*this);
  if (isFloat(element))
    return math::AbsFOp::create(b, loc, v[0]).getResult();
  if (isUnsigned(element))
    return v[0];
  return math::AbsIOp::create(b, loc, v[0]).getResult();
}
RLX_EVALUATE(AbsOp) {
  return ref::mapUnary(
      in, out, [](double x) { return std::fabs(x); },
      [](auto x) { return x < 0 ? 0 - uint64_t(x) : uint64_t(x); });
}

// ---- sign ----

OpFoldResult SignOp::fold(FoldAdaptor) {
  return foldIdempotent(*this);
}
RLX_BUILD_SCALAR(SignOp) {
  Type element = operandElement(*this);
  Value x = v[0];
  if (isFloat(element)) {
    Expr e{&b, loc, x};
    using P = arith::CmpFPredicate;
    // For values neither above nor below zero: +0 for a zero, x itself for NaN.
    Expr other = select(P::UNO, e, 0.0, e, e.constant(0.0));
    Expr negative = select(P::OLT, e, 0.0, e.constant(-1.0), other);
    return select(P::OGT, e, 0.0, e.constant(1.0), negative).value;
  }
  using P = arith::CmpIPredicate;
  Value zero = intConstant(b, loc, x, 0), one = intConstant(b, loc, x, 1);
  Value isZero = arith::CmpIOp::create(b, loc, P::eq, x, zero);
  Value sign = arith::SelectOp::create(b, loc, isZero, zero, one);
  if (isUnsigned(element))
    return sign;
  Value isNegative = arith::CmpIOp::create(b, loc, P::slt, x, zero);
  return arith::SelectOp::create(b, loc, isNegative, intConstant(b, loc, x, -1), sign).getResult();
}
RLX_EVALUATE(SignOp) {
  return ref::mapUnary(
      in, out, [](double x) { return std::isnan(x) ? x : double(x > 0) - double(x < 0); },
      [](auto x) { return int64_t(x > 0) - int64_t(x < 0); });
}

// ---- not ----

OpFoldResult NotOp::fold(FoldAdaptor) {
  return foldInvolution(*this);
}
RLX_BUILD_SCALAR(NotOp) {
  return arith::XOrIOp::create(b, loc, v[0], intConstant(b, loc, v[0], -1)).getResult();
}
RLX_EVALUATE(NotOp) {
  return ref::mapUnary(in, out, [](double x) { return x; }, [](auto x) { return ~uint64_t(x); });
}

// ---- is_nan, is_inf ----

RLX_BUILD_SCALAR(IsNanOp) {
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, v[0], v[0]).getResult();
}
RLX_EVALUATE(IsNanOp) {
  return ref::mapUnary(in, out, [](double x) { return std::isnan(x) ? 1.0 : 0.0; });
}

RLX_BUILD_SCALAR(IsInfOp) {
  Expr x{&b, loc, v[0]};
  Expr infinity = x.constant(std::numeric_limits<double>::infinity());
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, abs(x).value, infinity.value)
      .getResult();
}
RLX_EVALUATE(IsInfOp) {
  return ref::mapUnary(in, out, [](double x) { return std::isinf(x) ? 1.0 : 0.0; });
}
