// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stop strings: however the text is cut, it ends before the first one, and nothing is held for
// longer than it must be.
#include "lm/StopStrings.h"

#include <gtest/gtest.h>

using rlx::lm::StopStrings;

namespace {

std::string answer(const std::vector<std::string> &stops, const std::vector<std::string> &pieces) {
  StopStrings strings(stops);
  std::string text;
  for (const std::string &piece : pieces)
    text += strings.push(piece);
  return text + strings.finish();
}

TEST(StopStrings, AnyCutEndsAtTheSamePlace) {
  const std::string text = "one\n\nUser: two";
  for (size_t first = 0; first <= text.size(); ++first)
    for (size_t second = first; second <= text.size(); ++second)
      EXPECT_EQ(
          answer({"User:", "\n\n\n"},
                 {text.substr(0, first), text.substr(first, second - first), text.substr(second)}),
          "one\n\n");
}

TEST(StopStrings, TheFirstInTheTextCounts) {
  EXPECT_EQ(answer({"cd", "bcde"}, {"abcdef"}), "a");
  EXPECT_EQ(answer({"bx", "c"}, {"ab", "c"}), "ab");
  EXPECT_EQ(answer({""}, {"ab", "c"}), "abc");
}

TEST(StopStrings, HoldsOnlyTheBeginOfOne) {
  StopStrings strings({"aab"});
  EXPECT_EQ(strings.push("xa"), "x");
  EXPECT_EQ(strings.push("a"), "");
  EXPECT_EQ(strings.push("a"), "a"); // "aa" still may begin it
  EXPECT_EQ(strings.push("c"), "aac");
  EXPECT_EQ(strings.push("aab!"), "");
  EXPECT_TRUE(strings.isFound());
  EXPECT_EQ(strings.push("more"), "");
  EXPECT_EQ(strings.finish(), "");
}

} // namespace
