// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules that convert one element of a type to another type, as templates over the types in
// memory.
//
// Private to runtime/tensor. Use loadElement, storeElement or convertElements elsewhere.
#ifndef RLX_RUNTIME_TENSOR_ELEMENTRULES_H
#define RLX_RUNTIME_TENSOR_ELEMENTRULES_H

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "runtime/base/Float16.h"

namespace rlx::rt::elements {

// C++ types for elements that C++ has no type for.
enum class Boolean : uint8_t {};
enum class Half : uint16_t {};
enum class BFloat16 : uint16_t {};

// Element `index`, at any alignment.
template <typename T>
T load(const void *data, int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * int64_t(sizeof(T)), sizeof(T));
  return value;
}
template <typename T>
void store(void *data, int64_t index, T value) {
  std::memcpy(static_cast<char *>(data) + index * int64_t(sizeof(T)), &value, sizeof(T));
}

// Truncates toward zero and saturates. NaN becomes 0.
template <typename T>
T saturate(double value) {
  // As doubles, the limits of 64-bit types round up to 2^63 and 2^64; >= handles them.
  constexpr double top = static_cast<double>(std::numeric_limits<T>::max());
  constexpr double bottom = static_cast<double>(std::numeric_limits<T>::min());
  return value != value    ? T(0)
         : value >= top    ? std::numeric_limits<T>::max()
         : value <= bottom ? std::numeric_limits<T>::min()
                           : static_cast<T>(value);
}

// Converts an integer to a double that rounds correctly to any type with fewer than 52 significant
// bits. Dropped bits are kept in the lowest bit ("round to odd"), so that rounding twice equals
// rounding once.
template <typename T>
double toOddDouble(T value) {
  if constexpr (sizeof(T) < 8) {
    return value;
  } else {
    const bool negative = value < 0;
    uint64_t magnitude = negative ? ~static_cast<uint64_t>(value) + 1 : uint64_t(value);
    const int dropped = 64 - std::countl_zero(magnitude) - 53;
    if (dropped > 0) {
      const bool rest = magnitude & ((uint64_t(1) << dropped) - 1);
      magnitude = ((magnitude >> dropped) | uint64_t(rest)) << dropped;
    }
    const auto exact = static_cast<double>(magnitude);
    return negative ? -exact : exact;
  }
}

template <typename To, typename From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (std::is_same_v<From, Half>)
    return convert<To>(halfToFloat(static_cast<uint16_t>(value)));
  else if constexpr (std::is_same_v<From, BFloat16>)
    return convert<To>(bfloat16ToFloat(static_cast<uint16_t>(value)));
  else if constexpr (std::is_same_v<From, Boolean>)
    return convert<To>(static_cast<uint8_t>(static_cast<uint8_t>(value) != 0));
  else if constexpr (std::is_same_v<To, Boolean>)
    return static_cast<Boolean>(value != 0);
  else if constexpr (std::is_same_v<To, Half> && std::is_same_v<From, float>)
    return static_cast<Half>(floatToHalf(value));
  else if constexpr (std::is_same_v<To, BFloat16> && std::is_same_v<From, float>)
    return static_cast<BFloat16>(floatToBFloat16(value));
  else if constexpr (std::is_same_v<To, Half> && std::is_integral_v<From>)
    return static_cast<Half>(doubleToHalf(toOddDouble(value)));
  else if constexpr (std::is_same_v<To, BFloat16> && std::is_integral_v<From>)
    return static_cast<BFloat16>(doubleToBFloat16(toOddDouble(value)));
  else if constexpr (std::is_same_v<To, Half>)
    return static_cast<Half>(doubleToHalf(value));
  else if constexpr (std::is_same_v<To, BFloat16>)
    return static_cast<BFloat16>(doubleToBFloat16(value));
  else if constexpr (std::is_floating_point_v<To>)
    return static_cast<To>(value);
  else if constexpr (std::is_floating_point_v<From>)
    return saturate<To>(value);
  else
    return std::cmp_greater(value, std::numeric_limits<To>::max()) ? std::numeric_limits<To>::max()
           : std::cmp_less(value, std::numeric_limits<To>::min())  ? std::numeric_limits<To>::min()
                                                                   : static_cast<To>(value);
}

} // namespace rlx::rt::elements

#endif // RLX_RUNTIME_TENSOR_ELEMENTRULES_H
