// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of the next token from a model's logits.
#ifndef RLX_LM_SAMPLER_H
#define RLX_LM_SAMPLER_H

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lm/Vocabulary.h"

namespace rlx::lm {

// Biases and penalties change the logits, and a grammar leaves some of them. Then top-k, typical,
// top-p and min-p filter the tokens in this order, by the probabilities of the model. The
// temperature changes those of the rest. This is llama.cpp's order.
struct SamplingOptions {
  double temperature = 0.8; // 0: the most likely token, without chance
  int64_t topK = 40;        // only so many of the most likely tokens; 0: all
  double typicalP = 1; // the most typical tokens whose probabilities sum to this (Meister et al.:
                       // "Locally Typical Sampling", 2022); 1: all
  double topP = 0.95;  // the most likely tokens whose probabilities sum to this; 1: all
  double minP = 0.05;  // tokens of at least this part of the highest probability; 0: all
  uint64_t seed = 0;
  // Of tokens among the last `repeatLastN` ones of the text, prompt and answer (-1: all of it):
  double repeatPenalty = 1;    // divides their positive logits, and multiplies negative ones
  double frequencyPenalty = 0; // is subtracted from the logit, once for each time
  double presencePenalty = 0;  // is subtracted from the logit
  int64_t repeatLastN = 64;
  std::unordered_map<Token, double> logitBias; // is added; -infinity: never this token

  // InvalidArgument for a value that is out of its range or no number.
  rt::Status check() const;
};

// The tokens that can be chosen, in ascending order, each with its probability.
using Probabilities = std::vector<std::pair<Token, double>>;

// Equal options and logits give equal tokens. One thread at a time.
class Sampler {
public:
  explicit Sampler(const SamplingOptions &options) : options(options) {}
  const SamplingOptions &settings() const { return options; }

  // The token behind a text, by its logits. NaN is never chosen. A tie goes to the lowest token.
  // With a mask, only tokens whose bits are set: token 0 has the lowest bit of the first word.
  // InvalidArgument if the logits, the mask, or the biases and penalties leave no token.
  rt::StatusOr<Token> sample(std::span<const float> logits, std::span<const Token> text,
                             std::span<const uint32_t> mask = {});
  // The same, for a guess that was drawn from other probabilities: it is accepted, or else another
  // token is chosen, so that tokens have the probabilities that sample() gives them (Leviathan,
  // Kalman and Matias: "Fast inference from transformers via speculative decoding", 2023).
  rt::StatusOr<Token> accept(Token guess, const Probabilities &drawnFrom,
                             std::span<const float> logits, std::span<const Token> text,
                             std::span<const uint32_t> mask = {});
  // Those that the last token was chosen from.
  Probabilities probabilities() const;

private:
  struct Candidate {
    Token token;
    float logit;
    double weight; // e^((logit - highest) / temperature), in filters of temperature 1
  };
  rt::Status findCandidates(std::span<const float> logits, std::span<const Token> text,
                            std::span<const uint32_t> mask);
  double sum() const;
  Token draw(size_t index) const;
  std::span<const float> adjusted(std::span<const float> logits, std::span<const Token> text);
  std::span<const float> masked(std::span<const float> logits, std::span<const uint32_t> mask);
  void choose(std::span<const float> logits, size_t most);
  void weigh(double temperature);
  template <typename IsBefore>
  void sortUpTo(size_t count, size_t &sorted, IsBefore isBefore);
  void keepTypical();
  size_t filter();

  SamplingOptions options;
  std::vector<Candidate> candidates; // of the last call
  std::vector<float> changed;        // logits with biases, penalties and mask
};

} // namespace rlx::lm

#endif // RLX_LM_SAMPLER_H
