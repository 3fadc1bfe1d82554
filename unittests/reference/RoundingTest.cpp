// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding of reference tensors to every element type, against bit patterns worked out by hand from
// the formats (IEEE 754 binary16/32, bfloat16; round to nearest, ties to even).
#include <cmath>
#include <cstring>
#include <limits>

#include "dialects/rlx/reference/Conversion.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::ref;

namespace {

class RoundingTest : public ::testing::Test {
protected:
  // The stored bits of `value`, and the value that the interpreter keeps.
  uint64_t bits(Type type, double value) {
    Tensor tensor({}, type);
    tensor.set(0, value);
    tensor.roundToElementType();
    rounded = tensor.asDouble(0);
    std::vector<char> bytes = toBytes(tensor);
    uint64_t result = 0;
    std::memcpy(&result, bytes.data(), bytes.size());
    return result;
  }

  // The integer that a 64-bit result becomes in two's complement.
  int64_t wrapped(Type type, int64_t value) {
    Tensor tensor({}, type);
    tensor.setInt(0, value);
    tensor.roundToElementType();
    return tensor.ints[0];
  }

  MLIRContext context;
  Builder b{&context};
  double rounded = 0;
  const double infinity = std::numeric_limits<double>::infinity();
};

TEST_F(RoundingTest, Half) {
  Type f16 = b.getF16Type();
  EXPECT_EQ(bits(f16, 1.0), 0x3C00u);
  EXPECT_EQ(bits(f16, -0.0), 0x8000u);
  EXPECT_EQ(bits(f16, 0.1), 0x2E66u);
  EXPECT_EQ(bits(f16, 65504.0), 0x7BFFu);
  EXPECT_EQ(bits(f16, 65519.99), 0x7BFFu);                // below the tie
  EXPECT_EQ(bits(f16, 65520.0), 0x7C00u);                 // the tie goes to even: infinity
  EXPECT_EQ(bits(f16, 1.0 + 0x1p-11), 0x3C00u);           // tie to even, down
  EXPECT_EQ(bits(f16, 1.0 + 0x3p-11), 0x3C02u);           // tie to even, up
  EXPECT_EQ(bits(f16, 1.0 + 0x1p-11 + 0x1p-40), 0x3C01u); // f32 in between would round twice
  EXPECT_EQ(bits(f16, 0x1p-24), 0x0001u);
  EXPECT_EQ(bits(f16, 0x1p-25), 0x0000u); // half of the smallest number: tie to even
  EXPECT_EQ(bits(f16, 0x1.8p-25), 0x0001u);
  EXPECT_EQ(bits(f16, -infinity), 0xFC00u);
  bits(f16, std::nan(""));
  EXPECT_TRUE(std::isnan(rounded));
}

TEST_F(RoundingTest, BFloat) {
  Type bf16 = b.getBF16Type();
  EXPECT_EQ(bits(bf16, 1.0), 0x3F80u);
  EXPECT_EQ(bits(bf16, 3.140625), 0x4049u);
  EXPECT_EQ(bits(bf16, 1.0 + 0x1p-8), 0x3F80u);           // tie to even, down
  EXPECT_EQ(bits(bf16, 1.0 + 0x3p-8), 0x3F82u);           // tie to even, up
  EXPECT_EQ(bits(bf16, 1.0 + 0x1p-8 + 0x1p-40), 0x3F81u); // f32 in between would round twice
  EXPECT_EQ(bits(bf16, 0x1.FEp127), 0x7F7Fu);
  EXPECT_EQ(bits(bf16, 0x1.FFp127), 0x7F80u);
  EXPECT_EQ(bits(bf16, 0x1p-133), 0x0001u);
  EXPECT_EQ(bits(bf16, -0x1p-134), 0x8000u);
  EXPECT_EQ(bits(bf16, infinity), 0x7F80u);
}

TEST_F(RoundingTest, SingleAndDouble) {
  EXPECT_EQ(bits(b.getF32Type(), 0.1), 0x3DCCCCCDu);
  EXPECT_EQ(bits(b.getF32Type(), 1.0 + 0x1p-24), 0x3F800000u);
  EXPECT_EQ(bits(b.getF32Type(), 1.0 + 0x3p-24), 0x3F800002u);
  EXPECT_EQ(bits(b.getF32Type(), 0x1.FFFFFFp127), 0x7F800000u);
  EXPECT_EQ(bits(b.getF32Type(), 0x1p-149), 0x00000001u);
  EXPECT_EQ(bits(b.getF32Type(), -infinity), 0xFF800000u);
  EXPECT_EQ(bits(b.getF64Type(), 0.1), 0x3FB999999999999Au);
  EXPECT_EQ(bits(b.getF64Type(), -0.0), 0x8000000000000000u);
}

TEST_F(RoundingTest, IntegersWrap) {
  auto unsignedType = [&](unsigned width) {
    return IntegerType::get(&context, width, IntegerType::Unsigned);
  };
  EXPECT_EQ(wrapped(b.getI8Type(), 128), -128);
  EXPECT_EQ(wrapped(b.getI8Type(), -129), 127);
  EXPECT_EQ(wrapped(b.getI16Type(), 32768), -32768);
  EXPECT_EQ(wrapped(b.getI32Type(), int64_t(1) << 31), -(int64_t(1) << 31));
  EXPECT_EQ(wrapped(b.getI64Type(), INT64_MIN), INT64_MIN);
  EXPECT_EQ(wrapped(unsignedType(8), -1), 255);
  EXPECT_EQ(wrapped(unsignedType(16), 65536 + 7), 7);
  EXPECT_EQ(wrapped(unsignedType(32), -1), 0xFFFFFFFF);
  EXPECT_EQ(wrapped(b.getI1Type(), 3), 1);
  Tensor wide({}, unsignedType(64));
  wide.setInt(0, -1);
  EXPECT_EQ(wide.asDouble(0), 18446744073709551616.0);
}

} // namespace
