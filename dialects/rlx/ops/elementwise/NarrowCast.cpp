// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of NarrowCast.h. Kernels convert by integer arithmetic on the bits of f32, which
// holds every value of the narrow floats: no processor needs instructions for them. The reference
// goes another way, over the list of a type's values.
#include "dialects/rlx/ops/elementwise/NarrowCast.h"

#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>

using namespace mlir;

namespace rlx {
namespace {

using P = arith::CmpIPredicate;
constexpr int64_t kNan32 = 0x7FC00000, kInfinity32 = 0x7F800000, kMagnitude32 = 0x7FFFFFFF;
constexpr int kFraction32 = 23, kBias32 = 127;

// The layout of a float with a sign, from the builtin type's semantics.
struct Format {
  explicit Format(FloatType type)
      : width(type.getWidth()), fraction(type.getFPMantissaWidth() - 1),
        bias(1 - llvm::APFloat::semanticsMinExponent(type.getFloatSemantics())),
        largest(
            llvm::APFloat::getLargest(type.getFloatSemantics()).bitcastToAPInt().getZExtValue()),
        hasNegativeZero(!isa<Float8E4M3FNUZType, Float8E5M2FNUZType>(type)),
        hasInfinity(isa<Float8E5M2Type>(type)), hasNan(!isa<Float4E2M1FNType>(type)) {}

  int64_t sign() const { return int64_t(1) << (width - 1); }
  // A NaN; where there is no -0, its code is the only one.
  int64_t nan() const {
    return !hasNan ? 0 : !hasNegativeZero ? sign() : hasInfinity ? largest + 3 : largest + 1;
  }

  int width, fraction, bias;
  int64_t largest; // the code of the largest finite value
  bool hasNegativeZero, hasInfinity, hasNan;
};

// Integer arithmetic on i32 scalars or vectors.
struct Bits {
  OpBuilder &b;
  Location loc;

  Value constant(Value like, int64_t value) const { return intConstant(b, loc, like, value); }
  template <typename Op>
  Value apply(Value x, int64_t y) const {
    return Op::create(b, loc, x, constant(x, y));
  }
  Value both(Value x, int64_t mask) const { return apply<arith::AndIOp>(x, mask); }
  Value add(Value x, int64_t y) const { return apply<arith::AddIOp>(x, y); }
  Value left(Value x, int64_t by) const { return apply<arith::ShLIOp>(x, by); }
  Value right(Value x, int64_t by) const { return apply<arith::ShRUIOp>(x, by); }
  Value is(P predicate, Value x, int64_t y) const {
    return arith::CmpIOp::create(b, loc, predicate, x, constant(x, y));
  }
  Value select(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }
  Value select(Value condition, int64_t yes, Value no) const {
    return select(condition, constant(no, yes), no);
  }
  Value ofFloat(Value x) const {
    return arith::BitcastOp::create(b, loc, withElement(x.getType(), b.getI32Type()), x);
  }
  Value asFloat(Value x) const {
    return arith::BitcastOp::create(b, loc, withElement(x.getType(), b.getF32Type()), x);
  }
  Value widened(Value bytes) const {
    return arith::ExtUIOp::create(b, loc, withElement(bytes.getType(), b.getI32Type()), bytes);
  }
  Value toByte(Value x) const {
    return arith::TruncIOp::create(b, loc, withElement(x.getType(), b.getI8Type()), x);
  }
};

// f8E8M0FNU is the exponent of f32, except for the code 0, which is subnormal there, and NaN.
Value decodeScale(const Bits &k, Value code) {
  Value bits = k.select(k.is(P::eq, code, 0), 0x00400000, k.left(code, kFraction32));
  return k.asFloat(k.select(k.is(P::eq, code, 0xFF), kNan32, bits));
}

Value decodeFloat(const Bits &k, Value code, FloatType from) {
  const Format format(from);
  if (format.width < 8)
    code = k.both(code, 2 * format.sign() - 1);
  Value magnitude = k.both(code, format.sign() - 1);
  Value normal = k.add(k.left(magnitude, kFraction32 - format.fraction),
                       int64_t(kBias32 - format.bias) << kFraction32);
  Type f32 = withElement(code.getType(), k.b.getF32Type());
  Value count = arith::SIToFPOp::create(k.b, k.loc, f32, magnitude);
  Value unit = scalarConstant(k.b, k.loc, f32, std::ldexp(1.0, 1 - format.bias - format.fraction));
  Value small = k.ofFloat(arith::MulFOp::create(k.b, k.loc, count, unit));
  Value bits = k.select(k.is(P::ult, magnitude, int64_t(1) << format.fraction), small, normal);
  if (format.hasInfinity)
    bits = k.select(k.is(P::ugt, magnitude, format.largest), kInfinity32, bits);
  if (!format.hasNegativeZero)
    bits = k.select(k.is(P::eq, code, format.nan()), kNan32, bits);
  else if (format.hasNan)
    bits = k.select(k.is(P::ugt, magnitude, format.largest + (format.hasInfinity ? 1 : 0)), kNan32,
                    bits);
  Value sign = k.left(k.both(code, format.sign()), 32 - format.width);
  return k.asFloat(arith::OrIOp::create(k.b, k.loc, bits, sign));
}

Value encodeScale(const Bits &k, Value bits, NarrowRules rules) {
  Value magnitude = k.both(bits, kMagnitude32);
  const int64_t half = 0x00400000;
  // What carries into the exponent; then the same between the two smallest values, where f32 is
  // subnormal.
  const bool isUp = rules.mode == RoundMode::Up, isNearest = rules.mode == RoundMode::Nearest;
  Value code = k.right(k.add(magnitude, isUp ? 2 * half - 1 : isNearest ? half : 0), kFraction32);
  const int64_t bound = isUp ? half + 1 : isNearest ? half + half / 2 : 2 * half;
  Value isSecond = k.is(P::uge, magnitude, bound);
  Value small = arith::ExtUIOp::create(k.b, k.loc, bits.getType(), isSecond);
  code = k.select(k.is(P::ult, magnitude, 2 * half), small, code);
  code = k.select(k.is(P::ugt, code, 0xFE), rules.saturate ? 0xFE : 0xFF, code);
  if (!rules.saturate)
    code = k.select(k.is(P::ult, magnitude, half), 0xFF, code);
  // Negative, but not -0; or NaN.
  code = k.select(k.is(P::ugt, bits, int64_t(0x80000000)), 0xFF, code);
  return k.toByte(k.select(k.is(P::ugt, magnitude, kInfinity32), 0xFF, code));
}

Value encodeFloat(const Bits &k, Value bits, FloatType to, NarrowRules rules) {
  const Format format(to);
  const int dropped = kFraction32 - format.fraction;
  Value magnitude = k.both(bits, kMagnitude32);
  // Half of the last place, less one if the place is even: the sum carries as rounding does.
  Value odd = k.both(k.right(magnitude, dropped), 1);
  Value raised =
      arith::AddIOp::create(k.b, k.loc, k.add(magnitude, (int64_t(1) << (dropped - 1)) - 1), odd);
  Value normal =
      k.add(k.right(raised, dropped), -(int64_t(kBias32 - format.bias) << format.fraction));
  // A float whose last place is the smallest value: adding it rounds to a multiple of that.
  Value x = k.asFloat(magnitude);
  const double anchor = std::ldexp(1.0, kFraction32 + 1 - format.bias - format.fraction);
  Value offset = scalarConstant(k.b, k.loc, x.getType(), anchor);
  Value sum = k.ofFloat(arith::AddFOp::create(k.b, k.loc, x, offset));
  Value small = arith::SubIOp::create(k.b, k.loc, sum, k.ofFloat(offset));
  const int64_t smallestNormal = int64_t(kBias32 + 1 - format.bias) << kFraction32;
  Value code = k.select(k.is(P::ult, magnitude, smallestNormal), small, normal);
  const int64_t over = rules.saturate || !format.hasNan ? format.largest
                       : format.hasInfinity             ? format.largest + 1
                                                        : format.nan();
  code = k.select(k.is(P::ugt, code, format.largest), over, code);
  Value isNan = k.is(P::ugt, magnitude, kInfinity32);
  if (format.hasNan)
    code = k.select(isNan, format.nan(), code);
  Value sign = k.both(k.right(bits, 32 - format.width), format.sign());
  Value withSign = arith::OrIOp::create(k.b, k.loc, code, sign);
  if (!format.hasNegativeZero)
    withSign = k.select(k.is(P::eq, code, 0), code, withSign);
  return k.toByte(format.hasNan ? withSign : k.select(isNan, 0, withSign));
}

} // namespace

Value decodeNarrow(OpBuilder &b, Location loc, Value bytes, Type from) {
  const Bits k{b, loc};
  Value code = k.widened(bytes);
  if (isScaleFloat(from))
    return decodeScale(k, code);
  if (auto type = dyn_cast<FloatType>(from))
    return decodeFloat(k, code, type);
  const int64_t width = from.getIntOrFloatBitWidth();
  if (from.isUnsignedInteger())
    return k.both(code, (int64_t(1) << width) - 1);
  return k.apply<arith::ShRSIOp>(k.left(code, 32 - width), 32 - width);
}

Value encodeNarrow(OpBuilder &b, Location loc, Value x, FloatType to, NarrowRules rules) {
  const Bits k{b, loc};
  Value bits = k.ofFloat(x);
  return isScaleFloat(to) ? encodeScale(k, bits, rules) : encodeFloat(k, bits, to, rules);
}

Value lowBits(OpBuilder &b, Location loc, Value bytes, Type to) {
  return Bits{b, loc}.both(bytes, (int64_t(1) << to.getIntOrFloatBitWidth()) - 1);
}

namespace {

// The finite values that are not negative, in ascending order, and the one that would follow.
SmallVector<long double> valuesOf(FloatType type) {
  SmallVector<long double> values;
  const unsigned width = type.getWidth();
  const unsigned codes = isScaleFloat(type) ? 0xFF : 1u << (width - 1);
  for (unsigned code = 0; code < codes; ++code) {
    if (isScaleFloat(type)) {
      values.push_back(ref::scaleValue(code));
      continue;
    }
    llvm::APFloat value(type.getFloatSemantics(), llvm::APInt(width, code));
    if (value.isFinite())
      values.push_back(value.convertToDouble());
  }
  const long double last = values.back();
  values.push_back(isScaleFloat(type) ? 2 * last : last + (last - values[values.size() - 2]));
  return values;
}

// Whether `x`, between two consecutive values, is rounded to the upper one. `lowIsEven` says
// whether the code of the lower one is even.
bool goesUp(long double x, long double low, long double high, bool lowIsEven, FloatType type,
            RoundMode mode) {
  if (x == low)
    return false;
  if (isScaleFloat(type) && mode != RoundMode::Nearest)
    return mode == RoundMode::Up;
  const long double down = x - low, up = high - x;
  return down > up || (down == up && (isScaleFloat(type) || !lowIsEven));
}

} // namespace

double roundedToNarrow(long double x, FloatType to, NarrowRules rules) {
  const bool isScale = isScaleFloat(to), hasNan = !isa<Float4E2M1FNType>(to);
  const double nan = std::nan("");
  if (std::isnan(x))
    return hasNan ? nan : 0;
  if (isScale && x < 0)
    return nan;
  const SmallVector<long double> values = valuesOf(to);
  const long double magnitude = std::fabs(x);
  if (isScale && magnitude < values.front())
    return rules.saturate ? static_cast<double>(values.front()) : nan;
  size_t at = llvm::upper_bound(values, magnitude) - values.begin(); // the first that is larger
  size_t nearest = values.size() - 1;
  if (at < values.size())
    nearest = goesUp(magnitude, values[at - 1], values[at], (at - 1) % 2 == 0, to, rules.mode)
                  ? at
                  : at - 1;
  double result = static_cast<double>(values[nearest]);
  if (nearest == values.size() - 1) // out of range
    result = rules.saturate || !hasNan ? static_cast<double>(values[nearest - 1])
             : isa<Float8E5M2Type>(to) ? INFINITY
                                       : nan;
  const bool hasNegativeZero = !isa<Float8E4M3FNUZType, Float8E5M2FNUZType>(to) && !isScale;
  return std::signbit(x) && (result != 0 || hasNegativeZero) ? -result : result;
}

} // namespace rlx
