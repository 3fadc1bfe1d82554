// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guesses of the next tokens of a text, which the model checks in one step (speculative decoding).
#ifndef RLX_LM_DRAFT_H
#define RLX_LM_DRAFT_H

#include <memory>
#include <span>

#include "lm/Sampler.h"

namespace rlx::lm {

class StepModel;

// The tokens of a draft that a user of a draft model gets without asking.
constexpr int64_t kDefaultDraftMax = 15;

// Of one text. One thread at a time, that of the model's steps: making a Draft calls no model.
class Draft {
public:
  virtual ~Draft() = default;
  // Whether guesses cost nothing. Others are only made to be checked.
  virtual bool isFree() const = 0;
  // The text so far, at its begin: what the guesses depend on may be computed beside the prompt.
  virtual rt::Status read(std::span<const Token> text) = 0;
  // Tokens that may follow the text: at most `most`, maybe none. Valid until the next call.
  virtual rt::StatusOr<std::span<const Token>> propose(std::span<const Token> text,
                                                       size_t most) = 0;
  // Frees the keys of the text in a model. The next call computes them again.
  virtual void giveBack() = 0;
  // The probabilities that each of these tokens was drawn from, all of them; empty if no chance
  // chose them.
  virtual std::span<const Probabilities> probabilities() const = 0;
};

// Guesses from the text itself, or with a model from that one, whose tokens are drawn as the
// options say. `vocabulary` is the number of tokens of the text's model.
std::unique_ptr<Draft> makeDraft(StepModel *model, const SamplingOptions &options,
                                 size_t vocabulary);

// Whether a model with the vocabulary `draft` may guess for another one: each token that both have
// is the same one. InvalidArgument names the first one that is not.
rt::Status checkDraftVocabulary(const Vocabulary &target, const Vocabulary &draft);
// Whether a model has states for all of a text, by its file: StepModel::isRecurrent() of its step.
rt::StatusOr<bool> isRecurrent(const gguf::Metadata &metadata);
// Unsupported for a model that is recurrent, and so cannot take guesses back: one that makes
// drafts, and one whose text they are for.
rt::Status checkDraftModel(bool isRecurrent);
rt::Status checkTakesDrafts(bool isRecurrent);

} // namespace rlx::lm

#endif // RLX_LM_DRAFT_H
