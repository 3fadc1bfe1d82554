// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of elements: a template makes one loop per pair of real types. Complex types are pairs
// of real elements. Only pairs that are common in models are vectorized. The others are scalar
// loops, which keeps the library small.
//
// ElementRules.h has the rules for one element.
#include "runtime/tensor/Convert.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "runtime/tensor/ElementRules.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

namespace {
using namespace elements;

using Loop = void (*)(void *target, const void *source, int64_t count);

// In the order of DType.
using RealTypes = std::tuple<Boolean, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                             uint32_t, uint64_t, Half, BFloat16, float, double>;
constexpr size_t kNumRealTypes = std::tuple_size_v<RealTypes>;
static_assert(kNumRealTypes == static_cast<size_t>(DType::C64));

template <typename T, typename... Others>
constexpr bool isOneOf = (std::is_same_v<T, Others> || ...);

template <typename To, typename From>
constexpr bool isCommon =
    (std::is_same_v<From, float> && isOneOf<To, Half, BFloat16, double, int32_t, uint8_t>) ||
    (std::is_same_v<To, float> &&
     isOneOf<From, Half, BFloat16, double, int32_t, int64_t, int8_t, uint8_t>) ||
    (isOneOf<From, int32_t, int64_t> && isOneOf<To, int32_t, int64_t>);

template <typename To, typename From>
void convertAll(void *target, const void *source, int64_t count) {
  if constexpr (std::is_same_v<To, From>) {
    std::memcpy(target, source, static_cast<size_t>(count) * sizeof(To));
  } else if constexpr (isCommon<To, From>) {
    for (int64_t i = 0; i < count; ++i)
      store(target, i, convert<To>(load<From>(source, i)));
  } else {
#pragma clang loop vectorize(disable) interleave(disable) unroll(disable)
    for (int64_t i = 0; i < count; ++i)
      store(target, i, convert<To>(load<From>(source, i)));
  }
}

template <typename To, size_t... From>
constexpr std::array<Loop, kNumRealTypes> loopsTo(std::index_sequence<From...>) {
  return {convertAll<To, std::tuple_element_t<From, RealTypes>>...};
}
template <size_t... To>
constexpr std::array<std::array<Loop, kNumRealTypes>, kNumRealTypes>
allLoops(std::index_sequence<To...>) {
  return {
      loopsTo<std::tuple_element_t<To, RealTypes>>(std::make_index_sequence<kNumRealTypes>())...};
}
constexpr auto kLoops = allLoops(std::make_index_sequence<kNumRealTypes>());

Loop loopFor(DType to, DType from) {
  return kLoops[static_cast<size_t>(partType(to))][static_cast<size_t>(partType(from))];
}

// Conversion between real and complex stages this many elements on the stack.
constexpr int64_t kChunk = 256;

void realToComplex(DType to, char *target, DType from, const char *source, int64_t count) {
  const size_t size = byteSize(partType(to));
  const Loop loop = loopFor(to, from);
  alignas(8) char parts[kChunk * 8];
  for (int64_t done = 0; done < count; done += kChunk) {
    const int64_t now = std::min(kChunk, count - done);
    loop(parts, source + done * byteSize(from), now);
    char *out = target + done * byteSize(to);
    std::memset(out, 0, static_cast<size_t>(now) * 2 * size);
    for (int64_t i = 0; i < now; ++i)
      std::memcpy(out + size_t(i) * 2 * size, parts + size_t(i) * size, size);
  }
}

void complexToReal(DType to, char *target, DType from, const char *source, int64_t count) {
  const size_t size = byteSize(partType(from));
  const Loop loop = loopFor(to, from);
  alignas(8) char parts[kChunk * 8];
  for (int64_t done = 0; done < count; done += kChunk) {
    const int64_t now = std::min(kChunk, count - done);
    const char *in = source + done * byteSize(from);
    for (int64_t i = 0; i < now; ++i)
      std::memcpy(parts + size_t(i) * size, in + size_t(i) * 2 * size, size);
    loop(target + done * byteSize(to), parts, now);
  }
}

// From or to a type of 8 bits and fewer, through double, which holds all their values. A 64-bit
// integer that double does not hold is out of the range of all of them.
void convertNarrow(DType to, void *target, DType from, const void *source, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    storeElement(to, target, i, loadElement(from, source, i));
}

} // namespace

void convertElements(DType to, void *target, DType from, const void *source, int64_t count) {
  if (count <= 0)
    return;
  if (isNarrow(to) || isNarrow(from))
    return convertNarrow(to, target, from, source, count);
  if (isComplex(to) == isComplex(from))
    loopFor(to, from)(target, source, isComplex(to) ? 2 * count : count);
  else if (isComplex(to))
    realToComplex(to, static_cast<char *>(target), from, static_cast<const char *>(source), count);
  else
    complexToReal(to, static_cast<char *>(target), from, static_cast<const char *>(source), count);
}

} // namespace rlx::rt
