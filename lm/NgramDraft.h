// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts from the text itself, without a second model (prompt lookup decoding).
#ifndef RLX_LM_NGRAMDRAFT_H
#define RLX_LM_NGRAMDRAFT_H

#include "lm/Draft.h"

namespace rlx::lm {

// Proposes the tokens that followed the last tokens where these stood before. The longest n-gram
// counts, and of equal ones the last.
class NgramDraft : public Draft {
public:
  std::vector<Token> propose(std::span<const Token> text, size_t most) override;
};

} // namespace rlx::lm

#endif // RLX_LM_NGRAMDRAFT_H
