// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See DraftLength.h.
#include "lm/DraftLength.h"

#include <algorithm>

namespace rlx::lm {
namespace {

// The time of one more row in a step, by that of a step of one row. On CPUs, whose products of few
// rows compute more than they read, it is 0.25 to 0.45.
constexpr double kRowCost = 0.4;
// The weight of the last token in the probability.
constexpr double kNewest = 0.1;

} // namespace

size_t DraftLength::best(size_t most) const {
  // A draft of n tokens gives 1 + p + … + p^n of them, and takes 1 + n * kRowCost.
  double tokens = 1, right = 1, rate = 1;
  size_t length = 0;
  for (size_t longer = 1; longer <= most; longer = 2 * longer + 1) {
    for (size_t i = length; i < longer; ++i)
      tokens += right *= probability;
    const double next = tokens / (1 + static_cast<double>(longer) * kRowCost);
    if (next <= rate)
      break;
    rate = next;
    length = longer;
  }
  return length;
}

void DraftLength::record(std::span<const Token> proposed, std::span<const Token> chosen) {
  const size_t count = std::min(proposed.size(), chosen.size());
  for (size_t i = 0; i < count; ++i) {
    const bool isRight = proposed[i] == chosen[i];
    probability += kNewest * (isRight - probability);
    if (!isRight) // the rest was proposed behind another token
      return;
  }
}

} // namespace rlx::lm
