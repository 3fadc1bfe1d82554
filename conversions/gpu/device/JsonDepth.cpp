// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scanner of brackets and strings (see JsonDepth.h). It stops at the first bracket that is too
// deep. Escapes in strings are skipped, not decoded: names that are written differently count as
// different members.
#include "conversions/gpu/device/JsonDepth.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

using llvm::StringRef;

namespace rlx {
namespace {

// Takes the string at the front of the text, and returns it without its quotes.
StringRef takeString(StringRef &text) {
  size_t end = 1;
  while (end < text.size() && text[end] != '"')
    end += text[end] == '\\' ? 2 : 1;
  StringRef string = text.slice(1, end);
  text = text.drop_front(std::min(end + 1, text.size()));
  return string;
}

} // namespace

JsonDepth outlineOf(StringRef text, size_t maxLevels) {
  JsonDepth outline;
  std::vector<llvm::StringSet<>> levels; // member names of each open level
  while (!text.empty()) {
    const char c = text.front();
    if (c == '"') {
      StringRef name = takeString(text);
      bool isMember = text.ltrim().starts_with(":") && !levels.empty();
      if (isMember && !levels.back().insert(name).second && outline.twice.empty())
        outline.twice = name.str();
      continue;
    }
    text = text.drop_front();
    if (c == '{' || c == '[')
      levels.emplace_back();
    else if ((c == '}' || c == ']') && !levels.empty())
      levels.pop_back();
    outline.isTooDeep = levels.size() > maxLevels;
    if (outline.isTooDeep)
      break;
  }
  return outline;
}

} // namespace rlx
