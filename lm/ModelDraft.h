// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drafts of a second, smaller model with the same vocabulary.
#ifndef RLX_LM_MODELDRAFT_H
#define RLX_LM_MODELDRAFT_H

#include <optional>
#include <vector>

#include "lm/Decoder.h"
#include "lm/Draft.h"

namespace rlx::lm {

// Proposes nothing for a text that the model has no room for, or behind logits that are no numbers.
class ModelDraft : public Draft {
public:
  // `vocabulary` is the number of tokens of the text's model. Others are not proposed.
  ModelDraft(std::shared_ptr<StepModel> model, const SamplingOptions &options, size_t vocabulary);
  bool isFree() const override { return false; }
  rt::Status read(std::span<const Token> text) override;
  rt::StatusOr<std::span<const Token>> propose(std::span<const Token> text, size_t most) override;
  void giveBack() override { decoder.reset(); }
  std::span<const Probabilities> probabilities() const override { return drawnFrom; }

private:
  bool knows(std::span<const Token> text) const;
  bool hasRoom(size_t length) const;
  rt::Status readUpTo(std::span<const Token> text);
  rt::Status draw(std::span<const Token> text, size_t most);

  std::shared_ptr<StepModel> model;
  std::optional<Decoder> decoder; // with the first call: any thread makes drafts
  Sampler sampler;
  const bool isGreedy;
  const size_t vocabulary;
  std::vector<Token> tokens, whole; // guesses, and the text with them
  std::vector<Probabilities> drawnFrom;
};

} // namespace rlx::lm

#endif // RLX_LM_MODELDRAFT_H
