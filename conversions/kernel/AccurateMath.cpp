// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The formulas of accurate math functions; see AccurateMath.h.
//
// Expr is a value with operators that emit arith and math ops. Sources: Cephes for atan, sin, cos
// and exp, Payne and Hanek for the reduction of large angles, Kahan for log1p, and own minimax fits
// for erf.
#include "conversions/kernel/AccurateMath.h"

#include <cmath>

#include "dialects/rlx/support/ScalarBuilders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {
namespace {

using P = arith::CmpFPredicate;

Expr log(Expr x) {
  return x.apply<math::LogOp>();
}
Expr floor(Expr x) {
  return x.apply<math::FloorOp>();
}
Expr withSignOf(Expr magnitude, Expr x) {
  return magnitude.apply<math::CopySignOp>(x);
}
Expr converted(Expr x, Type element) {
  return x.with(convertFloat(*x.builder, x.loc, x.value, element));
}

Expr select(P predicate, Expr x, Expr bound, Expr yes, Expr no) {
  Value condition = arith::CmpFOp::create(*x.builder, x.loc, predicate, x.value, bound.value);
  return x.with(arith::SelectOp::create(*x.builder, x.loc, condition, yes.value, no.value));
}

// c0 + c1 x + c2 x^2 + …
Expr polynomial(Expr x, ArrayRef<double> coefficients) {
  Expr sum = x.constant(coefficients.back());
  for (double c : llvm::reverse(coefficients.drop_back()))
    sum = x.with(math::FmaOp::create(*x.builder, x.loc, sum.value, x.value, x.constant(c).value));
  return sum;
}

// ---- f64: MLIR lowers expm1 and log1p to exp and log, which cancel near 0 ----

// Near 0 through t = tanh(x / 2): e^x - 1 = 2 t / (1 - t). Nothing cancels elsewhere.
Expr expm1OfDouble(Expr x) {
  Expr t = tanh(0.5 * x);
  Expr near = 2.0 * t / (1.0 + -t);
  return select(P::OLT, abs(x), 1.0, near, exp(x) + -1.0);
}

// Kahan's formula: ln(u) x / (u - 1) for u = 1 + x as rounded. Both factors have the same error.
Expr log1pOfDouble(Expr x) {
  Expr u = 1.0 + x, difference = u + -1.0;
  Expr scaled = log(u) * (x / difference);
  Expr finite = select(P::OEQ, difference, 0.0, x, scaled);
  return select(P::OEQ, x, INFINITY, x, finite);
}

// ---- f32: where MLIR's approximations are wrong or too coarse ----

// MLIR's log treats subnormals as the smallest normal number.
Expr logOfFloat(Expr x) {
  Expr scaled = select(P::OLT, x, 0x1p-126, x * 0x1p24, x);
  Expr lnScale = select(P::OLT, x, 0x1p-126, x.constant(-16.635532333438687), x.constant(0.0));
  return log(scaled) + lnScale;
}

// atan |x| = base + atan y with |y| <= tan(pi / 8), and Cephes' polynomial.
Expr atanOfFloat(Expr x) {
  constexpr double kTanPi8 = 0.4142135623730950488, kTan3Pi8 = 2.414213562373095049;
  Expr a = abs(x);
  auto choose = [&](Expr small, Expr middle, Expr large) {
    return select(P::OGT, a, kTan3Pi8, large, select(P::OGT, a, kTanPi8, middle, small));
  };
  Expr numerator = choose(a, a + -1.0, a.constant(-1.0));
  Expr denominator = choose(a.constant(1.0), a + 1.0, a);
  Expr base = choose(a.constant(0.0), a.constant(M_PI_4), a.constant(M_PI_2));
  Expr y = numerator / denominator, square = y * y;
  Expr tail = polynomial(
      square, {-3.33329491539e-1, 1.99777106478e-1, -1.38776856032e-1, 8.05374449538e-2});
  return withSignOf(base + (y + y * square * tail), x);
}

// x| = (quadrant + rest) quarter turns, with quadrant 0..9 and |rest| <= 1/2. Both are f64.
struct QuarterTurns {
  Expr quadrant, rest;
};

// Exact argument reduction after Payne and Hanek. MLIR's loses digits from about 100 on and
// overflows beyond 1e10. The product of an f32 and a 29-bit part of 2/pi is exact in f64. Parts
// whose product is a multiple of 4 are skipped, depending on the exponent of x; the next four parts
// suffice.
QuarterTurns quarterTurns(Expr x) {
  // 2/pi in parts with the weights 2^-29, 2^-58, …
  static constexpr double parts[] = {0x1.45f306dp-1,  0x1.9391054p-30,  0x1.4fe13abp-59,
                                     0x1.d1f534dp-88, 0x1.b81b6c5p-117, 0x1.5993c4p-148,
                                     0x1.c820ff2p-175};
  Expr a = converted(abs(x), x.builder->getF64Type());
  auto product = [&](unsigned i) {
    auto part = [&](unsigned skipped) { return a.constant(parts[i + skipped]); };
    Expr huge = select(P::OLT, a, 0x1p112, part(2), part(3));
    return a * select(P::OLT, a, 0x1p54, part(0), select(P::OLT, a, 0x1p83, part(1), huge));
  };
  auto modulo4 = [](Expr turns) { return turns - 4.0 * floor(0.25 * turns); };
  Expr high = modulo4(product(0)) + modulo4(product(1)), low = product(2) + product(3);
  Expr quadrant = floor(high + low + 0.5);
  return {quadrant, (high - quadrant) + low};
}

// sin |x| and cos |x|.
struct SinCos {
  Expr sin, cos;
};

SinCos sinCosOfMagnitude(Expr x) {
  auto [quadrant, rest] = quarterTurns(x);
  Type element = getElementTypeOrSelf(x.value.getType());
  Expr y = converted(rest * M_PI_2, element), z = y * y;
  // Cephes' polynomials for |y| <= pi / 4.
  Expr s = y + y * z * polynomial(z, {-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4});
  Expr c = 1.0 + z * polynomial(z, {-0.5, 4.166664568298827e-2, -1.388731625493765e-3,
                                    2.443315711809948e-5});
  // 0, 1/4, 1/2 or 3/4 of a full turn.
  Expr turn = 0.25 * converted(quadrant, element);
  turn = turn - floor(turn);
  Expr fromHalf = abs(turn + -0.5); // 1/4 in odd quadrants
  auto choose = [&](Expr even, Expr odd) { return select(P::OEQ, fromHalf, 0.25, odd, even); };
  Expr sin = choose(s, c), cos = choose(c, s);
  return {select(P::OGE, turn, 0.5, -sin, sin),
          select(P::OLT, abs(turn + -0.375), 0.25, -cos, cos)};
}

Expr sinOfFloat(Expr x) {
  return x.constant(1.0).apply<math::CopySignOp>(x) * sinCosOfMagnitude(x).sin;
}
Expr cosOfFloat(Expr x) {
  return sinCosOfMagnitude(x).cos;
}
Expr tanOfFloat(Expr x) {
  SinCos both = sinCosOfMagnitude(x);
  return x.constant(1.0).apply<math::CopySignOp>(x) * (both.sin / both.cos);
}

// 2^-x for 0 <= x < 126.
Expr exp2OfNegative(Expr x) {
  // Adding it leaves the nearest integer in the lowest bits of the sum.
  constexpr double kRounder = 0x1.8p23;
  Expr shifted = x + kRounder, rest = (shifted - x.constant(kRounder)) - x;
  Expr power = polynomial(rest, {1.0000001192092896, 0.693146944046, 0.240221187472,
                                 0.0555071346462, 0.00967556424439, 0.00132764491718});
  OpBuilder &b = *x.builder;
  Type type = x.value.getType();
  Type bits = b.getI32Type();
  if (auto vector = dyn_cast<ShapedType>(type))
    bits = vector.clone(bits);
  auto bitsOf = [&](Expr e) { return arith::BitcastOp::create(b, x.loc, bits, e.value); };
  Value mantissaBits = arith::ConstantOp::create(
      b, x.loc,
      isa<ShapedType>(bits)
          ? cast<TypedAttr>(DenseElementsAttr::get(cast<ShapedType>(bits), int32_t(23)))
          : TypedAttr(b.getI32IntegerAttr(23)));
  Value exponent = arith::ShLIOp::create(b, x.loc, bitsOf(shifted), mantissaBits);
  Value scaled = arith::SubIOp::create(b, x.loc, bitsOf(power), exponent);
  return x.with(arith::BitcastOp::create(b, x.loc, type, scaled));
}

// Near 0: x + x s(x^2). Elsewhere: 1 - 2^-l(|x|) with l = -log2(1 - erf). Within 1.6 ulp; both
// polynomials are minimax fits. MLIR's erf has 4.3 ulp, a division, and selects each coefficient
// from four.
Expr erfOfFloat(Expr x) {
  constexpr double kNear = 0.92, kOne = 4.0; // where erf is 1
  Expr square = x * x, a = abs(x);
  Expr s = polynomial(square, {0.12837915122509003, -0.37612497806549, 0.11281846463680267,
                               -0.0267677269876, 0.00499483896419406, -0.0005999442655593157});
  Expr near = x.with(math::FmaOp::create(*x.builder, x.loc, x.value, s.value, x.value));
  Expr l = polynomial(select(P::OLT, a, kOne, a, x.constant(kOne)),
                      {0.0002986587933264673, 1.6268224716186523, 0.9193801879882812,
                       0.14983300864696503, -0.03201304376125336, 0.004376683384180069,
                       -0.00028124763048253953});
  Expr far = withSignOf(1.0 + -exp2OfNegative(l), x);
  return select(P::OGE, a, kNear, far, near); // NaN is kept
}

using Formula = Expr (*)(Expr);

Formula formulaOfDouble(Operation *op) {
  return TypeSwitch<Operation *, Formula>(op)
      .Case<math::ExpM1Op>([](auto) { return expm1OfDouble; })
      .Case<math::Log1pOp>([](auto) { return log1pOfDouble; })
      .Default(Formula());
}

Formula formulaOfFloat(Operation *op) {
  return TypeSwitch<Operation *, Formula>(op)
      .Case<math::LogOp>([](auto) { return logOfFloat; })
      .Case<math::AtanOp>([](auto) { return atanOfFloat; })
      .Case<math::SinOp>([](auto) { return sinOfFloat; })
      .Case<math::CosOp>([](auto) { return cosOfFloat; })
      .Case<math::TanOp>([](auto) { return tanOfFloat; })
      .Case<math::ErfOp>([](auto) { return erfOfFloat; })
      .Default(Formula());
}

Formula formulaOf(Operation *op) {
  if (op->getNumResults() != 1)
    return nullptr;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return element.isF64() ? formulaOfDouble(op) : element.isF32() ? formulaOfFloat(op) : nullptr;
}

// ---- f32, for targets whose multiply-add may round twice ----

// The type of x with other elements.
Type typeLike(Expr x, Type element) {
  auto shaped = dyn_cast<ShapedType>(x.value.getType());
  return shaped ? Type(shaped.clone(element)) : element;
}

// 2^n for an integer n from -126 to 127.
Expr powerOfTwo(Expr n) {
  OpBuilder &b = *n.builder;
  Value number = arith::FPToSIOp::create(b, n.loc, typeLike(n, b.getI32Type()), (n + 127.0).value);
  Value bits = arith::ShLIOp::create(b, n.loc, number, intConstant(b, n.loc, number, 23));
  return n.with(arith::BitcastOp::create(b, n.loc, n.value.getType(), bits));
}

// log2 x in f64, for a positive and finite x.
Expr log2InDouble(Expr x) {
  OpBuilder &b = *x.builder;
  Location loc = x.loc;
  // Subnormals have no leading bit, so they are scaled.
  Expr scaled = select(P::OLT, x, 0x1p-126, x * 0x1p24, x);
  Expr lowered = select(P::OLT, x, 0x1p-126, x.constant(24.0), x.constant(0.0));
  Value bits = arith::BitcastOp::create(b, loc, typeLike(x, b.getI32Type()), scaled.value);
  auto integer = [&](int64_t value) { return intConstant(b, loc, bits, value); };
  // The mantissa m is between the roots of 1/2 and 2. Its bits are counted from those of the first
  // root.
  constexpr int64_t kRootBits = 0x3f3504f3;
  Value above = arith::SubIOp::create(b, loc, bits, integer(kRootBits));
  Value exponent = arith::ShRSIOp::create(b, loc, above, integer(23));
  Value whole = arith::ShLIOp::create(b, loc, exponent, integer(23));
  Value mantissa = arith::SubIOp::create(b, loc, bits, whole);
  Expr m = converted(x.with(arith::BitcastOp::create(b, loc, x.value.getType(), mantissa)),
                     b.getF64Type());
  Expr n = x.with(arith::SIToFPOp::create(b, loc, typeLike(x, b.getF64Type()), exponent)) -
           converted(lowered, b.getF64Type());
  // ln m = 2 artanh s with |s| < 0.172.
  Expr s = (m + -1.0) / (m + 1.0);
  Expr series = polynomial(
      s * s, {1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17});
  return n + 2.0 * M_LOG2E * (s * series);
}

// 2^p as f32, for p in f64.
Expr exp2FromDouble(Expr p) {
  OpBuilder &b = *p.builder;
  constexpr double kMax = 129.0, kMin = -151.0; // beyond these: infinity and 0
  Expr inside =
      select(P::OGT, p, kMin, select(P::OLT, p, kMax, p, p.constant(kMax)), p.constant(kMin));
  Expr n = floor(inside + 0.5), t = (inside - n) * M_LN2;
  Expr power =
      polynomial(t, {1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
                     1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800});
  Expr exponent = converted(n, b.getF32Type()), half = floor(exponent * 0.5);
  Expr first = converted(powerOfTwo(half), b.getF64Type()),
       second = converted(powerOfTwo(exponent - half), b.getF64Type());
  return converted(power * first * second, b.getF32Type());
}

// x^y = 2^(y log2 |x|), with the sign and the special cases of IEEE 754 pow. The exponent has at
// most 8 bits before the point, which leaves enough digits of f64 behind it.
Expr powInDouble(Expr x, Expr y) {
  Expr a = abs(x), one = x.constant(1.0);
  Expr inner = select(P::OGT, a, 0.0, select(P::OLT, a, INFINITY, a, one), one);
  Type f64 = x.builder->getF64Type();
  Expr log2 = log2InDouble(inner);
  log2 = select(P::OEQ, a, 0.0, log2.constant(-INFINITY), log2);
  log2 = select(P::OEQ, a, INFINITY, log2.constant(INFINITY), log2);
  Expr magnitude = exp2FromDouble(converted(y, f64) * log2);
  Expr isWhole = floor(y), half = y * 0.5;
  Expr odd = select(P::OEQ, isWhole, y, select(P::OEQ, floor(half), half, x.constant(0.0), one),
                    x.constant(0.0));
  Expr negative = select(P::OLT, withSignOf(one, x), 0.0, one, x.constant(0.0));
  Expr result = select(P::OEQ, odd * negative, 1.0, -magnitude, magnitude);
  // A root of a negative number is NaN.
  Expr isRoot = select(P::OEQ, isWhole, y, x.constant(0.0), one);
  Expr none =
      select(P::OLT, x, 0.0, select(P::OLT, a, INFINITY, isRoot, x.constant(0.0)), x.constant(0.0));
  result = select(P::OEQ, none, 1.0, x.constant(NAN), result);
  result = select(P::UNO, x, y, x + y, result);
  // Cases in which infinity times 0 gives NaN: 1 to any power, and -1 to an infinite one.
  Expr oneAnyway = select(P::OEQ, a, 1.0, select(P::OEQ, abs(y), INFINITY, one, result), result);
  result = select(P::OEQ, x, 1.0, one, oneAnyway);
  return select(P::OEQ, y, 0.0, one, result);
}

struct PowInDouble : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return failure();
    Expr x{&rewriter, op.getLoc(), op.getLhs()};
    rewriter.replaceOp(op, powInDouble(x, x.with(op.getRhs())).value);
    return success();
  }
};

// e^x = 2^n e^r with |r| <= ln(2) / 2. ln(2) is split in two parts, of which the first times n is
// exact. The polynomial is Cephes'. 2^n is a product of two factors, so that each is a normal
// number.
Expr expOfFloat(Expr x) {
  constexpr double kOverflow = 0x1.62e42ep6, kUnderflow = -104.0;
  Expr inside =
      select(P::OGT, x, kUnderflow, select(P::OLT, x, kOverflow, x, x.constant(kOverflow)),
             x.constant(kUnderflow));
  Expr n = floor(inside * 1.44269504088896341 + 0.5);
  Expr r = (inside - n * 0.693359375) - n * -2.12194440054690583e-4;
  Expr tail = polynomial(r, {5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2, 8.3334519073e-3,
                             1.3981999507e-3, 1.9875691500e-4});
  Expr power = (tail * (r * r) + r) + 1.0;
  Expr half = floor(n * 0.5);
  Expr result = power * powerOfTwo(half) * powerOfTwo(n - half);
  result = select(P::OGT, x, kOverflow, x.constant(INFINITY), result);
  result = select(P::OLT, x, kUnderflow, x.constant(0.0), result);
  return select(P::UNO, x, 0.0, x, result); // NaN is kept
}

struct ExpWithoutFma : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return failure();
    rewriter.replaceOp(op, expOfFloat(Expr{&rewriter, op.getLoc(), op.getOperand()}).value);
    return success();
  }
};

// The same as for f64, except ln x for large numbers: Vulkan divides only by numbers up to 2^126.
Expr log1pOfFloat(Expr x) {
  constexpr double kLarge = 0x1p25; // 1 + x is x
  Expr u = 1.0 + x, difference = u + -1.0, ln = log(u);
  Expr result = select(P::OLT, x, kLarge, ln * (x / difference), ln);
  result = select(P::OEQ, difference, 0.0, x, result);
  return select(P::OEQ, x, INFINITY, x, result);
}

struct Log1pOfSmallDivisors : OpRewritePattern<math::Log1pOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Log1pOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return failure();
    rewriter.replaceOp(op, log1pOfFloat(Expr{&rewriter, op.getLoc(), op.getOperand()}).value);
    return success();
  }
};

} // namespace

void populateMathWithoutFma(RewritePatternSet &patterns) {
  patterns.add<ExpWithoutFma, Log1pOfSmallDivisors, PowInDouble>(patterns.getContext(),
                                                                 PatternBenefit(10));
}

void expandAccurateMath(Operation *root) {
  // Collected first: formulas may use the function that they replace.
  SmallVector<std::pair<Operation *, Formula>> found;
  root->walk([&](Operation *op) {
    if (Formula formula = formulaOf(op))
      found.push_back({op, formula});
  });
  for (auto [op, formula] : found) {
    OpBuilder builder(op);
    Expr result = formula(Expr{&builder, op->getLoc(), op->getOperand(0)});
    op->getResult(0).replaceAllUsesWith(result.value);
    op->erase();
  }
}

} // namespace rlx
