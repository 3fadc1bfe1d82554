// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the elementwise ops with two operands: fold, buildScalar and evaluate, op by op.
// Integer division never traps, and shifts are defined for all amounts. Folds are exact, including
// the sign of zero.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ops/elementwise/CorrectlyRoundedOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/ComplexBuilders.h"
#include "dialects/rlx/support/Folds.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace rlx;

using arith::CmpFPredicate;
using arith::CmpIPredicate;

// ---- add, sub, mul ----

OpFoldResult AddOp::fold(FoldAdaptor folded) {
  if (isSplatOf(folded.getRhs(), 0, -0.0))
    return foldTo(*this, getLhs());
  return {};
}
RLX_BUILD_SCALAR(AddOp) {
  if (isComplex(operandElement(*this)))
    return complexAdd(b, loc, v[0], v[1]);
  return createArith<arith::AddFOp, arith::AddIOp>(b, loc, operandElement(*this), v[0], v[1]);
}
RLX_EVALUATE(AddOp) {
  if (in[0].isComplex())
    return ref::mapComplexBinary(in, out, [](auto z, auto w) { return z + w; });
  return ref::mapBinary(
      in, out, [](double x, double y) { return x + y; },
      [](auto x, auto y) { return uint64_t(x) + uint64_t(y); });
}

OpFoldResult SubOp::fold(FoldAdaptor folded) {
  if (isSplatOf(folded.getRhs(), 0, 0.0))
    return foldTo(*this, getLhs());
  return {};
}
RLX_BUILD_SCALAR(SubOp) {
  if (isComplex(operandElement(*this)))
    return complexSub(b, loc, v[0], v[1]);
  return createArith<arith::SubFOp, arith::SubIOp>(b, loc, operandElement(*this), v[0], v[1]);
}
RLX_EVALUATE(SubOp) {
  if (in[0].isComplex())
    return ref::mapComplexBinary(in, out, [](auto z, auto w) { return z - w; });
  return ref::mapBinary(
      in, out, [](double x, double y) { return x - y; },
      [](auto x, auto y) { return uint64_t(x) - uint64_t(y); });
}

OpFoldResult MulOp::fold(FoldAdaptor folded) {
  if (isSplatOf(folded.getRhs(), 1, 1.0))
    return foldTo(*this, getLhs());
  return {};
}
RLX_BUILD_SCALAR(MulOp) {
  if (isComplex(operandElement(*this)))
    return complexMul(b, loc, v[0], v[1]);
  return createArith<arith::MulFOp, arith::MulIOp>(b, loc, operandElement(*this), v[0], v[1]);
}
RLX_EVALUATE(MulOp) {
  if (in[0].isComplex())
    return ref::mapComplexBinary(in, out, [](auto z, auto w) { return ref::product(z, w); });
  return ref::mapBinary(
      in, out, [](double x, double y) { return x * y; },
      [](auto x, auto y) { return uint64_t(x) * uint64_t(y); });
}

// ---- integer division that cannot trap ----

namespace {

Value isEqual(OpBuilder &b, Location loc, Value x, int64_t c) {
  return arith::CmpIOp::create(b, loc, CmpIPredicate::eq, x, intConstant(b, loc, x, c));
}

// SignedOp or UnsignedOp (division or remainder) with a harmless divisor. The result is 0 for
// divisor
// 0. The smallest value divided by -1 gives the result for divisor 1: the wrapped quotient, and
// remainder 0.
template <typename SignedOp, typename UnsignedOp>
Value safeDivision(OpBuilder &b, Location loc, Type element, Value x, Value y) {
  Value isZero = isEqual(b, loc, y, 0), one = intConstant(b, loc, y, 1);
  Value unsafe = isZero;
  if (!isUnsigned(element)) {
    APInt least = APInt::getSignedMinValue(element.getIntOrFloatBitWidth());
    Value overflows = arith::AndIOp::create(b, loc, isEqual(b, loc, y, -1),
                                            isEqual(b, loc, x, least.getSExtValue()));
    unsafe = arith::OrIOp::create(b, loc, unsafe, overflows);
  }
  Value divisor = arith::SelectOp::create(b, loc, unsafe, one, y);
  Value result = isUnsigned(element) ? UnsignedOp::create(b, loc, x, divisor).getResult()
                                     : SignedOp::create(b, loc, x, divisor).getResult();
  return arith::SelectOp::create(b, loc, isZero, intConstant(b, loc, x, 0), result);
}

// C's truncating division and remainder, with the same special cases.
template <typename T>
T quotient(T x, T y) {
  if (y == 0)
    return 0;
  return y == T(-1) && std::is_signed_v<T> ? T(0 - uint64_t(x)) : T(x / y);
}
template <typename T>
T remainder(T x, T y) {
  return y == 0 || (y == T(-1) && std::is_signed_v<T>) ? T(0) : T(x % y);
}

} // namespace

// ---- div ----

OpFoldResult DivOp::fold(FoldAdaptor folded) {
  if (isSplatOf(folded.getRhs(), 1, 1.0))
    return foldTo(*this, getLhs());
  return {};
}
RLX_BUILD_SCALAR(DivOp) {
  if (isComplex(operandElement(*this)))
    return complexDiv(b, loc, v[0], v[1]);
  Type element = operandElement(*this);
  if (isFloat(element)) {
    auto quotient = arith::DivFOp::create(b, loc, v[0], v[1]);
    if (!(*this)->hasAttr(kUnroundedAttr))
      quotient->setAttr(kRoundedAttr, b.getUnitAttr());
    return quotient.getResult();
  }
  return safeDivision<arith::DivSIOp, arith::DivUIOp>(b, loc, element, v[0], v[1]);
}
RLX_EVALUATE(DivOp) {
  if (in[0].isComplex())
    return ref::mapComplexBinary(in, out, [](auto z, auto w) { return z / w; });
  return ref::mapBinary(
      in, out, [](double x, double y) { return x / y; },
      [](auto x, auto y) { return quotient(x, y); });
}

// ---- fmod ----

RLX_BUILD_SCALAR(FmodOp) {
  Type element = operandElement(*this);
  if (!isFloat(element))
    return safeDivision<arith::RemSIOp, arith::RemUIOp>(b, loc, element, v[0], v[1]);
  return floatFormula(b, loc, v[0], v[1], [](Expr x, Expr y) { return x.apply<arith::RemFOp>(y); });
}
RLX_EVALUATE(FmodOp) {
  return ref::mapBinary(
      in, out, [](double x, double y) { return std::fmod(x, y); },
      [](auto x, auto y) { return remainder(x, y); });
}

// ---- mod ----

namespace {

// fmod, moved to the sign of the divisor.
Expr floatMod(Expr x, Expr y) {
  Expr rest = x.apply<arith::RemFOp>(y), moved = rest + y;
  OpBuilder &b = *x.builder;
  Location loc = x.loc;
  Value zero = x.constant(0.0).value;
  auto compare = [&](CmpFPredicate predicate, Value value) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, value, zero);
  };
  Value differs = arith::XOrIOp::create(b, loc, compare(CmpFPredicate::OLT, rest.value),
                                        compare(CmpFPredicate::OLT, y.value));
  Value isZero = compare(CmpFPredicate::OEQ, rest.value);
  Value signedZero = math::CopySignOp::create(b, loc, zero, y.value);
  Value result = arith::SelectOp::create(b, loc, differs, moved.value, rest.value);
  return x.with(arith::SelectOp::create(b, loc, isZero, signedZero, result));
}

} // namespace

RLX_BUILD_SCALAR(ModOp) {
  Type element = operandElement(*this);
  if (isFloat(element))
    return floatFormula(b, loc, v[0], v[1], floatMod);
  Value rest = safeDivision<arith::RemSIOp, arith::RemUIOp>(b, loc, element, v[0], v[1]);
  if (isUnsigned(element))
    return rest;
  Value zero = intConstant(b, loc, rest, 0);
  // The signs differ if the sign bit of the exclusive or is set.
  Value signs = arith::XOrIOp::create(b, loc, rest, v[1]);
  Value differs = arith::CmpIOp::create(b, loc, CmpIPredicate::slt, signs, zero);
  Value isRest = arith::CmpIOp::create(b, loc, CmpIPredicate::ne, rest, zero);
  Value moves = arith::AndIOp::create(b, loc, differs, isRest);
  Value moved = arith::AddIOp::create(b, loc, rest, v[1]);
  return arith::SelectOp::create(b, loc, moves, moved, rest).getResult();
}
RLX_EVALUATE(ModOp) {
  return ref::mapBinary(
      in, out,
      [](double x, double y) {
        double rest = std::fmod(x, y);
        if (rest == 0)
          return std::copysign(0.0, y);
        return std::signbit(rest) != std::signbit(y) && !std::isnan(rest) ? rest + y : rest;
      },
      [](auto x, auto y) {
        auto rest = remainder(x, y);
        return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
      });
}

// ---- max, min ----

OpFoldResult MaxOp::fold(FoldAdaptor) {
  return getLhs() == getRhs() ? foldTo(*this, getLhs()) : OpFoldResult();
}
RLX_BUILD_SCALAR(MaxOp) {
  return createArith<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
      b, loc, operandElement(*this), v[0], v[1]);
}
RLX_EVALUATE(MaxOp) {
  return ref::mapBinary(
      in, out,
      [](double x, double y) {
        if (std::isnan(x) || std::isnan(y))
          return std::numeric_limits<double>::quiet_NaN();
        return x > y || (x == y && std::signbit(y)) ? x : y;
      },
      [](auto x, auto y) { return x > y ? x : y; });
}

OpFoldResult MinOp::fold(FoldAdaptor) {
  return getLhs() == getRhs() ? foldTo(*this, getLhs()) : OpFoldResult();
}
RLX_BUILD_SCALAR(MinOp) {
  return createArith<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
      b, loc, operandElement(*this), v[0], v[1]);
}
RLX_EVALUATE(MinOp) {
  return ref::mapBinary(
      in, out,
      [](double x, double y) {
        if (std::isnan(x) || std::isnan(y))
          return std::numeric_limits<double>::quiet_NaN();
        return x < y || (x == y && std::signbit(x)) ? x : y;
      },
      [](auto x, auto y) { return x < y ? x : y; });
}

// ---- pow ----

OpFoldResult PowOp::fold(FoldAdaptor folded) {
  if (isSplatOf(folded.getRhs(), 1, 1.0))
    return foldTo(*this, getLhs());
  return {};
}

namespace {

// Rewrites small constant exponents as multiplications or a reciprocal:
//   rlx.pow %x, splat 2.0  ->  rlx.mul %x, %x
// x^2 and x^-1 round once. x^3 rounds once more, so it is not rewritten for f16 and bf16.
struct PowToProduct : OpRewritePattern<PowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PowOp op, PatternRewriter &rewriter) const override {
    Attribute exponent;
    Value x = op.getLhs();
    Type element = operandElement(op);
    if (!foldTo(op, x) || !matchPattern(op.getRhs(), m_Constant(&exponent)))
      return failure();
    if (isFloat(element) && isSplatOf(exponent, -1, -1.0)) {
      rewriter.replaceOpWithNewOp<ReciprocalOp>(op, op.getType(), x);
      return success();
    }
    bool isCube = isSplatOf(exponent, 3, 3.0) && !element.isF16() && !element.isBF16();
    if (!isCube && !isSplatOf(exponent, 2, 2.0))
      return failure();
    Value product = MulOp::create(rewriter, op.getLoc(), op.getType(), x, x);
    if (isCube)
      product = MulOp::create(rewriter, op.getLoc(), op.getType(), product, x);
    rewriter.replaceOp(op, product);
    return success();
  }
};

// Exponentiation by squaring over every bit of the exponent. There is no loop, so it vectorizes.
Value integerPower(OpBuilder &b, Location loc, Type element, Value base, Value exponent) {
  unsigned width = element.getIntOrFloatBitWidth();
  unsigned bits = isUnsigned(element) ? width : width - 1;
  Value zero = intConstant(b, loc, base, 0), one = intConstant(b, loc, base, 1);
  Value result = one, square = base;
  for (unsigned i = 0; i < bits; ++i) {
    Value mask = intConstant(b, loc, exponent, int64_t(uint64_t(1) << i));
    Value bit = arith::AndIOp::create(b, loc, exponent, mask);
    Value isSet = arith::CmpIOp::create(b, loc, CmpIPredicate::ne, bit, zero);
    Value factor = arith::SelectOp::create(b, loc, isSet, square, one);
    result = arith::MulIOp::create(b, loc, result, factor);
    if (i + 1 < bits)
      square = arith::MulIOp::create(b, loc, square, square);
  }
  if (isUnsigned(element))
    return result;
  // A negative exponent: base 1 gives 1, base -1 its parity (which the low bits have given), and
  // every other base 0.
  Value isNegative = arith::CmpIOp::create(b, loc, CmpIPredicate::slt, exponent, zero);
  Value isUnit = arith::OrIOp::create(b, loc, isEqual(b, loc, base, 1), isEqual(b, loc, base, -1));
  Value inverse = arith::SelectOp::create(b, loc, isUnit, result, zero);
  return arith::SelectOp::create(b, loc, isNegative, inverse, result);
}

template <typename T>
T power(T base, T exponent) {
  if (exponent < 0)
    return base == 1 ? T(1) : base == T(-1) ? (exponent % 2 == 0 ? T(1) : T(-1)) : T(0);
  if (exponent == 0)
    return 1;
  T half = power<T>(base, exponent / 2);
  uint64_t square = uint64_t(half) * uint64_t(half);
  return T(exponent % 2 == 0 ? square : square * uint64_t(base));
}

} // namespace

void PowOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<PowToProduct>(context);
}
RLX_BUILD_SCALAR(PowOp) {
  Type element = operandElement(*this);
  if (!isFloat(element))
    return integerPower(b, loc, element, v[0], v[1]);
  return floatFormula(b, loc, v[0], v[1], [](Expr x, Expr y) { return x.apply<math::PowFOp>(y); });
}
RLX_EVALUATE(PowOp) {
  return ref::mapBinary(
      in, out, [](double x, double y) { return std::pow(x, y); },
      [](auto x, auto y) { return power(x, y); });
}

// ---- and, or, xor ----

namespace {
double unusedForFloats(double x, double) {
  return x;
} // these ops take no floats
} // namespace

OpFoldResult AndOp::fold(FoldAdaptor folded) {
  return getLhs() == getRhs() || isSplatOf(folded.getRhs(), -1, 0) ? foldTo(*this, getLhs())
                                                                   : OpFoldResult();
}
RLX_BUILD_SCALAR(AndOp) {
  return arith::AndIOp::create(b, loc, v[0], v[1]).getResult();
}
RLX_EVALUATE(AndOp) {
  return ref::mapBinary(in, out, unusedForFloats, [](auto x, auto y) { return x & y; });
}

OpFoldResult OrOp::fold(FoldAdaptor folded) {
  return getLhs() == getRhs() || isSplatOf(folded.getRhs(), 0, 0) ? foldTo(*this, getLhs())
                                                                  : OpFoldResult();
}
RLX_BUILD_SCALAR(OrOp) {
  return arith::OrIOp::create(b, loc, v[0], v[1]).getResult();
}
RLX_EVALUATE(OrOp) {
  return ref::mapBinary(in, out, unusedForFloats, [](auto x, auto y) { return x | y; });
}

OpFoldResult XorOp::fold(FoldAdaptor folded) {
  return isSplatOf(folded.getRhs(), 0, 0) ? foldTo(*this, getLhs()) : OpFoldResult();
}
RLX_BUILD_SCALAR(XorOp) {
  return arith::XOrIOp::create(b, loc, v[0], v[1]).getResult();
}
RLX_EVALUATE(XorOp) {
  return ref::mapBinary(in, out, unusedForFloats, [](auto x, auto y) { return x ^ y; });
}

// ---- shift_left, shift_right ----

namespace {

// Whether the amount, as unsigned, is at least the width; arith's shifts are poison then.
Value isTooFar(OpBuilder &b, Location loc, Value amount, unsigned width) {
  return arith::CmpIOp::create(b, loc, CmpIPredicate::uge, amount,
                               intConstant(b, loc, amount, width));
}

bool reachesWidth(const ref::Tensor &amount, uint64_t value) {
  return value >= amount.elementType.getIntOrFloatBitWidth();
}

} // namespace

OpFoldResult ShiftLeftOp::fold(FoldAdaptor folded) {
  return isSplatOf(folded.getRhs(), 0, 0) ? foldTo(*this, getLhs()) : OpFoldResult();
}
RLX_BUILD_SCALAR(ShiftLeftOp) {
  Value zero = intConstant(b, loc, v[0], 0);
  Value far = isTooFar(b, loc, v[1], operandElement(*this).getIntOrFloatBitWidth());
  Value amount = arith::SelectOp::create(b, loc, far, zero, v[1]);
  Value shifted = arith::ShLIOp::create(b, loc, v[0], amount);
  return arith::SelectOp::create(b, loc, far, zero, shifted).getResult();
}
RLX_EVALUATE(ShiftLeftOp) {
  return ref::mapBinary(in, out, unusedForFloats, [&](auto x, auto y) {
    return reachesWidth(in[1], uint64_t(y)) ? uint64_t(0) : uint64_t(x) << y;
  });
}

OpFoldResult ShiftRightOp::fold(FoldAdaptor folded) {
  return isSplatOf(folded.getRhs(), 0, 0) ? foldTo(*this, getLhs()) : OpFoldResult();
}
RLX_BUILD_SCALAR(ShiftRightOp) {
  Type element = operandElement(*this);
  unsigned width = element.getIntOrFloatBitWidth();
  Value far = isTooFar(b, loc, v[1], width);
  if (!isUnsigned(element)) { // a shift by width - 1 leaves only sign bits
    Value last = intConstant(b, loc, v[1], width - 1);
    Value amount = arith::SelectOp::create(b, loc, far, last, v[1]);
    return arith::ShRSIOp::create(b, loc, v[0], amount).getResult();
  }
  Value zero = intConstant(b, loc, v[0], 0);
  Value amount = arith::SelectOp::create(b, loc, far, zero, v[1]);
  Value shifted = arith::ShRUIOp::create(b, loc, v[0], amount);
  return arith::SelectOp::create(b, loc, far, zero, shifted).getResult();
}
RLX_EVALUATE(ShiftRightOp) {
  return ref::mapBinary(in, out, unusedForFloats, [&](auto x, auto y) {
    using T = decltype(x);
    return reachesWidth(in[1], uint64_t(y)) ? (x < 0 ? T(-1) : T(0)) : T(x >> y);
  });
}
