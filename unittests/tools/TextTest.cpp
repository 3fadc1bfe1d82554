// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times, sizes and suggestions in text for people.
#include "tools/rlx-run-rt/Text.h"
#include "runtime/base/NearestName.h"
#include "tools/rlx-run-rt/ModelArguments.h"
#include "tools/rlx-run-rt/RunOptions.h"

#include <gtest/gtest.h>

using namespace rlx::run;

TEST(Text, TimesNeverShowAsZero) {
  EXPECT_EQ(timeText(12.3456), "12.346 ms");
  EXPECT_EQ(timeText(0.0123), "12.30 us");
  EXPECT_EQ(timeText(0.00004), "40 ns");
}

TEST(Text, SizesHaveUnitsThatFit) {
  EXPECT_EQ(bytesText(0), "0 bytes");
  EXPECT_EQ(bytesText(1), "1 byte");
  EXPECT_EQ(bytesText(999), "999 bytes");
  EXPECT_EQ(bytesText(1536), "1.5 kB");
  EXPECT_EQ(bytesText(17400000), "17.4 MB");
  EXPECT_EQ(bytesText(2500000000), "2.50 GB");
}

TEST(Text, FilesHaveNamesThatStayInTheirFolder) {
  EXPECT_EQ(fileName("exp/x"), "exp_x");
  EXPECT_EQ(fileName("a b\xc3\xa4.1-Z"), "a_b__.1-Z");
  EXPECT_EQ(fileName(""), "_");
  EXPECT_EQ(fileName(".."), "_..");
}

TEST(Text, OnlyCloseNamesAreSuggested) {
  EXPECT_EQ(rlx::rt::nearestName("bacth", {"length", "batch"}), "batch");
  EXPECT_EQ(rlx::rt::nearestName("foo", {"n", "batch"}), "");
  EXPECT_EQ(rlx::rt::nearestName("n", {"m"}), ""); // one edit, but nothing in common
  EXPECT_EQ(rlx::rt::nearestName("fast", {"case"}), "");
  // A third of a long name may be wrong.
  EXPECT_EQ(rlx::rt::nearestName("attention_msk_in", {"attention_mask"}), "attention_mask");
  EXPECT_EQ(rlx::rt::nearestName("shaderfloat16", {"shaderInt16", "shaderFloat16"}),
            "shaderFloat16");
  EXPECT_EQ(rlx::rt::nearestName("token_type_ids", {"attention_mask"}), "");
  EXPECT_EQ(suggestion("bacth", {"batch"}), "; did you mean 'batch'?");
  EXPECT_EQ(suggestion("x", {}), "");
}

TEST(Text, SuggestedCommandsAreForTheShell) {
  EXPECT_EQ(shellWord("a/b.mlir"), "a/b.mlir");
  EXPECT_EQ(shellWord("it's $x"), "'it'\\''s $x'");
  EXPECT_EQ(shellWord(""), "''");
  EXPECT_EQ(argumentWord("--input", "x", "random"), "--input=x=random");
  EXPECT_EQ(argumentWord("--input", "a=b", "1"), "'--input=\"a=b\"=1'");
}

TEST(Text, NamesThatContainEqualsSignsAreInDoubleQuotes) {
  GivenValues given;
  EXPECT_EQ(parseNamed("x=2xf32=1", "NAME=HOW", given), "");
  EXPECT_EQ(parseNamed("\"a=b\"=2xf32=1", "NAME=HOW", given), "");
  EXPECT_EQ(parseNamed("\"x=1", "NAME=HOW", given), "");
  EXPECT_EQ(given, (GivenValues{{"x", "2xf32=1"}, {"a=b", "2xf32=1"}, {"\"x", "1"}}));
  EXPECT_EQ(parseNamed("\"a=b\"=", "NAME=HOW", given), "expected NAME=HOW, but got '\"a=b\"='");
}
