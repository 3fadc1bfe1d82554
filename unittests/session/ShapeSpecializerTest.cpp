// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Frequent sizes are compiled in the background. Results stay right, on every clone and for every
// set of sizes, and a failed compilation does not affect runs.
#include <cmath>
#include <gtest/gtest.h>
#include <thread>

#include "session/Session.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using rt::DType;

namespace {

// softmax(relu(x w) w^T) for x of n rows.
constexpr const char *kSpecializedModel = R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<8x16xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  %1 = rlx.relu %0 : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %2 = rlx.transpose %w perm = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %3 = rlx.matmul %1, %2 : (tensor<?x16xf32>, tensor<16x8xf32>) -> tensor<?x8xf32>
  %4 = rlx.softmax %3 axis = 1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}
)";

std::vector<float> wave(size_t count, float step) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = std::sin(step * static_cast<float>(i));
  return values;
}

// The model in f64, computed by hand.
std::vector<float> expected(const std::vector<float> &x, const std::vector<float> &w) {
  std::vector<float> y(x.size());
  for (size_t row = 0; row < x.size() / 8; ++row) {
    double hidden[16], sums[8], total = 0;
    for (int j = 0; j < 16; ++j) {
      hidden[j] = 0;
      for (int k = 0; k < 8; ++k)
        hidden[j] += double(x[row * 8 + k]) * w[k * 16 + j];
      hidden[j] = std::max(hidden[j], 0.0);
    }
    for (int k = 0; k < 8; ++k) {
      sums[k] = 0;
      for (int j = 0; j < 16; ++j)
        sums[k] += hidden[j] * w[k * 16 + j];
      total += sums[k] = std::exp(sums[k]);
    }
    for (int k = 0; k < 8; ++k)
      y[row * 8 + k] = static_cast<float>(sums[k] / total);
  }
  return y;
}

class ShapeSpecializerTest : public ::testing::Test {
protected:
  void create(SpecializeOptions specialize, const char *source = kSpecializedModel) {
    SessionOptions options;
    options.specialize = specialize;
    options.load.threads = 1;
    ASSERT_OK_AND_ASSIGN(session, Session::fromSource(source, options));
    const int64_t shape[] = {8, 16};
    if (!session->executable().program().params.empty())
      ASSERT_OK(session->executable().setParam("w", {DType::F32, shape, weights.data()}));
  }
  void check(rt::Executable &executable, int64_t rows) {
    const std::vector<float> x = wave(size_t(rows * 8), 0.37f);
    const int64_t shape[] = {rows, 8};
    const rt::NamedTensor input = {"x", {DType::F32, shape, x.data()}};
    ASSERT_OK(executable.run({&input, 1}));
    const float *y = executable.output(0).as<float>();
    const std::vector<float> reference = expected(x, weights);
    for (size_t i = 0; i < reference.size(); ++i)
      ASSERT_NEAR(y[i], reference[i], 1e-6) << i << " of " << rows << " rows";
  }

  std::unique_ptr<Session> session;
  std::vector<float> weights = wave(8 * 16, 0.11f);
};

TEST_F(ShapeSpecializerTest, ResultsAreRightBeforeAndAfter) {
  ASSERT_NO_FATAL_FAILURE(create({.afterRuns = 4, .most = 2}));
  for (int64_t rows : {1, 5, 13, 0}) {
    for (int i = 0; i < 5; ++i)
      check(session->executable(), rows);
    session->finishSpecializations();
    for (int i = 0; i < 3; ++i)
      check(session->executable(), rows);
  }
  const SpecializeStatistics counts = session->specializeStatistics();
  EXPECT_EQ(counts.requested, 4u);
  EXPECT_EQ(counts.compiled, 4u) << counts.lastError;
  EXPECT_EQ(counts.ready, 4u) << counts.lastError;
  EXPECT_EQ(counts.failed, 0u);
}

TEST_F(ShapeSpecializerTest, NewWeightsReachSpecializedCode) {
  ASSERT_NO_FATAL_FAILURE(create({.afterRuns = 2}));
  for (int turn = 0; turn < 3; ++turn) {
    for (int i = 0; i < 3; ++i)
      check(session->executable(), 5);
    session->finishSpecializations();
    check(session->executable(), 5);
    weights = wave(8 * 16, 0.2f + 0.1f * static_cast<float>(turn));
    const int64_t shape[] = {8, 16};
    ASSERT_OK(session->executable().setParam("w", {DType::F32, shape, weights.data()}));
    check(session->executable(), 5);
  }
  // The code is compiled once. Each executable prepares its own weights.
  EXPECT_EQ(session->specializeStatistics().compiled, 1u);
  EXPECT_EQ(session->specializeStatistics().ready, 3u);
}

TEST_F(ShapeSpecializerTest, ClonesOnTheirThreads) {
  ASSERT_NO_FATAL_FAILURE(create({.afterRuns = 3, .most = 3}));
  std::vector<std::unique_ptr<rt::Executable>> clones;
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK_AND_ASSIGN(auto clone, session->executable().clone());
    clones.push_back(std::move(clone));
  }
  std::vector<std::thread> threads;
  for (auto &clone : clones)
    threads.emplace_back([&, this] {
      for (int i = 0; i < 400; ++i)
        check(*clone, 1 + i % 3);
    });
  for (std::thread &thread : threads)
    thread.join();
  session->finishSpecializations();
  const SpecializeStatistics counts = session->specializeStatistics();
  EXPECT_EQ(counts.requested, 12u);
  EXPECT_EQ(counts.compiled, 3u);
  // Clones outlive the session.
  session.reset();
  check(*clones[2], 2);
}

TEST_F(ShapeSpecializerTest, EndsWhileItCompiles) {
  ASSERT_NO_FATAL_FAILURE(create({.afterRuns = 1}));
  for (int64_t rows = 1; rows < 6; ++rows)
    check(session->executable(), rows);
  session.reset();
}

TEST_F(ShapeSpecializerTest, ItsMemoryIsCounted) {
  ASSERT_NO_FATAL_FAILURE(create({.afterRuns = 2, .most = 1}));
  rt::Executable &executable = session->executable();
  const rt::MemoryUse before = executable.memoryUse();
  EXPECT_GT(before.codeBytes, 0);
  EXPECT_GT(before.specializedBytes, 0) << "the model that code is made from";
  const auto specialize = [&](int64_t rows) {
    for (int i = 0; i < 3; ++i)
      check(executable, rows);
    session->finishSpecializations();
    check(executable, rows);
    return executable.memoryUse().specializedBytes;
  };
  // Code, and its prepared weights.
  const int64_t one = specialize(5), weightBytes = 8 * 16 * sizeof(float);
  EXPECT_GT(one, before.specializedBytes + weightBytes);
  ASSERT_OK_AND_ASSIGN(auto clone, executable.clone());
  const int64_t shared = clone->memoryUse().specializedBytes;
  EXPECT_GT(shared, before.specializedBytes) << "code is shared";
  EXPECT_LE(shared + weightBytes, one) << "prepared weights are not";
  // The most recent sizes replace earlier ones, and so does their memory.
  EXPECT_LT(specialize(7), 2 * one);
}

TEST_F(ShapeSpecializerTest, KnownSizesNeedNone) {
  constexpr const char *kKnown = R"(
func.func @main(%x: tensor<2x8xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<2x8xf32> {rlx.name = "y"}) {
  %0 = rlx.relu %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
)";
  ASSERT_NO_FATAL_FAILURE(create({.afterRuns = 1}, kKnown));
  const std::vector<float> x(16, 1);
  const int64_t shape[] = {2, 8};
  const rt::NamedTensor input = {"x", {DType::F32, shape, x.data()}};
  for (int i = 0; i < 5; ++i)
    ASSERT_OK(session->executable().run({&input, 1}));
  EXPECT_EQ(session->specializeStatistics().requested, 0u);
}

TEST_F(ShapeSpecializerTest, WrongOptionsAreErrors) {
  SessionOptions options;
  options.specialize = {.afterRuns = 1, .most = 0};
  EXPECT_ERROR(Session::fromSource(kSpecializedModel, options).status(), InvalidArgument,
               "expected 1 to 8");
  options.specialize = {.afterRuns = 1, .most = 1};
  options.load.releaseParams = true;
  EXPECT_ERROR(Session::fromSource(kSpecializedModel, options).status(), InvalidArgument,
               "releaseParams frees them");
}

} // namespace
