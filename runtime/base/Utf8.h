// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Characters of UTF-8 text.
#ifndef RLX_RUNTIME_BASE_UTF8_H
#define RLX_RUNTIME_BASE_UTF8_H

#include <cstddef>
#include <string>
#include <string_view>

namespace rlx::rt {

// The number of bytes of the first character, which is set; 0 if the text does not start with one.
// `text` must not be empty.
size_t decodeUtf8(std::string_view text, char32_t &character);

// Appends a character. False for a number that is none.
bool appendUtf8(char32_t character, std::string &text);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_UTF8_H
