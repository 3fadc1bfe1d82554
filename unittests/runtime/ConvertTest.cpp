// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All pairs of element types over edge values, against an independent implementation of the rules
// on __int128 and long double. These hold every value of every type exactly.
#include "runtime/tensor/Convert.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "runtime/base/Float16.h"
#include "runtime/tensor/Tensor.h"

using namespace rlx::rt;

namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "holds every 64-bit integer");

// Without the narrow types, which NarrowFloatTest.cpp tests.
std::vector<DType> allTypes() {
  std::vector<DType> types;
  for (unsigned i = 0; i < kNumDTypes; ++i)
    if (!isNarrow(static_cast<DType>(i)))
      types.push_back(static_cast<DType>(i));
  return types;
}

template <typename T>
T at(const void *data, size_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * sizeof(T), sizeof(T));
  return value;
}

// The exact value of one real element.
long double exactly(DType type, const void *data, size_t index) {
  switch (type) {
  case DType::Bool:
    return at<uint8_t>(data, index) != 0;
  case DType::I64:
    return static_cast<long double>(at<int64_t>(data, index));
  case DType::U64:
    return static_cast<long double>(at<uint64_t>(data, index));
  default:
    return loadElement(type, data, static_cast<int64_t>(index)); // exact for the other types
  }
}

// `value` rounded to nearest even with `digits` bits and the exponents of an IEEE type.
long double rounded(long double value, int digits, int minExponent, int maxExponent) {
  if (std::isnan(value) || std::isinf(value) || value == 0)
    return value;
  int exponent;
  std::frexp(value, &exponent);
  const int ulp = std::max(exponent, minExponent) - digits;
  const long double result = std::ldexp(std::nearbyint(std::ldexp(value, -ulp)), ulp);
  return std::fabs(result) >= std::ldexp(1.0L, maxExponent)
             ? std::copysign(std::numeric_limits<long double>::infinity(), value)
             : result;
}

long double integer(long double value, long double lowest, long double highest) {
  return std::isnan(value) ? 0 : std::fmin(std::fmax(std::trunc(value), lowest), highest);
}

// The result for a real value by the table of the specification.
long double expected(DType to, long double value) {
  auto limits = [&](auto zero) {
    using Limits = std::numeric_limits<decltype(zero)>;
    return integer(value, static_cast<long double>(Limits::min()),
                   static_cast<long double>(Limits::max()));
  };
  switch (to) {
  case DType::Bool:
    return value != 0;
  case DType::I8:
    return limits(int8_t());
  case DType::I16:
    return limits(int16_t());
  case DType::I32:
    return limits(int32_t());
  case DType::I64:
    return limits(int64_t());
  case DType::U8:
    return limits(uint8_t());
  case DType::U16:
    return limits(uint16_t());
  case DType::U32:
    return limits(uint32_t());
  case DType::U64:
    return limits(uint64_t());
  case DType::F16:
    return rounded(value, 11, -13, 16);
  case DType::BF16:
    return rounded(value, 8, -125, 128);
  case DType::F32:
  case DType::C64:
    return rounded(value, 24, -125, 128);
  case DType::F64:
  case DType::C128:
    return rounded(value, 53, -1021, 1024);
  default: // NarrowFloatTest has the narrow types
    return 0;
  }
}

// Bytes of elements of `type` at edge values: all bit patterns up to 16 bits, otherwise limits,
// powers of two, adjacent values, midpoints of narrower types and pseudo-random values.
std::vector<uint8_t> edges(DType type) {
  std::vector<uint8_t> bytes;
  auto push = [&](auto value) {
    const auto *begin = reinterpret_cast<const uint8_t *>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(value));
  };
  uint64_t random = 88172645463325252ull;
  auto next = [&] {
    random ^= random << 13;
    random ^= random >> 7;
    return random ^= random << 17;
  };
  const unsigned size = byteSize(partType(type));
  if (type == DType::Bool) {
    for (uint8_t value : {0, 1})
      push(value);
  } else if (size == 1) {
    for (unsigned i = 0; i < 256; ++i)
      push(static_cast<uint8_t>(i));
  } else if (size == 2) {
    for (unsigned i = 0; i < 65536; ++i)
      push(static_cast<uint16_t>(i));
  } else if (type == DType::F32 || type == DType::F64) {
    std::vector<double> values{0.0,
                               -0.0,
                               NAN,
                               INFINITY,
                               -INFINITY,
                               0.5,
                               65504,
                               65519.99,
                               65520,
                               1 + 0x1p-11 + 0x1p-40,
                               0x1p-24,
                               0x1p-25,
                               0x1.0000001p-25,
                               3.4e38,
                               3.41e38,
                               1e300,
                               5e-324};
    for (int exponent = -30; exponent < 70; ++exponent)
      for (double nudge : {-0x1p-52, 0.0, 0x1p-23, 0x1p-8, 0x1.8p-8, 0.5, 0.999})
        values.push_back(std::ldexp(1 + nudge, exponent));
    for (double value : values)
      for (double sign : {1.0, -1.0}) {
        if (size == 4)
          push(static_cast<float>(sign * value));
        else
          push(sign * value);
      }
    for (int i = 0; i < 4000; ++i) {
      if (size == 4)
        push(static_cast<uint32_t>(next()));
      else
        push(next());
    }
  } else {
    std::vector<uint64_t> values{0, UINT64_MAX, UINT64_MAX - 1};
    for (unsigned shift = 0; shift < 64; ++shift)
      for (uint64_t nudge : {uint64_t(0), uint64_t(1), uint64_t(-1)}) {
        values.push_back((uint64_t(1) << shift) + nudge);
        values.push_back(~((uint64_t(1) << shift) + nudge));
        // A midpoint between two floats of 8, 11 or 24 bits, and the values next to it.
        for (unsigned digits : {8u, 11u, 24u, 53u})
          if (shift > digits)
            values.push_back((uint64_t(1) << shift) + (uint64_t(1) << (shift - digits)) + nudge);
      }
    for (int i = 0; i < 1000; ++i)
      values.push_back(next() >> (i % 64));
    for (uint64_t value : values) {
      if (size == 4)
        push(static_cast<uint32_t>(value));
      else
        push(value);
    }
  }
  return bytes;
}

void expectPair(DType to, DType from) {
  std::vector<uint8_t> source = edges(partType(from));
  const size_t count = source.size() / byteSize(from);
  // Shifted by one byte, because callers' memory may have any alignment. A guard byte follows.
  std::vector<uint8_t> shifted(source.size() + 1);
  std::copy(source.begin(), source.end(), shifted.begin() + 1);
  std::vector<uint8_t> target(count * byteSize(to) + 2, 0xAB);
  convertElements(to, target.data() + 1, from, shifted.data() + 1, static_cast<int64_t>(count));
  ASSERT_EQ(target.front(), 0xAB);
  ASSERT_EQ(target.back(), 0xAB);
  const size_t step = isComplex(from) ? 2 : 1, stride = isComplex(to) ? 2 : 1;
  for (size_t i = 0; i < count; ++i) {
    const long double value = exactly(partType(from), source.data(), step * i);
    const long double want = expected(to, value);
    const long double got = exactly(partType(to), target.data() + 1, stride * i);
    ASSERT_TRUE(std::isnan(want) ? std::isnan(got) : want == got)
        << name(from) << " to " << name(to) << ": " << value << " should be " << want << ", is "
        << got;
    if (want == 0 && !std::isnan(value) && byteSize(partType(to)) > 1 && to >= DType::F16) {
      EXPECT_EQ(std::signbit(got), std::signbit(value));
    }
    if (!isComplex(to))
      continue;
    const long double imaginary =
        isComplex(from) ? exactly(partType(from), source.data(), 2 * i + 1) : 0;
    const long double wantImaginary = expected(to, imaginary);
    const long double gotImaginary = exactly(partType(to), target.data() + 1, 2 * i + 1);
    ASSERT_TRUE(std::isnan(wantImaginary) ? std::isnan(gotImaginary)
                                          : wantImaginary == gotImaginary);
  }
}

} // namespace

TEST(Convert, EveryPairOfTypesAtItsEdges) {
  for (DType from : allTypes())
    for (DType to : allTypes())
      expectPair(to, from);
}

TEST(Convert, EqualTypesAreCopies) {
  for (DType type : allTypes()) {
    std::vector<uint8_t> bytes(1024 * byteSize(type));
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<uint8_t>(i * 37); // NaNs with payloads, bools beyond 1
    std::vector<uint8_t> copy(bytes.size());
    convertElements(type, copy.data(), type, bytes.data(), 1024);
    EXPECT_EQ(copy, bytes) << name(type);
  }
}

TEST(Convert, WholeNumbersStayExactAmongIntegers) {
  const int64_t source[] = {INT64_MAX, INT64_MIN, (int64_t(1) << 53) + 1, -1};
  uint64_t large[4];
  convertElements(DType::U64, large, DType::I64, source, 4);
  EXPECT_EQ(large[0], uint64_t(INT64_MAX));
  EXPECT_EQ(large[1], 0u);
  EXPECT_EQ(large[2], (uint64_t(1) << 53) + 1);
  EXPECT_EQ(large[3], 0u);
  const uint64_t top = UINT64_MAX;
  int64_t back;
  convertElements(DType::I64, &back, DType::U64, &top, 1);
  EXPECT_EQ(back, INT64_MAX);
}

TEST(Convert, CountsThatAreNoMultipleOfAnything) {
  // Conversions through complex types use chunks, and vector loops have remainders.
  for (int64_t count : {0, 1, 7, 255, 256, 257, 511, 1000}) {
    std::vector<float> source(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
      source[size_t(i)] = static_cast<float>(i) - 100.5f;
    std::vector<double> complex(static_cast<size_t>(2 * count) + 1, 77);
    convertElements(DType::C128, complex.data(), DType::F32, source.data(), count);
    EXPECT_EQ(complex.back(), 77);
    std::vector<int16_t> back(static_cast<size_t>(count) + 1, 77);
    convertElements(DType::I16, back.data(), DType::C128, complex.data(), count);
    EXPECT_EQ(back.back(), 77);
    for (int64_t i = 0; i < count; ++i) {
      ASSERT_EQ(complex[size_t(2 * i)], source[size_t(i)]);
      ASSERT_EQ(complex[size_t(2 * i + 1)], 0);
      ASSERT_EQ(back[size_t(i)], static_cast<int16_t>(source[size_t(i)]));
    }
  }
}
