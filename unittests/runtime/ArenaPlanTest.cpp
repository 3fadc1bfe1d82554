// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arena planner: no two live buffers overlap, views move with their root, and it is fast.
#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <random>

#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

static std::vector<ArenaRequest> randomRequests(std::mt19937 &random, size_t count) {
  std::vector<ArenaRequest> requests;
  const bool manySizes = random() % 2;
  for (size_t i = 0; i < count; ++i) {
    const auto first = static_cast<int32_t>(random() % 300);
    const auto length = static_cast<int32_t>(random() % (random() % 10 == 0 ? 300 : 6));
    const int64_t size = manySizes ? int64_t(random() % 100000) : int64_t(random() % 4) * 4096;
    requests.push_back({size, first, first + length});
  }
  return requests;
}

// The largest number of bytes live at once, which is a lower bound of every plan.
static int64_t lowerBound(const std::vector<ArenaRequest> &requests) {
  int64_t most = 0;
  for (int32_t time = 0; time < 700; ++time) {
    int64_t live = 0;
    for (const ArenaRequest &request : requests)
      if (request.first <= time && time <= request.last)
        live += (request.size + 63) / 64 * 64;
    most = std::max(most, live);
  }
  return most;
}

TEST(ArenaPlan, SimultaneouslyLiveBuffersNeverOverlap) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::vector<ArenaRequest> requests = randomRequests(random, 1 + random() % 150);
    ASSERT_OK_AND_ASSIGN(const int64_t total, planArena(requests));
    for (size_t i = 0; i < requests.size(); ++i) {
      const ArenaRequest &a = requests[i];
      ASSERT_EQ(a.offset % 64, 0);
      ASSERT_GE(a.offset, 0);
      ASSERT_LE(a.offset + a.size, total);
      for (size_t k = 0; k < i; ++k) {
        const ArenaRequest &b = requests[k];
        const bool overlapInTime = a.first <= b.last && b.first <= a.last;
        const bool apart = a.offset + a.size <= b.offset || b.offset + b.size <= a.offset;
        ASSERT_TRUE(!overlapInTime || apart || !a.size || !b.size) << "seed " << seed;
      }
    }
    const int64_t bound = lowerBound(requests);
    ASSERT_GE(total, bound);
    ASSERT_LE(total, 2 * bound) << "seed " << seed;
  }
}

// For any limit, only blocks larger than the limit cross one of its multiples.
TEST(ArenaPlan, AllocationsMayBeLimited) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::vector<ArenaRequest> requests = randomRequests(random, 1 + random() % 150);
    const int64_t limit = 1000 + int64_t(random() % 200000), most = limit - limit % 64;
    ASSERT_OK_AND_ASSIGN(const int64_t total, planArena(requests, limit));
    for (size_t i = 0; i < requests.size(); ++i) {
      const ArenaRequest &a = requests[i];
      ASSERT_LE(a.offset + a.size, total);
      ASSERT_TRUE(a.size > most || a.size == 0 || a.offset / most == (a.offset + a.size - 1) / most)
          << "seed " << seed;
      for (size_t k = 0; k < i; ++k) {
        const ArenaRequest &b = requests[k];
        const bool overlapInTime = a.first <= b.last && b.first <= a.last;
        const bool apart = a.offset + a.size <= b.offset || b.offset + b.size <= a.offset;
        ASSERT_TRUE(!overlapInTime || apart || !a.size || !b.size) << "seed " << seed;
      }
    }
  }
}

TEST(ArenaPlan, AChainNeedsTwoBuffers) {
  std::vector<ArenaRequest> chain;
  for (int32_t i = 0; i < 100; ++i)
    chain.push_back({1000, i, i + 1});
  ASSERT_OK_AND_ASSIGN(const int64_t total, planArena(chain));
  EXPECT_EQ(total, 2 * 1024);
}

TEST(ArenaPlan, TakesTheTightestGap) {
  // At time 5 the long-lived blocks leave two gaps: 4096 bytes at 0 and 2048 bytes at 7168. The
  // last request fits both and must take the smaller one.
  std::vector<ArenaRequest> requests{
      {4096, 0, 0}, {3072, 0, 9}, {2048, 0, 0}, {1536, 0, 9}, {1400, 5, 5}};
  ASSERT_OK_AND_ASSIGN(const int64_t total, planArena(requests));
  EXPECT_EQ(total, 4096 + 3072 + 2048 + 1536);
  EXPECT_EQ(requests[2].offset, 7168);
  EXPECT_EQ(requests[4].offset, requests[2].offset);
}

TEST(ArenaPlan, OverflowIsAnError) {
  std::vector<ArenaRequest> requests{{INT64_MAX - 100, 0, 1}, {INT64_MAX - 100, 0, 1}};
  EXPECT_ERROR(planArena(requests).status(), OutOfRange, "2^63 - 1");
  std::vector<ArenaRequest> one{{INT64_MAX, 0, 1}};
  EXPECT_ERROR(planArena(one).status(), OutOfRange, "2^63 - 1");
  std::vector<ArenaRequest> bad{{4, 3, 1}};
  EXPECT_ERROR(planArena(bad).status(), Internal, "malformed");
}

// Not a benchmark, but a guard against a planner with cubic time. The bound is far above the usual
// 0.1 ms, so a busy or instrumented machine does not fail it.
TEST(ArenaPlan, FiveHundredBuffersAreFast) {
  std::mt19937 random(1);
  std::vector<ArenaRequest> requests = randomRequests(random, 500);
  auto best = std::chrono::steady_clock::duration::max();
  for (int round = 0; round < 10; ++round) {
    auto start = std::chrono::steady_clock::now();
    ASSERT_OK(planArena(requests).status());
    best = std::min(best, std::chrono::steady_clock::now() - start);
  }
  RecordProperty("best_us",
                 int(std::chrono::duration_cast<std::chrono::microseconds>(best).count()));
  EXPECT_LT(best, std::chrono::milliseconds(20));
}

TEST(Plan, ViewsExtendTheirRootsLife) {
  ProgramBuilder b;
  Program &p = b.program;
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::U8, {c(640)});
  uint32_t root = b.buffer(BufferKind::Arena, c(640));
  uint32_t outer = b.view(root, c(64), c(256));
  uint32_t inner = b.view(outer, c(64), c(64));
  uint32_t other = b.buffer(BufferKind::Arena, c(640));
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::U8, {c(64)});
  uint32_t rest = b.tensor(BufferKind::Output, "rest", DType::U8, {c(640)});
  p.main = {ProgramBuilder::copy(x, root), ProgramBuilder::copy(x, other),
            ProgramBuilder::copy(inner, out), ProgramBuilder::copy(other, rest)};
  ASSERT_OK_AND_ASSIGN(PersistentLayout persistent, layoutPersistent(p));
  Lifetimes lifetimes = computeLifetimes(p, ProgramPart::Main);
  EXPECT_EQ(lifetimes.first[root], 0);
  EXPECT_EQ(lifetimes.last[root], 2);
  ASSERT_OK_AND_ASSIGN(Plan plan,
                       computePlan(p, ProgramPart::Main, lifetimes, persistent.offsets, {}));
  EXPECT_EQ(plan.arenaBytes, 1280);
  EXPECT_EQ(plan.ranges[inner].offset, plan.ranges[root].offset + 128);
  // A view outside its parent is found when its sizes are evaluated.
  p.buffers[inner].offset = c(200);
  EXPECT_ERROR(computePlan(p, ProgramPart::Main, lifetimes, persistent.offsets, {}).status(),
               OutOfRange, "view buffer 3 covers 64 bytes from 200 of buffer 2, which has 256");
  p.buffers[inner].offset = c(-1);
  EXPECT_ERROR(computePlan(p, ProgramPart::Main, lifetimes, persistent.offsets, {}).status(),
               OutOfRange, "a view's offset (-1) is -1");
}

TEST(Plan, CopiesOfDifferentSizesAreRefused) {
  Program p = sumProgram();
  p.buffers[6].size = c(16);
  ASSERT_OK_AND_ASSIGN(PersistentLayout persistent, layoutPersistent(p));
  const int64_t rows[] = {3};
  EXPECT_ERROR(computePlan(p, ProgramPart::Main, computeLifetimes(p, ProgramPart::Main),
                           persistent.offsets, rows)
                   .status(),
               OutOfRange, "copy '' from 48 bytes into 16");
}
