// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and numbers joined into one string.
#include "runtime/base/StrCat.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

using rlx::rt::strCat;

namespace {

// A text class with conversions, as LLVM has.
struct Other {
  operator std::string_view() const { return "other"; }
};

} // namespace

TEST(StrCat, JoinsTextOfEveryKind) {
  const std::string owned = "owned";
  const char array[8] = "array";
  EXPECT_EQ(strCat("literal ", owned, ' ', std::string_view("view"), ' ', array, ' ', Other()),
            "literal owned view array other");
  EXPECT_EQ(strCat("alone"), "alone");
  EXPECT_EQ(strCat("", owned, ""), owned);
  EXPECT_EQ(strCat(std::string_view("a\0b", 3), '\0').size(), 4u);
}

TEST(StrCat, NumbersHaveAllTheirDigits) {
  EXPECT_EQ(strCat(std::numeric_limits<int64_t>::min(), ' ', std::numeric_limits<uint64_t>::max()),
            "-9223372036854775808 18446744073709551615");
  EXPECT_EQ(strCat(uint8_t{65}, ' ', int8_t{-1}, ' ', uint16_t{65535}), "65 -1 65535");
  EXPECT_EQ(strCat(0, ' ', true, ' ', false), "0 1 0");
  // Characters are text.
  EXPECT_EQ(strCat('4', 2), "42");
}
