// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx.sample: the random numbers against published ones, and the draws against their expected
// distribution.
#include "dialects/Register.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "dialects/rlx/reference/Philox.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>
#include <set>

using namespace mlir;
using namespace rlx::ref;

namespace {

using Block = std::array<uint32_t, 4>;

// The known answers of Random123, the library of the authors.
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  constexpr uint32_t kOnes = 0xFFFFFFFF;
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Block{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, {0xA4093822, 0x299F31D0}),
            (Block{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

class SampleTest : public ::testing::Test {
protected:
  SampleTest() {
    DialectRegistry registry;
    rlx::registerDialects(registry);
    context.appendDialectRegistry(registry);
  }

  // One draw per row, from `numRows` rows with equal logits.
  std::vector<int64_t> draw(ArrayRef<double> logits, int64_t numRows, StringRef attributes,
                            int64_t seed, int64_t offset) {
    std::string type = "tensor<?x" + std::to_string(logits.size()) + "xf64>";
    auto module = parseSourceString<ModuleOp>(
        "func.func @f(%x: " + type + ", %s: tensor<i64>, %o: tensor<i64>) -> tensor<?xi64> {\n" +
            "  %0 = rlx.sample %x seed %s offset %o {" + attributes.str() + "} : (" + type +
            ", tensor<i64>, tensor<i64>) -> tensor<?xi64>\n  return %0 : tensor<?xi64>\n}",
        &context);
    EXPECT_TRUE(module);
    int64_t size = logits.size();
    Tensor x({numRows, size}, Float64Type::get(&context));
    for (int64_t i = 0; i < x.numElements(); ++i)
      x.set(i, logits[i % size]);
    auto scalar = [&](int64_t value) {
      Tensor tensor({}, IntegerType::get(&context, 64));
      tensor.setInt(0, value);
      return tensor;
    };
    auto results = Interpreter().run(module->lookupSymbol<FunctionOpInterface>("f"),
                                     {x, scalar(seed), scalar(offset)});
    EXPECT_TRUE(bool(results));
    return (*results)[0].ints;
  }

  // Pearson's statistic of `draws` against `probabilities`. Infinite if a draw has probability 0.
  double chiSquare(ArrayRef<int64_t> draws, ArrayRef<double> probabilities) {
    std::vector<double> counts(probabilities.size());
    for (int64_t position : draws)
      ++counts[position];
    double sum = 0;
    for (auto [count, p] : llvm::zip(counts, probabilities)) {
      double expected = p * double(draws.size());
      sum += count == 0 && p == 0 ? 0 : (count - expected) * (count - expected) / expected;
    }
    return sum;
  }

  MLIRContext context;
};

constexpr int64_t kDraws = 20000;
const std::vector<double> kProbabilities = {0.05, 0.4, 0.1, 0.25, 0.2};

std::vector<double> logarithms(ArrayRef<double> values) {
  std::vector<double> result;
  for (double value : values)
    result.push_back(std::log(value));
  return result;
}

// The bounds are the 99.9th percentiles of the chi-square distribution. The draws are
// deterministic, so the test cannot fail by chance.
TEST_F(SampleTest, FollowsTheSoftmax) {
  for (int64_t seed : {1, 2, 3})
    EXPECT_LT(chiSquare(draw(logarithms(kProbabilities), kDraws, "", seed, 0), kProbabilities),
              18.47);
}

// Softmax of doubled logits: squared probabilities, normalized.
TEST_F(SampleTest, FollowsTheTemperature) {
  std::vector<double> expected;
  double sum = 0;
  for (double p : kProbabilities)
    sum += expected.emplace_back(p * p);
  for (double &p : expected)
    p /= sum;
  EXPECT_LT(
      chiSquare(draw(logarithms(kProbabilities), kDraws, "temperature = 0.5", 4, 0), expected),
      18.47);
}

TEST_F(SampleTest, KeepsTheTopK) {
  std::vector<double> expected = {0, 0.4 / 0.65, 0, 0.25 / 0.65, 0};
  EXPECT_LT(chiSquare(draw(logarithms(kProbabilities), kDraws, "top_k = 2", 5, 0), expected),
            10.83);
}

// 0.4 + 0.25 is below 0.7. The element of 0.2 crosses 0.7 and remains.
TEST_F(SampleTest, KeepsTheNucleus) {
  std::vector<double> expected = {0, 0.4 / 0.85, 0, 0.25 / 0.85, 0.2 / 0.85};
  EXPECT_LT(chiSquare(draw(logarithms(kProbabilities), kDraws, "top_p = 0.7", 6, 0), expected),
            13.82);
}

// One row with many offsets has the distribution of many rows of one run, and is independent of
// them.
TEST_F(SampleTest, OffsetsAdvanceTheStream) {
  std::vector<int64_t> draws;
  for (int64_t offset = 0; offset < 2000; ++offset)
    draws.push_back(draw(logarithms(kProbabilities), 1, "", 7, offset)[0]);
  EXPECT_LT(chiSquare(draws, kProbabilities), 18.47);
}

TEST_F(SampleTest, RunsRepeatBySeedAndOffset) {
  std::vector<double> logits(1000, 0.0);
  auto first = draw(logits, 50, "", 8, 9);
  EXPECT_EQ(first, draw(logits, 50, "", 8, 9));
  EXPECT_NE(first, draw(logits, 50, "", 8, 10));
  EXPECT_NE(first, draw(logits, 50, "", int64_t(8) << 32, 9));
  EXPECT_GT(std::set<int64_t>(first.begin(), first.end()).size(), 40u);
}

} // namespace
