// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See NgramDraft.h.
#include "lm/NgramDraft.h"

#include <algorithm>

namespace rlx::lm {
namespace {

constexpr size_t kMinNgram = 2, kMaxNgram = 8;

// How many of the last tokens of `text` are also the last ones before `end`, up to kMaxNgram.
size_t commonEnd(std::span<const Token> text, size_t end) {
  size_t length = 0;
  while (length < std::min(end, kMaxNgram) &&
         text[end - 1 - length] == text[text.size() - 1 - length])
    ++length;
  return length;
}

} // namespace

std::vector<Token> ngramDraft(std::span<const Token> text, size_t most) {
  if (most == 0)
    return {};
  size_t longest = kMinNgram - 1, behind = text.size();
  for (size_t end = text.size(); end-- > 1 && longest < kMaxNgram;)
    if (const size_t length = commonEnd(text, end); length > longest) {
      longest = length;
      behind = end;
    }
  std::vector<Token> draft;
  if (behind == text.size())
    return draft;
  // What follows may reach the end of the text: then it repeats.
  for (size_t i = behind; draft.size() < most; ++i)
    draft.push_back(i < text.size() ? text[i] : draft[i - text.size()]);
  return draft;
}

} // namespace rlx::lm
