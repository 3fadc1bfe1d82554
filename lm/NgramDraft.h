// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts from the text itself, without a second model (prompt lookup decoding).
#ifndef RLX_LM_NGRAMDRAFT_H
#define RLX_LM_NGRAMDRAFT_H

#include <span>
#include <vector>

#include "lm/Draft.h"

namespace rlx::lm {

// The tokens that followed the last tokens where these stood before: at most `most`, none if they
// did not. The longest n-gram counts, and of equal ones the last.
std::vector<Token> ngramDraft(std::span<const Token> text, size_t most);

class NgramDraft : public Draft {
public:
  bool isFree() const override { return true; }
  rt::Status read(std::span<const Token>) override { return rt::okStatus(); }
  rt::StatusOr<std::span<const Token>> propose(std::span<const Token> text, size_t most) override {
    tokens = ngramDraft(text, most);
    return std::span<const Token>(tokens);
  }
  void giveBack() override {}
  std::span<const Probabilities> probabilities() const override { return {}; }

private:
  std::vector<Token> tokens;
};

} // namespace rlx::lm

#endif // RLX_LM_NGRAMDRAFT_H
