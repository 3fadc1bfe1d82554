// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Generation.h.
#include "lm/Generation.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "lm/LogProbs.h"
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

// The tokens that both begin with.
size_t commonPrefix(std::span<const Token> left, std::span<const Token> right) {
  return static_cast<size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
}

} // namespace

rt::StatusOr<Answer> generate(Decoder &decoder, const Vocabulary &vocabulary, Sampler &sampler,
                              std::span<const Token> prompt, const AnswerOptions &options,
                              const OnText &onText) {
  if (prompt.empty())
    return rt::invalidArgument("the prompt is empty");
  Answer answer;
  answer.promptTokens = prompt.size();
  const Clock::time_point start = Clock::now();
  // The last token is always computed, for its logits.
  answer.reusedTokens = std::min(commonPrefix(prompt, decoder.text()), prompt.size() - 1);
  RLX_RETURN_IF_ERROR(decoder.checkRoom(prompt.size()));
  decoder.truncate(answer.reusedTokens);
  std::span<const float> logits;
  for (size_t done = answer.reusedTokens; done < prompt.size();) {
    const size_t part = std::min(prompt.size() - done, kPromptPart);
    RLX_ASSIGN_OR_RETURN(logits, decoder.append(prompt.subspan(done, part)));
    done += part;
    if (!onText("")) {
      answer.stop = StopReason::Caller;
      return answer;
    }
  }
  answer.promptSeconds = secondsSince(start);

  TextStream stream;
  StopStrings stops(options.stop);
  const auto goesOn = [&](std::string_view piece) {
    answer.text += piece;
    return onText(piece);
  };
  const auto finish = [&] {
    std::string rest = stops.push(stream.finish());
    rest += stops.finish();
    goesOn(rest);
  };
  std::optional<GrammarState> grammar;
  if (options.grammar) {
    RLX_ASSIGN_OR_RETURN(grammar, options.grammar->begin());
  }
  const Clock::time_point wrote = Clock::now();
  while (!grammar || !grammar->isFinished()) {
    std::span<const uint32_t> mask;
    if (grammar) {
      RLX_ASSIGN_OR_RETURN(mask, grammar->mask());
    }
    RLX_ASSIGN_OR_RETURN(const Token token, sampler.sample(logits, decoder.text(), mask));
    if (vocabulary.isEnd(token))
      break;
    if (grammar)
      RLX_RETURN_IF_ERROR(grammar->accept(token));
    answer.ids.push_back(token);
    if (options.logProbs >= 0)
      answer.logProbs.push_back(
          logProbs(logits, token, static_cast<size_t>(options.logProbs), answer.likely));
    if (!goesOn(
            stops.push(stream.push(vocabulary.isControl(token) ? "" : vocabulary.bytes(token))))) {
      answer.stop = StopReason::Caller;
      break;
    }
    if (stops.isFound()) {
      answer.stop = StopReason::StopString;
      break;
    }
    if (grammar && grammar->isFinished())
      break;
    if (options.maxTokens != 0 && answer.ids.size() == static_cast<size_t>(options.maxTokens)) {
      answer.stop = StopReason::MaxTokens;
      break;
    }
    if (decoder.length() == decoder.capacity()) {
      answer.stop = StopReason::FullContext;
      break;
    }
    RLX_ASSIGN_OR_RETURN(logits, decoder.append({&token, 1}));
  }
  if (answer.stop != StopReason::Caller)
    finish();
  answer.seconds = secondsSince(wrote);
  return answer;
}

} // namespace rlx::lm
