// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many tokens of a draft the model should check, by how many were right so far.
#ifndef RLX_LM_DRAFTLENGTH_H
#define RLX_LM_DRAFTLENGTH_H

#include <span>

#include "lm/Vocabulary.h"

namespace rlx::lm {

// Depends on the tokens alone, not on time, so that equal calls take equal steps.
class DraftLength {
public:
  // The length that promises the most tokens for the time: 1, 3, 7 and so on, at most `most`, so
  // that an executable meets few sizes of steps. 0 if drafts would cost more than they give.
  size_t best(size_t most) const;
  // Compares proposals with the tokens that the model chose, checked as a draft or not.
  void record(std::span<const Token> proposed, std::span<const Token> chosen);

private:
  double probability = 0.6; // that a token is right, if those before it are
};

} // namespace rlx::lm

#endif // RLX_LM_DRAFTLENGTH_H
