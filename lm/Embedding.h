// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of texts, of length 1: those of similar texts point in similar directions.
#ifndef RLX_LM_EMBEDDING_H
#define RLX_LM_EMBEDDING_H

#include <span>
#include <vector>

#include "lm/Decoder.h"
#include "lm/Encoder.h"

namespace rlx::lm {

// How the hidden states of the tokens become one vector: their mean, or that of the first token,
// which BERT calls [CLS], or of the last one.
enum class Pooling { Mean, First, Last };

// That of the file (`pooling_type`), and the mean if it has none. Unsupported for another one.
rt::StatusOr<Pooling> poolingOf(const gguf::Metadata &metadata);

// Unsupported for an encoder, whose tokens see each other: no text can be continued with it.
rt::Status checkMakesText(const gguf::Metadata &metadata);

using Vectors = std::vector<std::vector<float>>; // one for each text

// The texts get the tokens that the vocabulary puts behind a text to embed. InvalidArgument for a
// text without a token; OutOfRange if the context is too small; Unsupported for an executable
// without hidden states. The last text stays that of the decoder.
rt::StatusOr<Vectors> embed(Decoder &decoder, const Vocabulary &vocabulary,
                            std::span<const std::span<const Token>> texts, Pooling pooling);
// The same with an encoder, which computes texts of similar lengths at the same time.
rt::StatusOr<Vectors> embed(Encoder &encoder, const Vocabulary &vocabulary,
                            std::span<const std::span<const Token>> texts, Pooling pooling);

} // namespace rlx::lm

#endif // RLX_LM_EMBEDDING_H
