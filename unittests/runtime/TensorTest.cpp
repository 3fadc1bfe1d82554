// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types, 16-bit floats, aligned memory, tensors, traces.
#include "runtime/tensor/Tensor.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "runtime/base/Allocator.h"
#include "runtime/base/Float16.h"
#include "runtime/program/observe/Trace.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx::rt;

TEST(DType, NamesParseBack) {
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    DType parsed;
    ASSERT_TRUE(parseDType(name(static_cast<DType>(i)), parsed));
    EXPECT_EQ(parsed, static_cast<DType>(i));
    EXPECT_GT(byteSize(parsed), 0u);
  }
  DType parsed;
  EXPECT_TRUE(parseDType("float32", parsed) && parsed == DType::F32);
  EXPECT_TRUE(parseDType("i1", parsed) && parsed == DType::Bool);
  EXPECT_TRUE(parseDType("complex64", parsed) && parsed == DType::C64);
  EXPECT_EQ(partType(DType::C128), DType::F64);
  EXPECT_FALSE(parseDType("float33", parsed));
  EXPECT_FALSE(parseDType("", parsed));
  EXPECT_EQ(name(static_cast<DType>(200)), "invalid");
  EXPECT_EQ(byteSize(static_cast<DType>(200)), 0u);
}

TEST(Float16, EveryHalfRoundTrips) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    if (std::isnan(halfToDouble(half))) {
      EXPECT_TRUE(std::isnan(halfToDouble(doubleToHalf(halfToDouble(half)))));
      EXPECT_EQ(doubleToHalf(halfToDouble(half)) & 0x8000, half & 0x8000);
    } else {
      EXPECT_EQ(doubleToHalf(halfToDouble(half)), half);
    }
    // Widening a bfloat16 appends zero bits.
    const float wide = std::bit_cast<float>(bits << 16);
    if (!std::isnan(wide)) {
      EXPECT_EQ(bfloat16ToFloat(half), wide);
      EXPECT_EQ(floatToBFloat16(wide), half);
    }
  }
}

TEST(Float16, RoundsToNearestEvenAgainstTheCompiler) {
  // The compiler's conversions of _Float16 and __bf16 are an independent implementation.
  uint32_t bits = 12345;
  for (int i = 0; i < 200000; ++i) {
    bits = bits * 1664525u + 1013904223u;
    const float value = std::bit_cast<float>(bits);
    if (std::isnan(value))
      continue;
    EXPECT_EQ(floatToHalf(value), std::bit_cast<uint16_t>(static_cast<_Float16>(value))) << value;
    const uint32_t rounded = bits + 0x7FFF + ((bits >> 16) & 1);
    EXPECT_EQ(floatToBFloat16(value), rounded >> 16) << value;
  }
}

TEST(Float16, FloatsAgreeWithDoubles) {
  // The float forms are separate implementations. The double forms round once by construction.
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    EXPECT_EQ(std::bit_cast<uint64_t>(static_cast<double>(halfToFloat(half))),
              std::bit_cast<uint64_t>(halfToDouble(half)));
    EXPECT_EQ(std::bit_cast<uint64_t>(static_cast<double>(bfloat16ToFloat(half))),
              std::bit_cast<uint64_t>(bfloat16ToDouble(half)));
    // Each half, the midpoint between it and the next half, and adjacent floats.
    const auto exact = std::bit_cast<uint32_t>(static_cast<float>(halfToDouble(half)));
    for (uint32_t offset : {0u, 1u, 0xFFFu, 0x1000u, 0x1001u, 0x1FFFu}) {
      const auto value = std::bit_cast<float>(exact + offset);
      EXPECT_EQ(floatToHalf(value), doubleToHalf(value)) << value;
    }
    for (uint32_t offset : {0u, 1u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu}) {
      const auto value = std::bit_cast<float>((bits << 16) + offset);
      EXPECT_EQ(floatToBFloat16(value), doubleToBFloat16(value)) << value;
    }
  }
  // The midpoints of subnormal halves.
  for (int64_t i = 0; i <= 2048; ++i)
    for (double nudge : {0.0, 0x1p-40, -0x1p-40}) {
      const auto value = static_cast<float>((static_cast<double>(i) / 2) * 0x1p-24 + nudge);
      EXPECT_EQ(floatToHalf(value), doubleToHalf(value)) << value;
    }
}

TEST(Float16, EdgeValues) {
  EXPECT_EQ(doubleToHalf(65504), 0x7BFF);
  EXPECT_EQ(doubleToHalf(65519.999), 0x7BFF);
  EXPECT_EQ(doubleToHalf(65520), 0x7C00); // halfway to the next power rounds to infinity
  EXPECT_EQ(doubleToHalf(-1e300), 0xFC00);
  EXPECT_EQ(doubleToHalf(0x1p-24), 0x0001);
  EXPECT_EQ(doubleToHalf(0x1p-25), 0x0000); // tie to even
  EXPECT_EQ(doubleToHalf(0x1.0000001p-25), 0x0001);
  EXPECT_EQ(doubleToHalf(-0.0), 0x8000);
  EXPECT_EQ(doubleToHalf(0x1.ffffp-15), 0x0400);          // rounds up into the normal numbers
  EXPECT_EQ(doubleToHalf(1 + 0x1p-11 + 0x1p-40), 0x3C01); // one rounding, not two
  EXPECT_EQ(doubleToBFloat16(0x1p-133), 0x0001);
  EXPECT_EQ(doubleToBFloat16(std::numeric_limits<double>::denorm_min()), 0);
}

TEST(Allocator, AlignsCountsAndFails) {
  const AllocationStats before = allocationStats();
  {
    AlignedBuffer buffer;
    ASSERT_TRUE(buffer.reserve(100));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0u);
    ASSERT_TRUE(buffer.reserve(50)); // enough already
    EXPECT_EQ(allocationStats().allocations, before.allocations + 1);
    EXPECT_EQ(allocationStats().liveBytes, before.liveBytes + 100);
    EXPECT_FALSE(buffer.reserve(SIZE_MAX - 10));
    EXPECT_EQ(buffer.size(), 100u);
    AlignedBuffer empty;
    ASSERT_TRUE(empty.reserve(0));
    EXPECT_NE(empty.data(), nullptr);
    buffer = std::move(empty);
  }
  EXPECT_EQ(allocationStats().liveBytes, before.liveBytes);
}

TEST(Tensor, CountsElementsSafely) {
  const int64_t big[] = {int64_t(1) << 40, int64_t(1) << 40}, withZero[] = {int64_t(1) << 62, 4, 0};
  const int64_t negative[] = {3, -1}, bytesOverflow[] = {int64_t(1) << 61};
  EXPECT_ERROR(numElements(big).status(), OutOfRange, "2^63 - 1 elements");
  EXPECT_EQ(*numElements(withZero), 0);
  EXPECT_ERROR(numElements(negative).status(), InvalidArgument, "negative dimension -1");
  EXPECT_ERROR(numBytes(DType::F64, bytesOverflow).status(), OutOfRange, "bytes");
  EXPECT_ERROR(numBytes(static_cast<DType>(50), negative).status(), InvalidArgument, "negative");
  EXPECT_ERROR(numBytes(static_cast<DType>(50), {}).status(), InvalidArgument, "number 50");
  EXPECT_EQ(*numElements({}), 1);
  EXPECT_EQ(typeText(DType::BF16, negative), "bf16[3,-1]");
}

TEST(Tensor, OwnsSharesAndBorrows) {
  const int64_t shape[] = {2, 3};
  float values[6] = {1, 2, 3, 4, 5, 6};
  ASSERT_OK_AND_ASSIGN(Tensor borrowed, Tensor::wrap(DType::F32, shape, values));
  EXPECT_EQ(borrowed.data(), values);
  ASSERT_OK_AND_ASSIGN(Tensor copy, Tensor::copyOf(borrowed.view()));
  values[0] = 9;
  EXPECT_EQ(borrowed.as<float>()[0], 9);
  EXPECT_EQ(copy.as<float>()[0], 1);
  auto owner = std::make_shared<int>(1);
  ASSERT_OK_AND_ASSIGN(Tensor held, Tensor::wrap(DType::F32, shape, values, owner));
  {
    Tensor second = held.share();
    held = Tensor();
    EXPECT_EQ(owner.use_count(), 2);
    EXPECT_EQ(second.data(), values);
  }
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_ERROR(Tensor::wrap(DType::F32, shape, nullptr).status(), InvalidArgument, "null data");
  // The object releases its memory when it is set to other memory.
  ASSERT_OK_AND_ASSIGN(Tensor again, Tensor::wrap(DType::F32, shape, values, owner));
  const int64_t flat[] = {6};
  EXPECT_ERROR(again.rewrap(DType::F32, flat, nullptr), InvalidArgument, "null data");
  EXPECT_EQ(owner.use_count(), 2);
  ASSERT_OK(again.rewrap(DType::I32, flat, values));
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_EQ(typeText(again.dtype(), again.shape()), "i32[6]");
  EXPECT_EQ(again.elements(), 6);
  const int64_t huge[] = {int64_t(1) << 50};
  EXPECT_ERROR(Tensor::allocate(DType::F64, huge).status(), OutOfMemory,
               "no memory for a tensor f64[1125899906842624]");
}

TEST(Tensor, ElementsConvertAndSaturate) {
  alignas(8) unsigned char memory[8];
  auto through = [&](DType type, double value) {
    storeElement(type, memory, 0, value);
    return loadElement(type, memory, 0);
  };
  EXPECT_EQ(through(DType::I8, 300), 127);
  EXPECT_EQ(through(DType::I8, -300), -128);
  EXPECT_EQ(through(DType::U8, -1), 0);
  EXPECT_EQ(through(DType::U8, 3.9), 3);
  EXPECT_EQ(through(DType::I16, -3.9), -3);
  EXPECT_EQ(through(DType::I64, 1e30), 0x1p63);
  EXPECT_EQ(through(DType::U64, 1e30), 0x1p64);
  EXPECT_EQ(through(DType::I32, std::nan("")), 0);
  EXPECT_EQ(through(DType::Bool, 0.25), 1);
  EXPECT_EQ(through(DType::F16, 1e9), std::numeric_limits<double>::infinity());
  EXPECT_EQ(through(DType::F64, 0.1), 0.1);
}

TEST(Trace, IsValidJsonWhateverTheLabels) {
  EXPECT_EQ(jsonString("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\u000a\\u0001\"");
  EXPECT_EQ(jsonString("µ€😀"), "\"µ€😀\"");
  EXPECT_EQ(jsonString("\xff\xc0\xaf\xed\xa0\x80x"),
            "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffdx\"");
  EXPECT_EQ(jsonString("\xe2\x82"), "\"\\ufffd\\ufffd\"");
  TraceRecorder recorder;
  recorder.onCommand({"mat\"mul", "k0", 3, false, 5'000'001, 5'002'501, {4, 2, 1}, 2});
  recorder.onCommand({"copy", "", 4, true, 5'010'001, 5'010'002, {0, 0, 0}, 1});
  const std::string trace = chromeTrace(recorder.slices(), "model");
  EXPECT_NE(trace.find("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"cat\":\"run\",\"name\":\"mat\\\"mul\","
                       "\"ts\":0.000,\"dur\":2.500,\"args\":{\"kernel\":\"k0\",\"command\":3,"
                       "\"grid\":[4,2,1],\"threads\":2}}"),
            std::string::npos)
      << trace;
  EXPECT_NE(trace.find("\"ts\":10.000,\"dur\":0.001"), std::string::npos) << trace;
}
