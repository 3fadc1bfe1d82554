// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How likely a text is to a model.
#ifndef RLX_LM_SCORE_H
#define RLX_LM_SCORE_H

#include <span>
#include <vector>

#include "lm/Decoder.h"
#include "lm/Reader.h"

namespace rlx::lm {

// InvalidArgument for a text without a token, a `first` that is not in [1, size], and a token that
// the model does not have; OutOfRange if the context is too small.
rt::Status checkScored(const StepModel &model, std::span<const Token> tokens, size_t first);

// Reads a text for score().
class ScoreReader : public Reader {
public:
  // Checked tokens.
  ScoreReader(std::span<const Token> tokens, size_t first);

  std::span<const Token> text() const override { return std::span(tokens).first(end); }
  size_t mostReused() const override { return before; }
  bool wantsManyRows() const override { return true; }
  void begin(size_t known) override;
  rt::StatusOr<Reading> next(size_t most, size_t mostDraft) override;
  rt::Status take(Rows logits) override;
  bool isDone() const override { return isCancelled || read == end; }
  size_t length() const override { return read; }
  void cancel() override { isCancelled = true; }
  rt::Status complete() override;
  const std::vector<double> &scores() const { return result; }

private:
  const std::vector<Token> tokens;
  const size_t before, end; // the tokens whose logits are not needed, and those that are read
  size_t read = 0, part = 0;
  bool isCancelled = false;
  std::vector<double> result;
};

// The natural logarithms of the model's probabilities of the tokens from `first` on, each behind
// the tokens before it. The tokens replace the text of the decoder; a common prefix before `first`
// is not computed again. Errors of checkScored().
rt::StatusOr<std::vector<double>> score(Decoder &decoder, std::span<const Token> tokens,
                                        size_t first);

} // namespace rlx::lm

#endif // RLX_LM_SCORE_H
