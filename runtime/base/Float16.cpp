// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between double and the 16-bit formats. One function for each direction, with the
// widths of exponent and fraction as template arguments.
//
// Narrowing works on the bits of the double, so it rounds once.
#include "runtime/base/Float16.h"

#include <bit>
#include <cmath>
#include <limits>

namespace rlx::rt {

namespace {

template <unsigned ExponentBits, unsigned FractionBits>
uint16_t narrow(double value) noexcept {
  constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  constexpr uint16_t infinity = ((1u << ExponentBits) - 1) << FractionBits;
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint16_t sign = static_cast<uint16_t>((bits >> 63) << 15);
  if (std::isnan(value))
    return sign | infinity | (1u << (FractionBits - 1));
  const int exponent = static_cast<int>((bits >> 52) & 0x7FF) - 1023;
  if (exponent > bias)
    return sign | infinity;
  // Doubles below the smallest normal double are far below half of the smallest subnormal here.
  if (exponent < -bias - static_cast<int>(FractionBits))
    return sign;
  const uint64_t significand = (bits & ((uint64_t(1) << 52) - 1)) | (uint64_t(1) << 52);
  // The number of low bits to drop; more if the result is subnormal.
  const bool subnormal = exponent < 1 - bias;
  const int dropped = 52 - static_cast<int>(FractionBits) + (subnormal ? 1 - bias - exponent : 0);
  uint64_t kept = significand >> dropped;
  const uint64_t rest = significand & ((uint64_t(1) << dropped) - 1);
  const uint64_t half = uint64_t(1) << (dropped - 1);
  if (rest > half || (rest == half && (kept & 1)))
    ++kept;
  // The hidden bit of `kept` adds one to the exponent field. A carry out of the fraction increments
  // the exponent. At the top it makes infinity, as it should.
  const uint64_t field = subnormal ? 0 : static_cast<uint64_t>(exponent + bias - 1);
  return sign | static_cast<uint16_t>((field << FractionBits) + kept);
}

template <unsigned ExponentBits, unsigned FractionBits>
double widen(uint16_t bits) noexcept {
  constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  constexpr unsigned top = (1u << ExponentBits) - 1;
  const unsigned exponent = (bits >> FractionBits) & top;
  const unsigned fraction = bits & ((1u << FractionBits) - 1);
  double magnitude;
  if (exponent == top)
    magnitude = fraction ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude =
        std::ldexp(static_cast<double>(fraction), 1 - bias - static_cast<int>(FractionBits));
  else
    magnitude = std::ldexp(static_cast<double>(fraction | (1u << FractionBits)),
                           static_cast<int>(exponent) - bias - static_cast<int>(FractionBits));
  return std::copysign(magnitude, (bits & 0x8000) ? -1.0 : 1.0);
}

} // namespace

uint16_t doubleToHalf(double value) noexcept {
  return narrow<5, 10>(value);
}
uint16_t doubleToBFloat16(double value) noexcept {
  return narrow<8, 7>(value);
}
double halfToDouble(uint16_t bits) noexcept {
  return widen<5, 10>(bits);
}
double bfloat16ToDouble(uint16_t bits) noexcept {
  return widen<8, 7>(bits);
}

} // namespace rlx::rt
