// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The failure that a dispatch reports.
#include "runtime/cpu/Dispatch.h"

#include <atomic>
#include <gtest/gtest.h>

using namespace rlx::rt;

namespace {

// Fails with its index in the workgroups that dims[x] marks.
int32_t failMarked(const rlx_kernel_args *args, uint32_t x, uint32_t, uint32_t) {
  return args->dims[x] ? RLX_KERNEL_ERROR(RLX_KERNEL_SINGULAR_MATRIX, x) : RLX_KERNEL_OK;
}

int32_t run(std::initializer_list<uint32_t> failing, unsigned threads) {
  constexpr uint32_t count = 1000;
  std::array<int64_t, count> marks{};
  for (const uint32_t number : failing)
    marks[number] = 1;
  const DispatchWork work{failMarked, nullptr, marks.data(), {count, 1, 1}, count, nullptr, 0};
  return threads > 1 ? runParallel(work, threads) : runSerial(work);
}

// With equal ranges all threads take part, though the dispatch is short.
class DispatchTest : public ::testing::TestWithParam<bool> {
  void SetUp() override { setEqualRanges(GetParam()); }
  void TearDown() override { setEqualRanges(false); }
};

TEST_P(DispatchTest, ReportsTheFirstFailure) {
  for (const unsigned threads : {1u, 2u, 7u, 64u}) {
    SCOPED_TRACE(threads);
    EXPECT_EQ(run({}, threads), RLX_KERNEL_OK);
    for (int turn = 0; turn < 50; ++turn) {
      // Workgroup 499 fails last in its thread, the others first in theirs.
      const int32_t word = run({999, 499, 500, 750, 857}, threads);
      EXPECT_EQ(RLX_KERNEL_CODE(word), RLX_KERNEL_SINGULAR_MATRIX);
      EXPECT_EQ(RLX_KERNEL_DETAIL(word), 499);
    }
    EXPECT_EQ(RLX_KERNEL_DETAIL(run({999}, threads)), 999);
    EXPECT_EQ(RLX_KERNEL_DETAIL(run({0, 1, 998}, threads)), 0);
  }
}

// Each thread has scratch of its own: no other workgroup writes to it meanwhile.
int32_t keepInScratch(const rlx_kernel_args *args, uint32_t x, uint32_t, uint32_t) {
  auto *kept = static_cast<std::atomic<uint32_t> *>(args->workspace);
  *kept = x;
  for (int i = 0; i < 200; ++i)
    if (*kept != x)
      return RLX_KERNEL_ERROR(RLX_KERNEL_SINGULAR_MATRIX, 1);
  return RLX_KERNEL_OK;
}

TEST_P(DispatchTest, GivesEachThreadItsScratch) {
  constexpr unsigned threads = 5;
  alignas(64) std::array<std::byte, threads * 64> scratch{};
  const DispatchWork work{keepInScratch, nullptr, nullptr, {1000, 1, 1}, 1000, scratch.data(), 64};
  for (int turn = 0; turn < 50; ++turn)
    EXPECT_EQ(runParallel(work, threads), RLX_KERNEL_OK);
}

// Counts the calls of each workgroup.
int32_t countCall(const rlx_kernel_args *args, uint32_t x, uint32_t y, uint32_t z) {
  static_cast<std::atomic<uint32_t> *>(args->buffers[0])[(z * 5 + y) * 7 + x]++;
  return RLX_KERNEL_OK;
}

TEST_P(DispatchTest, RunsAPartOfAGrid) {
  for (const unsigned threads : {1u, 3u}) {
    SCOPED_TRACE(threads);
    std::array<std::atomic<uint32_t>, size_t{7} * 5 * 3> counts{};
    void *const buffers[] = {counts.data()};
    const DispatchWork work{countCall, buffers, nullptr, {7, 5, 3}, 50, nullptr, 0, 20};
    EXPECT_EQ(threads > 1 ? runParallel(work, threads) : runSerial(work), RLX_KERNEL_OK);
    for (size_t i = 0; i < counts.size(); ++i)
      EXPECT_EQ(counts[i], i >= 20 && i < 70 ? 1u : 0u) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Ranges, DispatchTest, ::testing::Values(false, true));

} // namespace
