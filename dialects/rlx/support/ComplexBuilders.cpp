// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ComplexBuilders.h. An `Expr` is a scalar under construction, so that formulas
// read as in mathematics; `Parts` are the real and imaginary part of one complex number. Special
// values are mended with selects, so there are no branches.
#include "dialects/rlx/support/ComplexBuilders.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

using P = arith::CmpFPredicate;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Parts {
  Expr re, im;
};

Parts partsOf(OpBuilder &b, Location loc, Value z) {
  return {{&b, loc, complex::ReOp::create(b, loc, z)}, {&b, loc, complex::ImOp::create(b, loc, z)}};
}
Expr widened(Expr x) {
  return x.with(convertFloat(*x.builder, x.loc, x.value, x.builder->getF64Type()));
}
Parts wideParts(OpBuilder &b, Location loc, Value z) {
  Parts parts = partsOf(b, loc, z);
  return {widened(parts.re), widened(parts.im)};
}
// The complex number with these parts, rounded to its type.
Value made(Type type, Parts parts) {
  Type part = cast<ComplexType>(type).getElementType();
  OpBuilder &b = *parts.re.builder;
  Location loc = parts.re.loc;
  return complex::CreateOp::create(b, loc, type, convertFloat(b, loc, parts.re.value, part),
                                   convertFloat(b, loc, parts.im.value, part));
}

// ---- comparisons and selects ----

Expr compare(P predicate, Expr l, Expr r) {
  return l.with(arith::CmpFOp::create(*l.builder, l.loc, predicate, l.value, r.value));
}
Expr compare(P predicate, Expr l, double r) {
  return compare(predicate, l, l.constant(r));
}
Expr both(Expr l, Expr r) {
  return l.apply<arith::AndIOp>(r);
}
Expr either(Expr l, Expr r) {
  return l.apply<arith::OrIOp>(r);
}
Expr choose(Expr condition, Expr yes, Expr no) {
  return yes.with(
      arith::SelectOp::create(*yes.builder, yes.loc, condition.value, yes.value, no.value));
}
Parts choose(Expr condition, Parts yes, Parts no) {
  return {choose(condition, yes.re, no.re), choose(condition, yes.im, no.im)};
}
Expr isNan(Expr x) {
  return compare(P::UNO, x, x);
}
Expr isInf(Expr x) {
  return compare(P::OEQ, abs(x), kInfinity);
}
Expr isFinite(Expr x) {
  return compare(P::OLT, abs(x), kInfinity);
}
Expr copySign(Expr magnitude, Expr sign) {
  return magnitude.apply<math::CopySignOp>(sign);
}
Expr squareRoot(Expr x) {
  return x.apply<math::SqrtOp>();
}

// The larger absolute value of the parts, and the ratio of the smaller to the larger. The ratio is
// at most 1, and 0 if both are 0.
struct Magnitudes {
  Expr larger, ratio, anyInf;
};
Magnitudes magnitudes(Parts z) {
  Expr x = abs(z.re), y = abs(z.im);
  Expr larger = x.apply<arith::MaximumFOp>(y), smaller = x.apply<arith::MinimumFOp>(y);
  Expr isZero = compare(P::OEQ, larger, 0.0);
  Expr ratio = choose(isZero, larger, smaller / larger);
  return {larger, ratio, either(isInf(z.re), isInf(z.im))};
}

// sqrt(x^2 + y^2), without overflow of the squares.
Expr hypotenuse(Parts z) {
  Magnitudes m = magnitudes(z);
  return choose(m.anyInf, z.re.constant(kInfinity), m.larger * squareRoot(1.0 + m.ratio * m.ratio));
}

// ---- division ----

// 1 for an infinity and 0 for anything else, with the sign of x.
Expr boxed(Expr x) {
  return copySign(choose(isInf(x), x.constant(1), x.constant(0)), x);
}

// The result that annex G requires if the formula gave NaN for both parts.
Parts mendedQuotient(Parts z, Parts w, Parts quotient) {
  Expr failed = both(isNan(quotient.re), isNan(quotient.im));
  Expr finiteZ = both(isFinite(z.re), isFinite(z.im));
  Expr finiteW = both(isFinite(w.re), isFinite(w.im));
  auto scaled = [](Expr factor, Parts a, Parts b) -> Parts { // factor * a * conj(b)
    return {factor * (a.re * b.re + a.im * b.im), factor * (a.im * b.re - a.re * b.im)};
  };
  Expr infinity = z.re.constant(kInfinity), zero = z.re.constant(0);
  Expr byZero = both(both(compare(P::OEQ, w.re, 0.0), compare(P::OEQ, w.im, 0.0)),
                     either(compare(P::ORD, z.re, z.re), compare(P::ORD, z.im, z.im)));
  Expr signedInfinity = copySign(infinity, w.re);
  Parts ofZero{signedInfinity * z.re, signedInfinity * z.im};
  Parts ofInfinite = scaled(infinity, {boxed(z.re), boxed(z.im)}, w);
  Parts byInfinite = scaled(zero, z, {boxed(w.re), boxed(w.im)});
  Expr isInfinite = both(either(isInf(z.re), isInf(z.im)), finiteW);
  Expr isByInfinite = both(either(isInf(w.re), isInf(w.im)), finiteZ);
  Parts mended = choose(isByInfinite, byInfinite, quotient);
  mended = choose(isInfinite, ofInfinite, mended);
  return choose(failed, choose(byZero, ofZero, mended), quotient);
}

} // namespace

Value rlx::complexConstant(OpBuilder &b, Location loc, Type type, double re, double im) {
  Type part = cast<ComplexType>(type).getElementType();
  return complex::ConstantOp::create(
      b, loc, type, b.getArrayAttr({b.getFloatAttr(part, re), b.getFloatAttr(part, im)}));
}

Value rlx::complexNeg(OpBuilder &b, Location loc, Value z) {
  Parts x = partsOf(b, loc, z);
  return made(z.getType(), {-x.re, -x.im});
}

// e^x (cos y + i sin y). Multiplies by e^(x/2) twice, so it overflows no earlier than the result.
Value rlx::complexExp(OpBuilder &b, Location loc, Value z) {
  Parts x = wideParts(b, loc, z);
  Expr root = exp(0.5 * x.re), zero = x.re.constant(0);
  Parts rotated{(root * x.im.apply<math::CosOp>()) * root,
                (root * x.im.apply<math::SinOp>()) * root};
  Parts real{root * root, x.im};
  Parts result = choose(compare(P::OEQ, x.im, 0.0), real, rotated);
  Expr noAngle = either(isNan(x.im), isInf(x.im));
  Expr vanishes = both(noAngle, compare(P::OEQ, x.re, -kInfinity));
  Expr grows = both(noAngle, compare(P::OEQ, x.re, kInfinity));
  result = choose(vanishes, Parts{zero, zero}, result);
  Parts infinite{x.re, x.re.constant(std::numeric_limits<double>::quiet_NaN())};
  return made(z.getType(), choose(grows, infinite, result));
}

// log |z| + i atan2(y, x)
Value rlx::complexLog(OpBuilder &b, Location loc, Value z) {
  Parts x = wideParts(b, loc, z);
  Magnitudes m = magnitudes(x);
  Expr length = m.larger.apply<math::LogOp>() + 0.5 * log1p(m.ratio * m.ratio);
  length = choose(m.anyInf, length.constant(kInfinity), length);
  return made(z.getType(), {length, x.im.apply<math::Atan2Op>(x.re)});
}

Value rlx::complexSqrt(OpBuilder &b, Location loc, Value z) {
  Parts x = wideParts(b, loc, z);
  // The part with the larger absolute value; the other part is y / 2 divided by it.
  Expr large = squareRoot(0.5 * abs(x.re) + 0.5 * hypotenuse(x));
  Expr small = choose(compare(P::OEQ, large, 0.0), large, abs(x.im) / (2.0 * large));
  Expr isLeft = compare(P::OLT, x.re, 0.0);
  Parts result{choose(isLeft, small, large), copySign(choose(isLeft, large, small), x.im)};
  Parts infinite{x.re.constant(kInfinity), x.im};
  return made(z.getType(), choose(isInf(x.im), infinite, result));
}

Value rlx::complexAdd(OpBuilder &b, Location loc, Value z, Value w) {
  Parts x = partsOf(b, loc, z), y = partsOf(b, loc, w);
  return made(z.getType(), {x.re + y.re, x.im + y.im});
}

Value rlx::complexSub(OpBuilder &b, Location loc, Value z, Value w) {
  Parts x = partsOf(b, loc, z), y = partsOf(b, loc, w);
  return made(z.getType(), {x.re - y.re, x.im - y.im});
}

Value rlx::complexMul(OpBuilder &b, Location loc, Value z, Value w) {
  Parts x = wideParts(b, loc, z), y = wideParts(b, loc, w);
  return made(z.getType(), {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re});
}

// Divides numerator and denominator by the larger part of w, so that its square neither overflows
// nor underflows: R. L. Smith, "Algorithm 116: Complex division" (1962).
Value rlx::complexDiv(OpBuilder &b, Location loc, Value z, Value w) {
  Parts x = wideParts(b, loc, z), y = wideParts(b, loc, w);
  Expr larger = abs(y.re).apply<arith::MaxNumFOp>(abs(y.im));
  Expr c = y.re / larger, d = y.im / larger;
  Expr divisor = y.re * c + y.im * d;
  Parts quotient{(x.re * c + x.im * d) / divisor, (x.im * c - x.re * d) / divisor};
  return made(z.getType(), mendedQuotient(x, y, quotient));
}

Value rlx::complexMultiplyAccumulate(OpBuilder &b, Location loc, Value z, Value w, Value acc) {
  Parts x = partsOf(b, loc, z), y = partsOf(b, loc, w), sum = partsOf(b, loc, acc);
  Value negated = (-x.im).value;
  Value re = multiplyAccumulate(b, loc, x.re.value, y.re.value, sum.re.value);
  Value im = multiplyAccumulate(b, loc, x.re.value, y.im.value, sum.im.value);
  re = multiplyAccumulate(b, loc, negated, y.im.value, re);
  im = multiplyAccumulate(b, loc, x.im.value, y.re.value, im);
  return complex::CreateOp::create(b, loc, acc.getType(), re, im);
}

Value rlx::complexEqual(OpBuilder &b, Location loc, Value z, Value w) {
  Parts x = partsOf(b, loc, z), y = partsOf(b, loc, w);
  return both(compare(P::OEQ, x.re, y.re), compare(P::OEQ, x.im, y.im)).value;
}

Value rlx::complexAbs(OpBuilder &b, Location loc, Value z) {
  Type part = cast<ComplexType>(z.getType()).getElementType();
  return convertFloat(b, loc, hypotenuse(wideParts(b, loc, z)).value, part);
}

Value rlx::complexNormSq(OpBuilder &b, Location loc, Value z) {
  Parts x = wideParts(b, loc, z);
  Type part = cast<ComplexType>(z.getType()).getElementType();
  return convertFloat(b, loc, (x.re * x.re + x.im * x.im).value, part);
}
