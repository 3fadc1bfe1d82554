// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Text.h.
#include "tools/rlx-run-rt/Text.h"

#include <algorithm>
#include <cstdio>

#include "runtime/base/StrCat.h"

namespace rlx::run {
namespace {

std::string decimal(int digits, double value, const char *unit) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f %s", digits, value, unit);
  return text;
}

// Does not depend on the locale.
bool isFileCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

} // namespace

std::string timeText(double milliseconds) {
  if (milliseconds < 1e-3)
    return decimal(0, milliseconds * 1e6, "ns");
  if (milliseconds < 0.1)
    return decimal(2, milliseconds * 1e3, "us");
  return decimal(3, milliseconds, "ms");
}

std::string bytesText(int64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes < 1000)
    return decimal(0, size, bytes == 1 ? "byte" : "bytes");
  if (bytes < 1'000'000)
    return decimal(1, size / 1e3, "kB");
  if (bytes < 1'000'000'000)
    return decimal(1, size / 1e6, "MB");
  return decimal(2, size / 1e9, "GB");
}

std::string fileName(std::string_view name) {
  std::string result(name);
  for (char &c : result)
    if (!isFileCharacter(c))
      c = '_';
  // A name may not leave its folder or be hidden.
  if (result.empty() || result.front() == '.')
    result.insert(result.begin(), '_');
  return result;
}

std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      result += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    else
      result += c;
  }
  return result;
}

std::string shellWord(std::string_view text) {
  constexpr std::string_view kPlain = "/=,:+@%";
  const bool isPlain = std::ranges::all_of(
      text, [&](char c) { return isFileCharacter(c) || kPlain.find(c) != std::string_view::npos; });
  if (isPlain && !text.empty())
    return std::string(text);
  std::string word = "'";
  for (const char c : text)
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string argumentWord(std::string_view option, std::string_view name, std::string_view value) {
  const bool isQuoted = name.find('=') != std::string_view::npos || name.starts_with('"');
  const std::string_view quote = isQuoted ? "\"" : "";
  return shellWord(rt::strCat(option, "=", quote, name, quote, "=", value));
}

} // namespace rlx::run
