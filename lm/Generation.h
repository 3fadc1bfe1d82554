// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop that writes text: a step of the model, a token, and again.
#ifndef RLX_LM_GENERATION_H
#define RLX_LM_GENERATION_H

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lm/Decoder.h"
#include "lm/Grammar.h"
#include "lm/LogProbs.h"
#include "lm/Sampler.h"
#include "lm/Vocabulary.h"

namespace rlx::lm {

enum class StopReason { End, StopString, MaxTokens, FullContext, Caller };

struct AnswerOptions {
  int64_t maxTokens = 0;         // 0: any number
  std::vector<std::string> stop; // strings that end the answer, and are no part of it
  int64_t logProbs = -1;         // of each token, and of so many of the most likely; -1: none
  std::shared_ptr<const Grammar> grammar; // of the whole answer; null: any text
  int64_t draftMax = 0;                   // tokens of a draft of speculative decoding; 0: none
};

struct Answer {
  std::string text;                 // whole UTF-8
  std::vector<Token> ids;           // its tokens, with those of a stop string
  std::vector<double> logProbs;     // of each token, if they are asked for
  std::vector<TokenLogProb> likely; // the most likely tokens at the place of each, the best first
  StopReason stop = StopReason::End;
  size_t promptTokens = 0;   // of the whole prompt
  size_t reusedTokens = 0;   // of these, those that the caches had already
  size_t draftedTokens = 0;  // that drafts had
  size_t acceptedTokens = 0; // of these, those that the model chose too
  double promptSeconds = 0;  // until the first token is known
  double seconds = 0;        // of the tokens behind it
};

// Gets each piece of text once it is whole, and an empty one after each part of the prompt and each
// token without text. Returns whether the answer goes on.
using OnText = std::function<bool(std::string_view)>;

// Continues `prompt` until the model ends the text, by a limit, with a full context, or when
// `onText` says so. The prompt replaces the text of the decoder; their common prefix is not
// computed again. A grammar ends the answer where nothing else may follow. OutOfRange if the
// context is too small for the prompt; InvalidArgument for an empty prompt, or if there is no next
// token, as where the grammar allows none.
rt::StatusOr<Answer> generate(Decoder &decoder, const Vocabulary &vocabulary, Sampler &sampler,
                              std::span<const Token> prompt, const AnswerOptions &options,
                              const OnText &onText);

} // namespace rlx::lm

#endif // RLX_LM_GENERATION_H
