// IEEE half and bfloat16 to and from wider floats, bit exact, round to nearest even.
// For host data (files, comparisons, tests), not for hot loops: kernels convert by instruction.
#ifndef RLX_RUNTIME_BASE_FLOAT16_H
#define RLX_RUNTIME_BASE_FLOAT16_H

#include <cstdint>

namespace rlx::rt {

// Rounds once from the double, also into subnormals; overflow gives infinity; a NaN stays a
// (quiet) NaN of the same sign.
uint16_t doubleToHalf(double value) noexcept;
uint16_t doubleToBFloat16(double value) noexcept;
double halfToDouble(uint16_t bits) noexcept;
double bfloat16ToDouble(uint16_t bits) noexcept;

// A float widens to double exactly, so these round only once too.
inline uint16_t floatToHalf(float value) noexcept {
  return doubleToHalf(value);
}
inline uint16_t floatToBFloat16(float value) noexcept {
  return doubleToBFloat16(value);
}
inline float halfToFloat(uint16_t bits) noexcept {
  return static_cast<float>(halfToDouble(bits));
}
inline float bfloat16ToFloat(uint16_t bits) noexcept {
  return static_cast<float>(bfloat16ToDouble(bits));
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_FLOAT16_H
