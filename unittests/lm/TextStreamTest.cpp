// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text in pieces: however it is cut, it is the same, and nothing malformed leaves.
#include "lm/TextStream.h"

#include <gtest/gtest.h>

using rlx::lm::TextStream;

namespace {

const std::string kReplacement = "\xEF\xBF\xBD";

std::string whole(const std::vector<std::string> &pieces) {
  TextStream stream;
  std::string text;
  for (const std::string &piece : pieces)
    text += stream.push(piece);
  return text + stream.finish();
}

TEST(TextStream, AnyCutGivesTheSameText) {
  const std::string text = "aé\u20AC\U0001F600z — \u4F60\u597D";
  for (size_t first = 0; first <= text.size(); ++first)
    for (size_t second = first; second <= text.size(); ++second)
      EXPECT_EQ(
          whole({text.substr(0, first), text.substr(first, second - first), text.substr(second)}),
          text);
}

TEST(TextStream, HoldsASequenceUntilItIsWhole) {
  TextStream stream;
  EXPECT_EQ(stream.push("a\xE2"), "a");
  EXPECT_EQ(stream.push("\x82"), "");
  EXPECT_EQ(stream.push("\xAC!"), "\u20AC!");
  EXPECT_EQ(stream.finish(), "");
}

TEST(TextStream, ReplacesWhatIsMalformed) {
  EXPECT_EQ(whole({"a\x80z"}), "a" + kReplacement + "z");      // no sequence begins so
  EXPECT_EQ(whole({"a\xE2\x82z"}), "a" + kReplacement + "z");  // cut off
  EXPECT_EQ(whole({"a\xE2", "z"}), "a" + kReplacement + "z");  // in another piece
  EXPECT_EQ(whole({"\xC0\xAF"}), kReplacement + kReplacement); // overlong
  EXPECT_EQ(whole({"\xED\xA0\x80"}), kReplacement + kReplacement + kReplacement); // a surrogate
  EXPECT_EQ(whole({"\xF4\x90\x80\x80"}), kReplacement + kReplacement + kReplacement + kReplacement);
  EXPECT_EQ(whole({"\xF0\x9F\x98"}), kReplacement); // at the end, once
}

} // namespace
