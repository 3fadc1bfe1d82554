// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How likely a text is to a model.
#ifndef RLX_LM_SCORE_H
#define RLX_LM_SCORE_H

#include <span>
#include <vector>

#include "lm/Decoder.h"

namespace rlx::lm {

// The natural logarithms of the model's probabilities of the tokens from `first` on, each behind
// the tokens before it. The tokens replace the text of the decoder; a common prefix before `first`
// is not computed again. The vocabulary has all tokens. InvalidArgument if `first` is not in [1,
// size]; OutOfRange if the context is too small.
rt::StatusOr<std::vector<double>> score(Decoder &decoder, std::span<const Token> tokens,
                                        size_t first);

} // namespace rlx::lm

#endif // RLX_LM_SCORE_H
