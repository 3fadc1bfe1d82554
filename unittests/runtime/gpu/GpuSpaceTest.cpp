// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Address spaces over several blocks.
#include "runtime/gpu/memory/GpuSpace.h"

#include <gtest/gtest.h>

using namespace rlx::rt;

TEST(SpaceLayout, OverlappingRangesShareABlock) {
  const SpaceLayout layout =
      SpaceLayout::of({{1024, 100}, {0, 64}, {32, 100}, {2048, 0}, {1124, 50}, {900, 124}}, 10'000);
  ASSERT_EQ(layout.parts.size(), 4u);
  EXPECT_EQ(layout.blocks, (std::vector<uint64_t>{818}));
  EXPECT_EQ(layout.find(40)->begin, 0);
  EXPECT_EQ(layout.find(40)->end, 132);
  EXPECT_EQ(layout.find(900)->blockOffset, 256u);
  EXPECT_EQ(layout.find(1030)->begin, 1024);
  EXPECT_EQ(layout.find(-1), nullptr);
  EXPECT_TRUE(SpaceLayout::of({{5, 0}}, 100).parts.empty());
}

TEST(SpaceLayout, ASpaceMayBeLargerThanABlock) {
  const SpaceLayout layout =
      SpaceLayout::of({{0, 600}, {600, 600}, {1200, 300}, {1500, 5000}}, 1200);
  EXPECT_EQ(layout.blocks, (std::vector<uint64_t>{600, 1068, 5000})); // the last is too large
  EXPECT_EQ(layout.find(1200)->block, 1u);
  EXPECT_EQ(layout.find(1200)->blockOffset, 768u);
  EXPECT_EQ(layout.find(1500)->block, 2u);
}
