// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strict decoding: no longer forms than needed, no surrogates, nothing above U+10FFFF.
#include "runtime/base/Utf8.h"

namespace rlx::rt {

static bool isCharacter(char32_t value) {
  return value < 0xd800 || (value > 0xdfff && value <= 0x10ffff);
}

// The bytes that a character takes.
static size_t lengthOf(char32_t value) {
  return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

size_t decodeUtf8(std::string_view text, char32_t &character) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0x80             ? 1
                        : (first & 0xe0) == 0xc0 ? 2
                        : (first & 0xf0) == 0xe0 ? 3
                        : (first & 0xf8) == 0xf0 ? 4
                                                 : 0;
  if (length == 0 || length > text.size())
    return 0;
  char32_t value = length == 1 ? first : first & (0x7fU >> length);
  for (size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80)
      return 0;
    value = value << 6 | (next & 0x3f);
  }
  if (!isCharacter(value) || lengthOf(value) != length)
    return 0;
  character = value;
  return length;
}

bool appendUtf8(char32_t character, std::string &text) {
  if (!isCharacter(character))
    return false;
  const size_t length = lengthOf(character);
  if (length == 1) {
    text.push_back(static_cast<char>(character));
    return true;
  }
  constexpr unsigned char kMarks[] = {0, 0, 0xc0, 0xe0, 0xf0};
  text.push_back(static_cast<char>(kMarks[length] | character >> (6 * (length - 1))));
  for (size_t i = length - 1; i-- > 0;)
    text.push_back(static_cast<char>(0x80 | ((character >> (6 * i)) & 0x3f)));
  return true;
}

} // namespace rlx::rt
