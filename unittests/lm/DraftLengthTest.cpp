// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts become longer while they are right, and end where they are wrong.
#include "lm/DraftLength.h"

#include <gtest/gtest.h>

using namespace rlx::lm;

namespace {

using Tokens = std::vector<Token>;

TEST(DraftLength, GrowsWithRightTokens) {
  DraftLength length;
  size_t before = length.best(16);
  EXPECT_GE(before, 1u); // the first drafts are tried
  for (int i = 0; i < 60; ++i) {
    length.record(Tokens{1, 2, 3}, Tokens{1, 2, 3});
    EXPECT_GE(length.best(16), before);
    before = length.best(16);
  }
  EXPECT_EQ(before, 15u);
  EXPECT_EQ(length.best(7), 7u);
  EXPECT_EQ(length.best(6), 3u);
  EXPECT_EQ(length.best(0), 0u);
}

TEST(DraftLength, EndsAtWrongTokensAndReturns) {
  DraftLength length;
  for (int i = 0; i < 20; ++i)
    length.record(Tokens{1, 2, 3}, Tokens{4});
  EXPECT_EQ(length.best(16), 0u);
  // Proposals that the model did not check as a draft count, too.
  for (int i = 0; i < 20; ++i)
    length.record(Tokens{1, 2, 3}, Tokens{1});
  EXPECT_GE(length.best(16), 2u);
}

TEST(DraftLength, LearnsNothingBehindAWrongToken) {
  DraftLength one, more;
  for (int i = 0; i < 3; ++i) {
    one.record(Tokens{1}, Tokens{9});
    more.record(Tokens{1, 2, 3}, Tokens{9, 2, 3});
    EXPECT_EQ(one.best(16), more.best(16));
  }
  DraftLength none;
  none.record({}, Tokens{1});
  none.record(Tokens{1}, {});
  EXPECT_EQ(none.best(16), DraftLength().best(16));
}

} // namespace
