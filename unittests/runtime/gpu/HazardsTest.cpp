// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers: enough of them for any order of the commands in between, and no unnecessary ones.
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "runtime/gpu/api/Hazards.h"

using namespace rlx::rt;

static const int kMemory[2] = {};

static Hazards::Access read(uint64_t begin, uint64_t end, int memory = 0) {
  return {&kMemory[memory], begin, end, false};
}
static Hazards::Access write(uint64_t begin, uint64_t end, int memory = 0) {
  return {&kMemory[memory], begin, end, true};
}

TEST(Hazards, OnlyWhatDependsWaits) {
  Hazards hazards;
  hazards.add({read(0, 16), write(16, 32)});
  EXPECT_TRUE(hazards.conflicts({read(16, 20)}));     // read after write
  EXPECT_TRUE(hazards.conflicts({write(12, 16)}));    // write after read
  EXPECT_TRUE(hazards.conflicts({write(31, 40)}));    // write after write
  EXPECT_FALSE(hazards.conflicts({read(0, 16)}));     // read after read
  EXPECT_FALSE(hazards.conflicts({write(32, 48)}));   // beside it
  EXPECT_FALSE(hazards.conflicts({write(0, 32, 1)})); // other memory
  hazards.clear();
  EXPECT_FALSE(hazards.conflicts({write(0, 100)}));
}

namespace {

// A command that mixes some cells into others.
struct Step {
  std::vector<Hazards::Access> accesses;
  uint64_t salt;
};

void perform(const Step &step, std::vector<uint64_t> &cells) {
  uint64_t mixed = step.salt;
  for (const Hazards::Access &access : step.accesses)
    for (uint64_t i = access.begin; !access.isWrite && i < access.end; ++i)
      mixed = (mixed ^ cells[i]) * 0x9E3779B97F4A7C15;
  for (const Hazards::Access &access : step.accesses)
    for (uint64_t i = access.begin; access.isWrite && i < access.end; ++i)
      cells[i] = mixed + i;
}

Step randomStep(std::mt19937_64 &random, uint64_t numCells) {
  Step step{{}, random()};
  const auto range = [&](bool isWrite) {
    const uint64_t begin = random() % numCells;
    step.accesses.push_back(
        {&kMemory[0], begin, std::min(numCells, begin + 1 + random() % 4), isWrite});
  };
  for (uint64_t i = random() % 3; i-- > 0;)
    range(false);
  range(true);
  return step;
}

// Runs the steps, shuffled between barriers. Without barriers if `useBarriers` is false.
std::vector<uint64_t> runShuffled(const std::vector<Step> &steps, uint64_t numCells,
                                  std::mt19937_64 &random, bool useBarriers) {
  std::vector<uint64_t> cells(numCells, 1);
  std::vector<const Step *> unordered;
  const auto finish = [&] {
    std::ranges::shuffle(unordered, random);
    for (const Step *step : unordered)
      perform(*step, cells);
    unordered.clear();
  };
  Hazards hazards;
  for (const Step &step : steps) {
    if (useBarriers && hazards.conflicts(step.accesses)) {
      finish();
      hazards.clear();
    }
    hazards.add(step.accesses);
    unordered.push_back(&step);
  }
  finish();
  return cells;
}

} // namespace

TEST(Hazards, AnyOrderBetweenBarriersGivesTheSame) {
  std::mt19937_64 random(7);
  int differWithout = 0;
  for (int round = 0; round < 200; ++round) {
    const uint64_t numCells = 8 + random() % 120;
    std::vector<Step> steps;
    for (int i = 0; i < 60; ++i)
      steps.push_back(randomStep(random, numCells));
    std::vector<uint64_t> expected(numCells, 1);
    for (const Step &step : steps)
      perform(step, expected);
    ASSERT_EQ(runShuffled(steps, numCells, random, true), expected) << round;
    differWithout += runShuffled(steps, numCells, random, false) != expected;
  }
  EXPECT_GT(differWithout, 190); // the test would detect a missing barrier
}
