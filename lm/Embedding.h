// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of texts: those of similar texts point in similar directions.
#ifndef RLX_LM_EMBEDDING_H
#define RLX_LM_EMBEDDING_H

#include <span>
#include <vector>

#include "lm/Decoder.h"

namespace rlx::lm {

// How the hidden states of the tokens become one vector: their mean, or that of the last token.
enum class Pooling { Mean, Last };

// That of the file (`pooling_type`), and the mean if it has none. Unsupported for another one.
rt::StatusOr<Pooling> poolingOf(const gguf::Metadata &metadata);

// The vector of a text, of length 1. The tokens replace the text of the decoder, with the token
// that ends texts behind them if the vocabulary wants one. InvalidArgument without a token;
// OutOfRange if the context is too small; Unsupported for an executable without hidden states.
rt::StatusOr<std::vector<float>> embed(Decoder &decoder, const Vocabulary &vocabulary,
                                       std::span<const Token> text, Pooling pooling);

} // namespace rlx::lm

#endif // RLX_LM_EMBEDDING_H
