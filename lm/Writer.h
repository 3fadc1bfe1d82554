// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop of one answer, without the model: which tokens the model must read next, and which token
// follows from the logits behind them.
//
//   Writer writer(...);
//   writer.begin(0);
//   while (!writer.isDone()) {
//     Writer::Reading next = writer.next(512);
//     writer.take(logits behind the last `next.rows` of `next.tokens`);
//   }
//   writer.finish();
#ifndef RLX_LM_WRITER_H
#define RLX_LM_WRITER_H

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lm/Draft.h"
#include "lm/DraftLength.h"
#include "lm/Grammar.h"
#include "lm/LogProbs.h"
#include "lm/Reader.h"
#include "lm/Sampler.h"
#include "lm/StopStrings.h"
#include "lm/TextStream.h"

namespace rlx::lm {

enum class StopReason { End, StopString, MaxTokens, FullContext, Caller, Timeout };

struct AnswerOptions {
  int64_t maxTokens = 0;         // 0: any number
  std::vector<std::string> stop; // strings that end the answer, and are no part of it
  int64_t logProbs = -1;         // of each token, and of so many of the most likely; -1: none
  std::shared_ptr<const Grammar> grammar; // of the whole answer; null: any text
  std::vector<float> scales;              // of all adapters; empty: the model's own
  int64_t draftMax = 0;                   // tokens of a draft of speculative decoding; 0: none
  StepModel *draftModel = nullptr;        // that guesses them; null: n-grams of the text
  double timeout = 0; // seconds from the Writer's begin to the last step; 0: any time
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
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

class Writer : public Reader {
public:
  // All but the prompt must outlive it. Texts have at most `capacity` tokens.
  Writer(const Vocabulary &vocabulary, Sampler &sampler, std::span<const Token> prompt,
         const AnswerOptions &options, const OnText &onText, size_t capacity,
         std::unique_ptr<Draft> draft);

  void begin(size_t tokens) override;
  // An error of the draft model.
  rt::StatusOr<Reading> next(size_t most, size_t mostDraft) override;
  // Each token of a draft has a row of logits, and nobody is asked in the middle of a step.
  static constexpr size_t kMaxDraft = 127;
  rt::Status take(Rows logits) override;
  bool isDone() const override { return hasEnded; }
  void cancel() override { end(StopReason::Caller); }
  void checkTime() override;
  // The prompt and the answer. The model has not read the last token.
  std::span<const Token> text() const override { return tokens; }
  size_t mostReused() const override { return tokens.size() - 1; }
  size_t length() const override { return read; }
  // The answer, once it is done.
  Answer finish();
  rt::Status complete() override;
  // The answer of complete(); empty before.
  const Answer &completed() const { return made; }
  void pause() override; // the blocks of its draft
  void drop() override { draft.reset(); }

private:
  using Clock = std::chrono::steady_clock;
  rt::Status beginAnswer();
  rt::Status chooseTokens(Rows logits);
  void append(Token token, std::span<const float> row);
  void end(StopReason reason);
  bool show(std::string_view piece);
  size_t maxDraft() const;
  rt::Status propose(size_t most);

  const Vocabulary &vocabulary;
  Sampler &sampler;
  const AnswerOptions &options;
  const OnText &onText;
  const size_t capacity;
  Answer answer, made;       // so far, and once it is complete
  std::vector<Token> tokens; // of the prompt, and of the answer so far
  size_t read = 0;           // of these, those that the model has read
  bool hasBegun = false, hasEnded = false;
  Clock::time_point start, firstToken;
  std::unique_ptr<Draft> draft;       // null without drafts
  std::vector<Token> reading, chosen; // of the step
  std::span<const Token> proposed;    // by the draft
  size_t wanted = 0, drafted = 0;     // rows and draft of the reading
  size_t undrafted = 0;               // tokens since the last draft
  TextStream stream;
  StopStrings stops;
  std::optional<GrammarState> grammar; // behind the text
  DraftLength draftLength;
};

} // namespace rlx::lm

#endif // RLX_LM_WRITER_H
