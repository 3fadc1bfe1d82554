// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Generation.h.
#include "lm/Generation.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "lm/DraftLength.h"
#include "lm/LogProbs.h"
#include "lm/NgramDraft.h"
#include "lm/StopStrings.h"
#include "lm/TextStream.h"

namespace rlx::lm {
namespace {

using Clock = std::chrono::steady_clock;

// Tokens of a prompt in one step. The caller is asked between them, and they bound the memory.
constexpr size_t kPromptPart = 512;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Each token of a draft has a row of logits, and nobody is asked in the middle of a step.
constexpr int64_t kMaxDraft = 127;

// One answer.
class Writer {
public:
  Writer(Decoder &decoder, const Vocabulary &vocabulary, Sampler &sampler,
         std::span<const Token> prompt, const AnswerOptions &options, const OnText &onText)
      : decoder(decoder), vocabulary(vocabulary), sampler(sampler), options(options),
        onText(onText), text(prompt.begin(), prompt.end()), stops(options.stop) {}

  rt::StatusOr<Answer> write();

private:
  rt::Status readPrompt();
  rt::Status chooseTokens();
  rt::Status step();
  void take(Token token, std::span<const float> row);
  bool show(std::string_view piece);
  size_t maxDraft() const;

  Decoder &decoder;
  const Vocabulary &vocabulary;
  Sampler &sampler;
  const AnswerOptions &options;
  const OnText &onText;
  Answer answer;
  std::vector<Token> text; // the prompt and the tokens so far; the model has not read the last one
  bool isDone = false;
  Rows logits; // behind the text, and behind each token of the draft
  std::vector<Token> proposed;
  std::span<const Token> draft; // the first proposed tokens, which the model has read
  TextStream stream;
  StopStrings stops;
  std::optional<GrammarState> grammar; // behind the text
  DraftLength length;
};

bool Writer::show(std::string_view piece) {
  answer.text += piece;
  return onText(piece);
}

// Computes the logits behind the prompt.
rt::Status Writer::readPrompt() {
  const std::span<const Token> prompt = text;
  answer.promptTokens = prompt.size();
  // The last token is always computed, for its logits.
  answer.reusedTokens = std::min(decoder.commonPrefix(prompt), prompt.size() - 1);
  RLX_RETURN_IF_ERROR(decoder.checkRoom(prompt.size()));
  decoder.truncate(answer.reusedTokens);
  answer.reusedTokens = static_cast<size_t>(decoder.length()); // none of a recurrent model
  for (size_t done = answer.reusedTokens; done < prompt.size() && !isDone;) {
    const size_t part = std::min(prompt.size() - done, kPromptPart);
    RLX_ASSIGN_OR_RETURN(logits, decoder.append(prompt.subspan(done, part)));
    done += part;
    if (!onText("")) {
      answer.stop = StopReason::Caller;
      isDone = true;
    }
  }
  return rt::okStatus();
}

// Appends the token, whose logits are `row`, to the answer.
void Writer::take(Token token, std::span<const float> row) {
  const auto end = [&](StopReason reason) {
    answer.stop = reason;
    isDone = true;
  };
  if (vocabulary.isEnd(token))
    return end(StopReason::End);
  const size_t read = text.size();
  text.push_back(token);
  answer.ids.push_back(token);
  if (options.logProbs >= 0)
    answer.logProbs.push_back(
        logProbs(row, token, static_cast<size_t>(options.logProbs), answer.likely));
  if (!show(stops.push(stream.push(vocabulary.isControl(token) ? "" : vocabulary.bytes(token)))))
    return end(StopReason::Caller);
  if (stops.isFound())
    return end(StopReason::StopString);
  if (grammar && grammar->isFinished())
    return end(StopReason::End);
  if (options.maxTokens != 0 && answer.ids.size() == static_cast<size_t>(options.maxTokens))
    return end(StopReason::MaxTokens);
  if (read == static_cast<size_t>(decoder.capacity()))
    end(StopReason::FullContext);
}

// Takes tokens while the draft has the same ones, and then one more. Each is chosen from the logits
// behind the tokens before it, so it does not depend on the draft.
rt::Status Writer::chooseTokens() {
  std::vector<Token> chosen;
  for (bool isDrafted = true; isDrafted && !isDone;) {
    const size_t row = chosen.size();
    std::span<const uint32_t> mask;
    if (grammar) {
      RLX_ASSIGN_OR_RETURN(mask, grammar->mask());
    }
    RLX_ASSIGN_OR_RETURN(const Token token, sampler.sample(logits.row(row), text, mask));
    if (grammar && !vocabulary.isEnd(token))
      RLX_RETURN_IF_ERROR(grammar->accept(token));
    chosen.push_back(token);
    isDrafted = row < draft.size() && token == draft[row];
    answer.acceptedTokens += isDrafted;
    take(token, logits.row(row));
  }
  length.record(proposed, chosen);
  return rt::okStatus();
}

// The tokens of a draft that the options allow, and that the context and the answer have room for.
size_t Writer::maxDraft() const {
  size_t most = std::min(static_cast<size_t>(std::min(options.draftMax, kMaxDraft)),
                         static_cast<size_t>(decoder.capacity()) - text.size());
  if (options.maxTokens != 0) // the token behind the draft is one more
    most = std::min(most, static_cast<size_t>(options.maxTokens) - answer.ids.size() - 1);
  return most;
}

// The model reads the last token, and a draft of those behind it.
rt::Status Writer::step() {
  decoder.truncate(text.size() - 1);
  proposed = ngramDraft(text, maxDraft());
  draft = std::span(proposed).first(length.best(proposed.size()));
  answer.draftedTokens += draft.size();
  std::vector<Token> tokens = {text.back()};
  tokens.insert(tokens.end(), draft.begin(), draft.end());
  RLX_ASSIGN_OR_RETURN(logits, decoder.append(tokens, tokens.size()));
  return rt::okStatus();
}

rt::StatusOr<Answer> Writer::write() {
  const Clock::time_point start = Clock::now();
  RLX_RETURN_IF_ERROR(readPrompt());
  if (isDone)
    return std::move(answer);
  answer.promptSeconds = secondsSince(start);
  if (options.grammar) {
    RLX_ASSIGN_OR_RETURN(grammar, options.grammar->begin());
    isDone = grammar->isFinished();
  }
  const Clock::time_point wrote = Clock::now();
  while (!isDone) {
    RLX_RETURN_IF_ERROR(chooseTokens());
    if (!isDone)
      RLX_RETURN_IF_ERROR(step());
  }
  decoder.truncate(decoder.commonPrefix(text)); // without a rest of the draft
  if (answer.stop != StopReason::Caller) {
    std::string rest = stops.push(stream.finish());
    rest += stops.finish();
    show(rest);
  }
  answer.seconds = secondsSince(wrote);
  return std::move(answer);
}

} // namespace

rt::StatusOr<Answer> generate(Decoder &decoder, const Vocabulary &vocabulary, Sampler &sampler,
                              std::span<const Token> prompt, const AnswerOptions &options,
                              const OnText &onText) {
  if (prompt.empty())
    return rt::invalidArgument("the prompt is empty");
  if (options.draftMax > 0 && decoder.isRecurrent())
    return rt::unsupported("the model is recurrent: it cannot take back the tokens of a draft that "
                           "were wrong, so drafts are not supported");
  return Writer(decoder, vocabulary, sampler, prompt, options, onText).write();
}

} // namespace rlx::lm
