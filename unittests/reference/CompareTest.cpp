// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distances in ulp, and the decisions and reports of a comparison.
#include <cmath>
#include <limits>

#include "dialects/Register.h"
#include "dialects/rlx/reference/Compare.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx::ref;

namespace {

class CompareTest : public ::testing::Test {
protected:
  Tensor tensor(Type type, ArrayRef<double> values) {
    Tensor result({static_cast<int64_t>(values.size())}, type);
    for (auto [i, value] : llvm::enumerate(values))
      result.set(i, value);
    result.roundToElementType();
    return result;
  }
  bool close(ArrayRef<double> actual, ArrayRef<double> expected, const Tolerance &tolerance) {
    return compare(tensor(f32, actual), tensor(f32, expected), tolerance).ok;
  }

  MLIRContext context;
  Builder b{&context};
  FloatType f32 = b.getF32Type(), f16 = b.getF16Type(), bf16 = b.getBF16Type(),
            f64 = b.getF64Type();
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
};

TEST_F(CompareTest, PartsOfComplexNumbers) {
  auto number = [&](double re, double im) {
    Tensor result({1}, ComplexType::get(f32));
    result.setComplex(0, {re, im});
    return result;
  };
  Tolerance relative{0, 1e-6, 0, 0};
  // Relative to the complex number, not to its small part.
  EXPECT_TRUE(compare(number(1, 1e-7), number(1, 0), relative).ok);
  EXPECT_FALSE(compare(number(1, 1e-5), number(1, 0), relative).ok);
  EXPECT_FALSE(compare(number(1, 1e-7), number(1, 0), {}).ok);
  // Part by part if one is not finite.
  EXPECT_TRUE(compare(number(infinity, nan), number(infinity, nan), {}).ok);
  EXPECT_FALSE(compare(number(infinity, 1), number(infinity, 2), relative).ok);
  EXPECT_FALSE(compare(number(infinity, 1), number(infinity, nan), relative).ok);
  EXPECT_NE(compare(number(1, 2), number(1, -2), {}).report().find("got (1, 2), expected (1, -2)"),
            std::string::npos);
}

TEST_F(CompareTest, UlpDistance) {
  EXPECT_EQ(ulpDistance(1.0, 1.0, f32), 0u);
  EXPECT_EQ(ulpDistance(1.0, 1.0 + 0x1p-23, f32), 1u);
  EXPECT_EQ(ulpDistance(1.0, 1.0 - 0x1p-24, f32), 1u); // half the spacing below a power of two
  EXPECT_EQ(ulpDistance(1.0, 2.0, f16), 1024u);
  EXPECT_EQ(ulpDistance(1.0, 2.0, bf16), 128u);
  EXPECT_EQ(ulpDistance(1.0, 1.0 + 0x1p-52, f64), 1u);
}

TEST_F(CompareTest, UlpDistanceAcrossZero) {
  double smallest = 0x1p-149;
  EXPECT_EQ(ulpDistance(0.0, -0.0, f32), 0u);
  EXPECT_EQ(ulpDistance(0.0, smallest, f32), 1u);
  EXPECT_EQ(ulpDistance(-smallest, smallest, f32), 2u);
  EXPECT_EQ(ulpDistance(-1.0, 1.0, f32), 2u * 0x3F800000u);
}

TEST_F(CompareTest, UlpDistanceOfSpecials) {
  double largest = 0x1.FFFFFEp127;
  EXPECT_EQ(ulpDistance(largest, infinity, f32), 1u);
  EXPECT_EQ(ulpDistance(-infinity, infinity, f32), 2u * 0x7F800000u);
  EXPECT_EQ(ulpDistance(nan, nan, f32), 0u);
  EXPECT_EQ(ulpDistance(nan, 1.0, f32), UINT64_MAX);
  EXPECT_EQ(ulpDistance(-infinity, infinity, f64), 2u * 0x7FF0000000000000u);
}

TEST_F(CompareTest, Tolerances) {
  EXPECT_TRUE(close({1.0}, {1.0}, {}));
  EXPECT_FALSE(close({1.0}, {1.0 + 0x1p-23}, {}));
  EXPECT_TRUE(close({1.0}, {1.0 + 0x1p-23}, {.ulp = 1}));
  EXPECT_FALSE(close({1.0}, {1.5}, {.atol = 0.49}));
  EXPECT_TRUE(close({1.0}, {1.5}, {.atol = 0.5}));
  EXPECT_TRUE(close({100.0}, {101.0}, {.rtol = 0.01}));
  EXPECT_FALSE(close({100.0}, {101.0}, {.rtol = 0.009}));
  EXPECT_TRUE(close({0.5, 100.0}, {0.0, 100.0}, {.normwise = 0.005}));
  EXPECT_FALSE(close({0.51, 100.0}, {0.0, 100.0}, {.normwise = 0.005}));
}

TEST_F(CompareTest, SignedZeros) {
  EXPECT_TRUE(close({0.0}, {-0.0}, {}));
  EXPECT_FALSE(close({0.0}, {-0.0}, {.signedZeros = true}));
  EXPECT_TRUE(close({-0.0}, {-0.0}, {.signedZeros = true}));
}

TEST_F(CompareTest, Specials) {
  Tolerance loose{.atol = 1e300, .rtol = 1e300};
  EXPECT_TRUE(close({nan}, {nan}, {}));
  EXPECT_FALSE(close({nan}, {1.0}, loose));
  EXPECT_FALSE(close({1.0}, {nan}, loose));
  EXPECT_TRUE(close({infinity}, {infinity}, {}));
  EXPECT_FALSE(close({infinity}, {-infinity}, {.atol = 1e300}));
  EXPECT_FALSE(close({1.0}, {infinity}, {.atol = 1e300, .rtol = 0.1}));
  EXPECT_TRUE(close({0x1.FFFFFEp127}, {infinity}, {.ulp = 1}));
  // An infinity does not make the tolerance of other elements infinite.
  EXPECT_FALSE(close({infinity, 1.0}, {infinity, 2.0}, {.normwise = 0.1}));
}

TEST_F(CompareTest, Integers) {
  Tensor a = tensor(b.getI32Type(), {1, 2}), c = tensor(b.getI32Type(), {1, 4});
  EXPECT_FALSE(compare(a, c, {.ulp = 100}).ok);
  EXPECT_TRUE(compare(a, c, {.atol = 2}).ok);
  Tensor big({1}, b.getI64Type()), bigger({1}, b.getI64Type());
  big.ints[0] = INT64_MAX - 1; // rounds to the same double
  bigger.ints[0] = INT64_MAX;
  EXPECT_FALSE(compare(big, bigger, {}).ok);
}

TEST_F(CompareTest, Report) {
  Comparison result = compare(tensor(f32, {1.0, nan, 2.5}), tensor(f32, {1.0, 0.0, 2.0}), {});
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.numBad, 2);
  EXPECT_EQ(result.numNaNMismatches, 1);
  EXPECT_EQ(result.maxAbs, 0.5);
  EXPECT_EQ(result.maxRel, 0.25);
  EXPECT_EQ(result.maxUlp, 0x200000u);
  EXPECT_EQ(result.report(),
            "2 of 3 elements differ; first at [1]: got nan, expected 0; 1 where only one is NaN; "
            "max abs 0.5, max rel 0.25, max ulp 2097152");
}

TEST_F(CompareTest, ShapesAndTypesMustAgree) {
  Tensor a({2, 3}, f32), c({3, 2}, f32), d({2, 3}, f64);
  EXPECT_EQ(compare(a, c, {}).report(), "got tensor<2x3xf32>, expected tensor<3x2xf32>");
  EXPECT_FALSE(compare(a, d, {}).ok);
  EXPECT_TRUE(compare(Tensor({0}, f32), Tensor({0}, f32), {}).ok);
}

// The ops of a function's text.
SmallVector<Operation *> parsed(MLIRContext &context, StringRef text,
                                OwningOpRef<ModuleOp> &module) {
  DialectRegistry registry;
  rlx::registerDialects(registry);
  context.appendDialectRegistry(registry);
  module = parseSourceString<ModuleOp>(text, &context);
  SmallVector<Operation *> ops;
  if (module)
    for (Operation &op : (*module->getOps<FunctionOpInterface>().begin()).getFunctionBody().front())
      ops.push_back(&op);
  return ops;
}

// A widened value keeps the errors of its source type. A narrowed value has those of its own type.
TEST_F(CompareTest, RowsOfWhatWasComputedInOtherTypes) {
  OwningOpRef<ModuleOp> module;
  const SmallVector<Operation *> ops = parsed(context, R"(
    func.func @f(%h: tensor<2xf16>, %s: tensor<2xf32>) {
      %0 = rlx.exp %h : (tensor<2xf16>) -> tensor<2xf16>
      %1 = rlx.cast %0 to f32 : (tensor<2xf16>) -> tensor<2xf32>
      %2 = rlx.cast %h to f32 : (tensor<2xf16>) -> tensor<2xf32>
      %3 = rlx.exp %2 : (tensor<2xf32>) -> tensor<2xf32>
      %4 = rlx.cast %3 to bf16 : (tensor<2xf32>) -> tensor<2xbf16>
      %5 = rlx.cast %0 to i32 : (tensor<2xf16>) -> tensor<2xi32>
      return
    })",
                                              module);
  ASSERT_EQ(ops.size(), 7U);
  auto rtolOf = [&](size_t i) { return toleranceFor(ops[i]->getResult(0)).rtol; };
  auto rowOf = [](FloatType type) { return toleranceFor(type, OpClass::Elementwise).rtol; };
  EXPECT_EQ(rtolOf(0), rowOf(f16));
  EXPECT_EQ(rtolOf(1), rowOf(f16));
  EXPECT_EQ(rtolOf(2), 0); // exact
  EXPECT_EQ(rtolOf(3), rowOf(f32));
  EXPECT_EQ(rtolOf(4), rowOf(bf16));
  EXPECT_EQ(rtolOf(5), 0);
}

// Rounded rows count for all that is computed from the matmul.
TEST_F(CompareTest, RowsOfRoundedMatmuls) {
  OwningOpRef<ModuleOp> module;
  const SmallVector<Operation *> ops = parsed(context, R"(
    func.func @f(%x: tensor<1x32xf32>, %w: tensor<32x34xui8>) {
      %0 = rlx.dequant_matmul %x, %w scheme = q8_0 : (tensor<1x32xf32>, tensor<32x34xui8>) -> tensor<1x32xf32>
      %1 = rlx.dequant_matmul %0, %w scheme = q8_0 row_precision = high : (tensor<1x32xf32>, tensor<32x34xui8>) -> tensor<1x32xf32>
      %2 = rlx.dequant_matmul %1, %w scheme = q8_0 row_precision = exact : (tensor<1x32xf32>, tensor<32x34xui8>) -> tensor<1x32xf32>
      %3 = rlx.dequant_matmul %2, %w scheme = q8_0 row_precision = fast : (tensor<1x32xf32>, tensor<32x34xui8>) -> tensor<1x32xf32>
      return
    })",
                                              module);
  ASSERT_EQ(ops.size(), 5U);
  const FloatType expected[] = {f32, f16, f16, bf16};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(rowPrecisionType(ops[i]->getResult(0)), expected[i]) << i;
    EXPECT_EQ(toleranceFor(ops[i]->getResult(0)).rtol,
              toleranceFor(expected[i], OpClass::Accumulation).rtol);
  }
  // The user's choice changes all but those that say exact.
  EXPECT_EQ(rowPrecisionType(ops[0]->getResult(0), rlx::RowPrecision::Fast), bf16);
  EXPECT_EQ(rowPrecisionType(ops[1]->getResult(0), rlx::RowPrecision::Exact), f32);
}

TEST_F(CompareTest, TableGrowsWithClass) {
  for (FloatType type : {f64, f32, f16, bf16}) {
    Tolerance exact = toleranceFor(type, OpClass::Exact),
              elementwise = toleranceFor(type, OpClass::Elementwise),
              sums = toleranceFor(type, OpClass::Accumulation);
    EXPECT_EQ(exact.rtol + exact.atol + exact.normwise + double(exact.ulp), 0);
    EXPECT_GT(elementwise.rtol, 0);
    EXPECT_GE(sums.rtol, elementwise.rtol);
    EXPECT_GT(sums.normwise, 0);
  }
  EXPECT_EQ(toleranceFor(b.getI32Type(), OpClass::Accumulation).rtol, 0);
}

} // namespace
