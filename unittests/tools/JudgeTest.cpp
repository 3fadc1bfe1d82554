// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comparison of rlx-check-rt agrees with that of the reference.
#include "tools/rlx-check-rt/Judge.h"

#include <cmath>
#include <limits>
#include <optional>

#include "dialects/rlx/reference/Compare.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "tools/rlx-check/TensorForms.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace rlx;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

class JudgeTest : public ::testing::Test {
protected:
  ref::Tensor tensor(Type element, ArrayRef<double> values) {
    ref::Tensor result({int64_t(values.size()) / (isa<ComplexType>(element) ? 2 : 1)}, element);
    for (auto [i, value] : llvm::enumerate(values))
      if (isa<IntegerType>(element))
        result.ints[i] = int64_t(value);
      else
        result.floats[i] = value;
    return result;
  }

  void expectSame(Type element, ArrayRef<double> actual, ArrayRef<double> expected,
                  ref::Tolerance tolerance, bool agree,
                  std::optional<ArrayRef<double>> flushed = std::nullopt) {
    ref::Tensor a = tensor(element, actual), e = tensor(element, expected),
                f = tensor(element, flushed.value_or(expected));
    rt::StatusOr<rt::Tensor> x = check::toRuntime(a), y = check::toRuntime(e),
                             z = check::toRuntime(f);
    ASSERT_TRUE(x.ok() && y.ok() && z.ok());
    std::string wrong = checkrt::judge(
        x->view(), y->view(), {tolerance.atol, tolerance.rtol, tolerance.normwise, tolerance.ulp},
        flushed ? std::optional(z->view()) : std::nullopt);
    EXPECT_EQ(wrong.empty(), agree) << wrong;
    EXPECT_EQ(ref::compare(a, e, tolerance, flushed ? &f : nullptr).ok, agree);
  }
  void expectFlushed(Type element, ArrayRef<double> actual, ArrayRef<double> expected,
                     ArrayRef<double> flushed, bool agree, ref::Tolerance tolerance = {}) {
    expectSame(element, actual, expected, tolerance, agree, flushed);
  }

  MLIRContext context;
  Builder b{&context};
};

TEST_F(JudgeTest, Bounds) {
  Type f32 = b.getF32Type();
  expectSame(f32, {1, -0.0}, {1, 0}, {}, true);
  expectSame(f32, {1.5}, {1}, {}, false);
  expectSame(f32, {1.5}, {1}, {0.5}, true);
  expectSame(f32, {1.5}, {1}, {0.25}, false);
  expectSame(f32, {-2.5}, {-2}, {0, 0.25}, true);
  expectSame(f32, {-2.5}, {-2}, {0, 0.125}, false);
  expectSame(f32, {1.5, 8}, {1, 8}, {0, 0, 0.0625}, true);
  expectSame(f32, {1.5, 4}, {1, 4}, {0, 0, 0.0625}, false);
  expectSame(f32, {1.5, kInf}, {1, kInf}, {0, 0, 0.0625}, false); // of the finite ones
}

TEST_F(JudgeTest, Ulps) {
  double next = std::nextafterf(1, 2), least = std::numeric_limits<float>::denorm_min();
  Type f32 = b.getF32Type();
  expectSame(f32, {next}, {1}, {0, 0, 0, 1}, true);
  expectSame(f32, {next}, {1}, {0, 0, 0, 0}, false);
  expectSame(f32, {least}, {-least}, {0, 0, 0, 2}, true);
  expectSame(f32, {least}, {-least}, {0, 0, 0, 1}, false);
  double largest = std::numeric_limits<float>::max();
  expectSame(f32, {kInf}, {largest}, {0, 0, 0, 1}, true);
  expectSame(f32, {kInf}, {largest}, {1e38, 1, 1, 0}, false);
  expectSame(f32, {largest}, {kInf}, {1e38, 1, 1, 0}, false);
  expectSame(b.getF64Type(), {std::nextafter(1., 2.)}, {1}, {0, 0, 0, 1}, true);
  expectSame(b.getF16Type(), {1.0009765625}, {1}, {0, 0, 0, 1}, true);
  expectSame(b.getBF16Type(), {1.0078125}, {1}, {0, 0, 0, 1}, true);
  expectSame(b.getBF16Type(), {1.015625}, {1}, {0, 0, 0, 1}, false);
}

TEST_F(JudgeTest, SpecialValues) {
  Type f32 = b.getF32Type();
  double nan = std::nan("");
  expectSame(f32, {nan, kInf, -kInf}, {-nan, kInf, -kInf}, {}, true);
  expectSame(f32, {nan}, {1}, {10, 10, 10, 10}, false);
  expectSame(f32, {1}, {nan}, {10, 10, 10, 10}, false);
  expectSame(f32, {kInf}, {-kInf}, {10, 10, 10, 10}, false);
}

TEST_F(JudgeTest, IntegersAndComplexNumbers) {
  expectSame(b.getI32Type(), {3, -4}, {3, -4}, {}, true);
  expectSame(b.getI64Type(), {3, -4}, {3, -5}, {}, false);
  expectSame(b.getI1Type(), {1}, {0}, {}, false);
  Type c64 = ComplexType::get(b.getF32Type());
  expectSame(c64, {100, 1}, {100, 2}, {0, 0.0625}, true); // relative to the number
  expectSame(c64, {100, 1}, {100, 20}, {0, 0.0625}, false);
}

TEST_F(JudgeTest, ElementsAreTheExactOrTheFlushedOnes) {
  Type f32 = b.getF32Type();
  const double tiny = 0x1p-140;
  expectFlushed(f32, {tiny, 0, -0.0}, {tiny, tiny, tiny}, {0, 0, 0}, true);
  expectFlushed(f32, {2, 0}, {2, 2}, {0, 0}, true); // relu_backward of such a number
  expectFlushed(f32, {std::nan(""), kInf}, {kInf, kInf}, {std::nan(""), std::nan("")}, true);
  // The smaller of two numbers that are zero to the device, which may return either.
  expectFlushed(f32, {2 * tiny, -tiny}, {tiny, -0.0}, {0, 0}, true);
  expectSame(f32, {0}, {tiny}, {}, false); // the device keeps them
  expectSame(f32, {2 * tiny}, {tiny}, {}, false);
}

TEST_F(JudgeTest, NothingElseIsLostWithSubnormals) {
  Type f32 = b.getF32Type();
  const double tiny = 0x1p-140, normal = 0x1p-126;
  expectFlushed(f32, {0}, {normal}, {normal}, false); // a normal number
  expectFlushed(f32, {normal}, {tiny}, {0}, false);   // another number
  expectFlushed(f32, {tiny}, {1}, {1}, false);
  expectFlushed(f32, {tiny}, {1}, {normal}, false);
  expectFlushed(f32, {1}, {2}, {0}, false); // between the two
  expectFlushed(f32, {0, 0}, {2, 2}, {0, 2}, false);
  expectFlushed(f32, {std::nan("")}, {tiny}, {0}, false);
  expectFlushed(f32, {2.5}, {2}, {0}, true, {0.5});
  expectFlushed(f32, {1}, {2}, {0}, false, {0.5});
}

TEST_F(JudgeTest, FlushedOnesOfOtherTypes) {
  const double tiny = 0x1p-140;
  expectFlushed(b.getI1Type(), {1, 0}, {0, 0}, {1, 0}, true);
  expectFlushed(b.getI1Type(), {1, 1}, {0, 0}, {1, 0}, false);
  expectFlushed(b.getBF16Type(), {0}, {0x1p-130}, {0}, true);
  expectFlushed(b.getF16Type(), {0}, {0x1p-20}, {1}, true);
  expectFlushed(b.getF16Type(), {0}, {0x1p-14}, {1}, false);
  expectFlushed(b.getF64Type(), {0}, {0x1p-1040}, {1}, true);
  expectFlushed(b.getF64Type(), {0}, {tiny}, {1}, false);
  Type c64 = ComplexType::get(b.getF32Type());
  expectFlushed(c64, {kInf, std::nan("")}, {kInf, kInf}, {kInf, std::nan("")}, true);
  expectFlushed(c64, {0, 0}, {tiny, tiny}, {0, 0}, true);
  expectFlushed(c64, {0, 1}, {tiny, 2}, {0, 2}, false);
}

// A count of nonzero elements, for example.
TEST_F(JudgeTest, FlushedSizesAreOfTheWholeTensor) {
  Type f32 = b.getF32Type();
  expectFlushed(f32, {1}, {1, 0x1p-140}, {1}, true);
  expectFlushed(f32, {1, 0x1p-140}, {1, 0x1p-140}, {1}, true);
  expectFlushed(f32, {1, 0}, {1, 0x1p-140}, {1}, false);
  expectFlushed(f32, {2}, {1, 0x1p-140}, {1}, false);
}

TEST_F(JudgeTest, Types) {
  rt::StatusOr<rt::Tensor> x = check::toRuntime(tensor(b.getF32Type(), {1, 2}));
  rt::StatusOr<rt::Tensor> y = check::toRuntime(tensor(b.getF32Type(), {1}));
  EXPECT_EQ(checkrt::judge(x->view(), y->view(), {}), "got f32[2], expected f32[1]");
}

} // namespace
