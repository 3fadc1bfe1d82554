// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IEEE half (f16) and bfloat16 to and from wider floats. Bit exact, rounding to nearest even.
//
// For data on the host: constants, .npy files, conversion of inputs and outputs. Kernels convert by
// instruction.
#ifndef RLX_RUNTIME_BASE_FLOAT16_H
#define RLX_RUNTIME_BASE_FLOAT16_H

#include <bit>
#include <cstdint>

namespace rlx::rt {

// Rounds once from double, into subnormals too. Overflow gives infinity. A NaN stays a quiet NaN of
// the same sign.
uint16_t doubleToHalf(double value) noexcept;
uint16_t doubleToBFloat16(double value) noexcept;
double halfToDouble(uint16_t bits) noexcept;
double bfloat16ToDouble(uint16_t bits) noexcept;

// The same from and to float. Branch-free, so that loops over them vectorize.
inline uint16_t floatToHalf(float value) noexcept {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  // Adding 1/2 shifts the last bit of a half's subnormals to the end of the float's fraction. The
  // addition rounds.
  const uint32_t small =
      std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3F000000;
  const uint32_t normal = (magnitude + 0xFFF + ((magnitude >> 13) & 1) - 0x38000000) >> 13;
  const uint32_t infinite = magnitude > 0x7F800000 ? 0x7E00 : 0x7C00;
  const uint32_t result = magnitude < 0x38800000   ? small
                          : magnitude < 0x477FF000 ? normal
                                                   : infinite;
  return static_cast<uint16_t>(((bits >> 16) & 0x8000) | result);
}
inline uint16_t floatToBFloat16(float value) noexcept {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
  const uint32_t nan = ((bits >> 16) & 0x8000) | 0x7FC0;
  return static_cast<uint16_t>((bits & 0x7FFFFFFF) > 0x7F800000 ? nan : rounded);
}
inline float halfToFloat(uint16_t bits) noexcept {
  const uint32_t magnitude = bits & 0x7FFFu;
  const auto small =
      std::bit_cast<uint32_t>(static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24f);
  const uint32_t normal = (magnitude << 13) + 0x38000000;
  const uint32_t infinite = magnitude > 0x7C00 ? 0x7FC00000 : 0x7F800000;
  const uint32_t result = magnitude < 0x400 ? small : magnitude < 0x7C00 ? normal : infinite;
  return std::bit_cast<float>((bits & 0x8000u) << 16 | result);
}
inline float bfloat16ToFloat(uint16_t bits) noexcept {
  const uint32_t nan = (bits & 0x8000u) << 16 | 0x7FC00000;
  return std::bit_cast<float>((bits & 0x7FFFu) > 0x7F80 ? nan : uint32_t(bits) << 16);
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_FLOAT16_H
