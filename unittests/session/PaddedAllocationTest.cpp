// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padded runs with known shapes allocate nothing, and a failed allocation changes nothing.
#include <gtest/gtest.h>

#include "session/cache/BucketedCompileCache.h"
#include "unittests/CountedNew.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using rlx::testing::newBudget;

namespace {

// Rows are in the middle of the result, which is cut out of the padded one block by block.
constexpr const char *kModel = R"(
func.func @main(%x: tensor<?x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]})
    -> (tensor<6x?xf32> {rlx.name = "y"}) {
  %0 = rlx.exp %x : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = rlx.transpose %0 perm = [1, 0] : (tensor<?x6xf32>) -> tensor<6x?xf32>
  return %1 : tensor<6x?xf32>
}
)";

TEST(PaddedRuns, AllocateNothingTheSecondTime) {
  ASSERT_OK_AND_ASSIGN(auto cache,
                       BucketedCompileCache::fromSource(kModel, "n", {{1, 8}, {9, 16}}));
  const std::vector<float> data(16 * 6, 0);
  for (const int64_t rows : {5, 8, 12}) { // padded, full, padded
    const int64_t shape[] = {rows, 6};
    const rt::NamedTensor x{"x", {rt::DType::F32, shape, data.data()}};
    ASSERT_OK(cache->runPadded(rows, {&x, 1}).status());
    newBudget = 0;
    auto again = cache->runPadded(rows, {&x, 1});
    newBudget = -1;
    ASSERT_TRUE(again.ok()) << rows << ": " << again.status().toString();
    ASSERT_EQ((*again)[0].shape[1], rows);
    for (int64_t i = 0; i < 6 * rows; ++i)
      ASSERT_EQ((*again)[0].as<float>()[i], 1) << i;
  }
}

// A param reaches all buckets or none, whichever allocation fails. Shared weights make each bucket
// allocate.
TEST(BucketParams, AreSetInAllBucketsOrInNone) {
  constexpr const char *kScaled = R"(
func.func @main(%x: tensor<?x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<6xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x6xf32> {rlx.name = "y"}) {
  %0 = rlx.mul %x, %w : (tensor<?x6xf32>, tensor<6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}
)";
  ASSERT_OK_AND_ASSIGN(auto cache,
                       BucketedCompileCache::fromSource(kScaled, "n", {{1, 8}, {9, 16}}));
  const int64_t six[] = {6};
  const auto set = [&](float value) {
    const std::vector<float> w(6, value);
    return cache->setParam("w", {rt::DType::F32, six, w.data()});
  };
  const auto resultOf = [&](int64_t rows) {
    const std::vector<float> x(6 * 16, 1);
    const int64_t shape[] = {rows, 6};
    const rt::NamedTensor input{"x", {rt::DType::F32, shape, x.data()}};
    auto outputs = cache->runPadded(rows, {&input, 1});
    EXPECT_TRUE(outputs.ok()) << outputs.status().toString();
    return outputs.ok() ? (*outputs)[0].as<float>()[0] : -1;
  };
  ASSERT_OK(set(1));
  EXPECT_EQ(resultOf(8), 1);
  EXPECT_EQ(resultOf(16), 1);
  float now = 1;
  int64_t failures = 0;
  for (bool isDone = false; !isDone;) {
    ASSERT_OK_AND_ASSIGN(rt::Executable *const small, cache->executable(0));
    ASSERT_OK_AND_ASSIGN(rt::Executable *const large, cache->executable(1));
    ASSERT_OK_AND_ASSIGN(const auto a, small->clone());
    ASSERT_OK_AND_ASSIGN(const auto b, large->clone());
    const std::vector<float> w(6, now + 1);
    newBudget = failures;
    const rt::Status status = cache->setParam("w", {rt::DType::F32, six, w.data()});
    isDone = newBudget > 0; // no allocation was refused
    newBudget = -1;
    now += status.ok();
    ASSERT_EQ(status.ok() || status.code() == rt::StatusCode::OutOfMemory, true)
        << status.toString();
    ASSERT_EQ(resultOf(8), now) << failures;
    ASSERT_EQ(resultOf(16), now) << failures;
    failures += !isDone;
  }
  EXPECT_GT(failures, 3);
}

} // namespace
