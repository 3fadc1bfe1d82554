// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Natural logarithms of the model's probabilities, before biases, penalties and filters.
#ifndef RLX_LM_LOGPROBS_H
#define RLX_LM_LOGPROBS_H

#include <span>
#include <vector>

#include "lm/Vocabulary.h"

namespace rlx::lm {

struct TokenLogProb {
  Token token;
  double logProb;
};

// That of `token`. Appends those of the `count` most likely tokens, at most all, to `likely`: the
// best first, the lower token first in a tie. NaN counts as a probability of 0. `logits` has
// `token`.
double logProbs(std::span<const float> logits, Token token, size_t count,
                std::vector<TokenLogProb> &likely);

} // namespace rlx::lm

#endif // RLX_LM_LOGPROBS_H
