// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts of speculative decoding: guesses of the next tokens, which the model checks in one step.
#ifndef RLX_LM_DRAFT_H
#define RLX_LM_DRAFT_H

#include <span>
#include <vector>

#include "lm/Vocabulary.h"

namespace rlx::lm {

class Draft {
public:
  virtual ~Draft() = default;
  // The tokens that may follow the text: at most `most`, none without a good guess.
  virtual std::vector<Token> propose(std::span<const Token> text, size_t most) = 0;
};

} // namespace rlx::lm

#endif // RLX_LM_DRAFT_H
