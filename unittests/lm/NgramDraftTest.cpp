// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts are the tokens behind the longest n-gram that the text ends with.
#include "lm/NgramDraft.h"

#include <gtest/gtest.h>

using namespace rlx::lm;

namespace {

using Tokens = std::vector<Token>;

Tokens propose(const Tokens &text, size_t most) {
  return ngramDraft(text, most);
}

TEST(NgramDraft, ProposesWhatFollowed) {
  EXPECT_EQ(propose({1, 2, 3, 4, 5, 1, 2}, 3), Tokens({3, 4, 5}));
  EXPECT_EQ(propose({1, 2, 3, 4, 5, 1, 2}, 1), Tokens({3}));
  EXPECT_EQ(propose({1, 2, 3, 4, 5, 1, 2}, 0), Tokens());
  // The last of equal n-grams, and a longer one before a later one.
  EXPECT_EQ(propose({1, 2, 3, 1, 2, 4, 9, 1, 2}, 1), Tokens({4}));
  EXPECT_EQ(propose({7, 1, 2, 3, 8, 1, 2, 4, 7, 1, 2}, 1), Tokens({3}));
}

TEST(NgramDraft, RepeatsAPeriod) {
  EXPECT_EQ(propose({5, 6, 5, 6, 5, 6}, 5), Tokens({5, 6, 5, 6, 5}));
  EXPECT_EQ(propose({9, 4, 4, 4}, 3), Tokens({4, 4, 4}));
  EXPECT_EQ(propose({1, 2, 3, 1, 2}, 5), Tokens({3, 1, 2, 3, 1}));
}

TEST(NgramDraft, ProposesNothingWithoutARepetition) {
  EXPECT_EQ(propose({}, 4), Tokens());
  EXPECT_EQ(propose({1}, 4), Tokens());
  EXPECT_EQ(propose({1, 2, 3, 4}, 4), Tokens());
  EXPECT_EQ(propose({1, 2, 3, 9, 2}, 4), Tokens()); // one token is no evidence
}

} // namespace
