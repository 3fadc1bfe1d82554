// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Writer.h.
#include "lm/Writer.h"

#include <algorithm>

namespace rlx::lm {
namespace {

// Drafts that cost something are made again, a token long, after so many tokens without one.
constexpr size_t kNextTry = 8;

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

} // namespace

Writer::Writer(const Vocabulary &vocabulary, Sampler &sampler, std::span<const Token> prompt,
               const AnswerOptions &options, const OnText &onText, size_t capacity,
               std::unique_ptr<Draft> given)
    : vocabulary(vocabulary), sampler(sampler), options(options), onText(onText),
      capacity(capacity), tokens(prompt.begin(), prompt.end()), start(options.now()),
      draft(std::move(given)), stops(options.stop) {
  answer.promptTokens = prompt.size();
}

void Writer::begin(size_t known) {
  read = known;
  if (!hasBegun)
    answer.reusedTokens = known;
  hasBegun = true;
}

bool Writer::show(std::string_view piece) {
  answer.text += piece;
  return onText(piece);
}

void Writer::end(StopReason reason) {
  answer.stop = reason;
  hasEnded = true;
}

void Writer::checkTime() {
  if (!hasEnded && options.timeout != 0 && seconds(options.now() - start) >= options.timeout)
    end(StopReason::Timeout);
}

// The tokens of a draft that the options allow, and that the context and the answer have room for.
size_t Writer::maxDraft() const {
  size_t most = std::min(static_cast<size_t>(options.draftMax), capacity - tokens.size());
  if (options.maxTokens != 0) // the token behind the draft is one more
    most = std::min(most, static_cast<size_t>(options.maxTokens) - answer.ids.size() - 1);
  return most;
}

// Sets what the draft proposes, and how much of it is checked.
rt::Status Writer::propose(size_t most) {
  if (!draft->isFree()) {
    const size_t best = draftLength.best(most);
    most = best == 0 && undrafted >= kNextTry ? std::min<size_t>(most, 1) : best;
    if (most == 0)
      return rt::okStatus();
  }
  RLX_ASSIGN_OR_RETURN(proposed, draft->propose(tokens, most));
  drafted = draft->isFree() ? draftLength.best(proposed.size()) : proposed.size();
  return rt::okStatus();
}

rt::StatusOr<Writer::Reading> Writer::next(size_t most, size_t mostDraft) {
  const std::span<const Token> rest = std::span<const Token>(tokens).subspan(read);
  const std::span<const Token> part = rest.first(std::min(rest.size(), most));
  reading.assign(part.begin(), part.end());
  wanted = part.size() == rest.size() ? 1 : 0;
  drafted = 0;
  proposed = {};
  if (draft && rest.size() == 1 && !answer.ids.empty()) {
    RLX_RETURN_IF_ERROR(propose(std::min(maxDraft(), mostDraft)));
    undrafted = drafted > 0 ? 0 : undrafted + 1;
    reading.insert(reading.end(), proposed.begin(),
                   proposed.begin() + static_cast<std::ptrdiff_t>(drafted));
    wanted += drafted;
  } else if (draft) { // beside the prompt
    RLX_RETURN_IF_ERROR(draft->read(std::span(tokens).first(read + part.size())));
  }
  return Reading{.length = read, .tokens = reading, .rows = wanted};
}

rt::Status Writer::take(Rows logits) {
  const bool isPrompt = read < answer.promptTokens;
  read += reading.size() - drafted;
  answer.draftedTokens += drafted;
  if (isPrompt && !onText(""))
    cancel();
  if (wanted == 0 || hasEnded)
    return rt::okStatus();
  if (answer.ids.empty())
    RLX_RETURN_IF_ERROR(beginAnswer());
  return hasEnded ? rt::okStatus() : chooseTokens(logits);
}

rt::Status Writer::beginAnswer() {
  firstToken = options.now();
  answer.promptSeconds = seconds(firstToken - start);
  if (!options.grammar)
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(grammar, options.grammar->begin());
  if (grammar->isFinished())
    end(StopReason::End);
  return rt::okStatus();
}

// Appends the token, whose logits are `row`, to the answer.
void Writer::append(Token token, std::span<const float> row) {
  if (vocabulary.isEnd(token))
    return end(StopReason::End);
  const size_t before = tokens.size();
  tokens.push_back(token);
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
  if (before == capacity)
    end(StopReason::FullContext);
}

// Takes tokens while the draft has the same ones, and then one more. Each is chosen from the logits
// behind the tokens before it. It does not depend on a draft without chance, and has the same
// probabilities with one that is drawn.
rt::Status Writer::chooseTokens(Rows logits) {
  const std::span<const Token> guesses = std::span<const Token>(reading).last(drafted);
  const auto drawnFrom = draft ? draft->probabilities() : std::span<const Probabilities>();
  chosen.clear();
  for (bool isDrafted = true; isDrafted && !hasEnded;) {
    const size_t row = chosen.size();
    std::span<const uint32_t> mask;
    if (grammar) {
      RLX_ASSIGN_OR_RETURN(mask, grammar->mask());
    }
    const bool isDrawn = row < guesses.size() && row < drawnFrom.size();
    RLX_ASSIGN_OR_RETURN(const Token token, isDrawn
                                                ? sampler.accept(guesses[row], drawnFrom[row],
                                                                 logits.row(row), tokens, mask)
                                                : sampler.sample(logits.row(row), tokens, mask));
    if (grammar && !vocabulary.isEnd(token))
      RLX_RETURN_IF_ERROR(grammar->accept(token));
    chosen.push_back(token);
    isDrafted = row < guesses.size() && token == guesses[row];
    answer.acceptedTokens += isDrafted;
    append(token, logits.row(row));
    read += isDrafted && read < tokens.size();
  }
  draftLength.record(proposed, chosen);
  return rt::okStatus();
}

void Writer::pause() {
  if (draft)
    draft->giveBack();
}

rt::Status Writer::complete() {
  made = finish();
  return rt::okStatus();
}

Answer Writer::finish() {
  drop();
  if (answer.stop != StopReason::Caller) {
    std::string rest = stops.push(stream.finish());
    rest += stops.finish();
    show(rest);
  }
  if (firstToken != Clock::time_point())
    answer.seconds = seconds(options.now() - firstToken);
  return std::move(answer);
}

} // namespace rlx::lm
