// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How well a model predicts a text, as llama.cpp's llama-perplexity defines it.
#ifndef RLX_LM_PERPLEXITY_H
#define RLX_LM_PERPLEXITY_H

#include <functional>
#include <span>

#include "lm/Decoder.h"

namespace rlx::lm {

// e^-(mean log-probability) of tokens.
class Perplexity {
public:
  void add(std::span<const double> logProbs);

  size_t tokens() const { return count; }
  // NaN without a token.
  double value() const;
  // The standard error of the value; NaN with fewer than two tokens.
  double error() const;

private:
  size_t count = 0;
  double sum = 0, squares = 0; // of log-probabilities
};

// Cuts the text into chunks of `chunk` tokens, and drops a rest. Each is a text of its own, whose
// first token is `begin` if the vocabulary has one that begins texts. The tokens behind the first
// half and one more count: those before are their context. `onChunk` gets the perplexity so far.
// InvalidArgument for a chunk of fewer than 4 tokens, or a text of
// fewer than two chunks; OutOfRange if the context is smaller than a chunk.
rt::StatusOr<Perplexity> perplexity(Decoder &decoder, const Vocabulary &vocabulary,
                                    std::span<const Token> text, size_t chunk,
                                    const std::function<void(const Perplexity &)> &onChunk);

} // namespace rlx::lm

#endif // RLX_LM_PERPLEXITY_H
