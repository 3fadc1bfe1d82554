// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See TextStream.h.
#include "lm/TextStream.h"

#include <cstdint>
#include <utility>

namespace rlx::lm {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

// The second byte's bounds, which depend on the first (Unicode 15, table 3-7).
struct Form {
  int length = 0; // 0: no sequence begins so
  uint8_t least = 0x80, most = 0xBF;
};

Form formOf(uint8_t first) {
  if (first < 0x80)
    return {1};
  if (first < 0xC2 || first > 0xF4)
    return {};
  if (first < 0xE0)
    return {2};
  if (first < 0xF0)
    return {3, uint8_t(first == 0xE0 ? 0xA0 : 0x80), uint8_t(first == 0xED ? 0x9F : 0xBF)};
  return {4, uint8_t(first == 0xF0 ? 0x90 : 0x80), uint8_t(first == 0xF4 ? 0x8F : 0xBF)};
}

} // namespace

std::string TextStream::push(std::string_view bytes) {
  const std::string all = std::move(held) + std::string(bytes);
  held.clear();
  std::string whole;
  for (size_t i = 0; i < all.size();) {
    const Form form = formOf(static_cast<uint8_t>(all[i]));
    size_t end = i + 1;
    uint8_t least = form.least, most = form.most;
    while (end < all.size() && end < i + form.length) {
      const auto next = static_cast<uint8_t>(all[end]);
      if (next < least || next > most)
        break;
      least = 0x80, most = 0xBF;
      ++end;
    }
    if (form.length != 0 && end == i + form.length) {
      whole.append(all, i, end - i);
    } else if (form.length != 0 && end == all.size()) {
      held = all.substr(i);
      break;
    } else {
      whole += kReplacement; // for the longest part that could begin a sequence
    }
    i = end;
  }
  return whole;
}

std::string TextStream::finish() {
  return std::exchange(held, {}).empty() ? std::string() : std::string(kReplacement);
}

} // namespace rlx::lm
