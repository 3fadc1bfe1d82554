// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codes of the narrow floats without a sign ascend with their values. So a value is encoded by a
// binary search for the codes on both sides of it, which serves all formats.
#include "runtime/base/NarrowFloat.h"

#include <cmath>
#include <limits>

namespace rlx::rt {

namespace {

struct Format {
  int fractionBits, bias;
  uint8_t largest; // the code of the largest finite value
  uint8_t nan;     // a code; 0 if there is none
  uint8_t sign;    // the bit of the sign; 0 if there is none
  bool hasInfinity, hasNegativeZero;
};

constexpr Format kFormats[] = {
    {3, 7, 0x7E, 0x7F, 0x80, false, true},   // F8E4M3FN
    {3, 8, 0x7F, 0x80, 0x80, false, false},  // F8E4M3FNUZ
    {2, 15, 0x7B, 0x7E, 0x80, true, true},   // F8E5M2
    {2, 16, 0x7F, 0x80, 0x80, false, false}, // F8E5M2FNUZ
    {0, 127, 0xFE, 0xFF, 0, false, false},   // F8E8M0
    {1, 1, 0x07, 0, 0x08, false, true},      // F4E2M1
};

const Format &formatOf(DType type) {
  return kFormats[static_cast<unsigned>(type) - static_cast<unsigned>(DType::F8E4M3FN)];
}

// The finite value of a code without a sign.
double magnitudeOf(const Format &format, unsigned code) {
  const int exponent = static_cast<int>(code >> format.fractionBits);
  const unsigned fraction = code & ((1u << format.fractionBits) - 1);
  if (format.sign == 0) // F8E8M0 has no subnormal values
    return std::ldexp(1.0, exponent - format.bias);
  const unsigned hidden = exponent == 0 ? 0 : 1u << format.fractionBits;
  return std::ldexp(static_cast<double>(hidden | fraction),
                    (exponent == 0 ? 1 : exponent) - format.bias - format.fractionBits);
}

// The code without a sign of the nearest value to `magnitude`, at most the largest one.
uint8_t nearestCode(const Format &format, double magnitude) {
  unsigned below = 0, above = format.largest;
  if (magnitude >= magnitudeOf(format, above))
    return format.largest;
  while (above - below > 1) {
    const unsigned middle = (below + above) / 2;
    (magnitudeOf(format, middle) <= magnitude ? below : above) = middle;
  }
  const double down = magnitude - magnitudeOf(format, below);
  const double up = magnitudeOf(format, above) - magnitude;
  const bool tieGoesUp = format.sign == 0 || (below & 1);
  return static_cast<uint8_t>(down > up || (down == up && tieGoesUp) ? above : below);
}

} // namespace

double narrowToDouble(DType type, uint8_t bits) noexcept {
  const Format &format = formatOf(type);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const unsigned code = bits & ((1u << bitWidth(type)) - 1);
  if (format.nan != 0 && format.nan == format.sign && code == format.nan)
    return nan; // the code that would be -0
  const unsigned magnitude = code & ~static_cast<unsigned>(format.sign) & 0xFF;
  const double sign = code & format.sign ? -1.0 : 1.0;
  if (magnitude <= format.largest)
    return sign * magnitudeOf(format, magnitude);
  return format.hasInfinity && magnitude == format.largest + 1u
             ? sign * std::numeric_limits<double>::infinity()
             : nan;
}

uint8_t doubleToNarrow(DType type, double value) noexcept {
  const Format &format = formatOf(type);
  if (std::isnan(value) || (format.sign == 0 && value < 0))
    return format.nan;
  const double magnitude = std::fabs(value);
  uint8_t code = format.hasInfinity && std::isinf(value) ? static_cast<uint8_t>(format.largest + 1)
                                                         : nearestCode(format, magnitude);
  if (std::signbit(value) && (code != 0 || format.hasNegativeZero))
    code |= format.sign;
  return code;
}

} // namespace rlx::rt
