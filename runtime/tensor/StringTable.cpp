// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two maps from strings to numbers: one for the program, and one that each run starts anew.
//
// The bytes of new strings lie one after another in blocks.
#include "runtime/tensor/StringTable.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

StringTable::StringTable(std::span<const std::string> fixed) {
  texts.assign(fixed.begin(), fixed.end());
  if (texts.empty())
    texts.emplace_back();
  numFixed = texts.size();
  for (size_t i = 0; i < numFixed; ++i)
    fixedNumbers.emplace(texts[i], static_cast<int64_t>(i));
}

void StringTable::begin() {
  numbers.clear();
  texts.resize(numFixed);
  Storage last = std::exchange(now, {});
  if (std::exchange(isKept, false))
    before = std::move(last);
}

int64_t StringTable::number(std::string_view text) {
  if (const auto found = fixedNumbers.find(text); found != fixedNumbers.end())
    return found->second;
  if (const auto found = numbers.find(text); found != numbers.end())
    return found->second;
  const auto fresh = static_cast<int64_t>(texts.size());
  texts.push_back(now.copy(text));
  numbers.emplace(texts.back(), fresh);
  return fresh;
}

StatusOr<std::string_view> StringTable::text(int64_t number) const {
  if (number < 0 || static_cast<size_t>(number) >= texts.size())
    return dataLoss(strCat("there is no string with the number ", number));
  return texts[static_cast<size_t>(number)];
}

std::string_view StringTable::Storage::copy(std::string_view text) {
  constexpr size_t kBlockBytes = 1 << 14;
  if (text.size() > left) {
    const size_t size = std::max(text.size(), kBlockBytes);
    blocks.push_back(std::make_unique_for_overwrite<char[]>(size));
    next = blocks.back().get();
    left = size;
    bytes += static_cast<int64_t>(size);
  }
  char *const to = next;
  std::memcpy(to, text.data(), text.size());
  next += text.size();
  left -= text.size();
  return {to, text.size()};
}

} // namespace rlx::rt
