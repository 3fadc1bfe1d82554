// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Chat.h.
#include "lm/Chat.h"

#include "lm/Context.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {

Chat::Chat(std::shared_ptr<const Vocabulary> vocabulary, ChatTemplate chatTemplate, Decoder decoder,
           const SamplingOptions &options, AnswerOptions limits, std::string system)
    : vocabulary(std::move(vocabulary)), chatTemplate(std::move(chatTemplate)),
      decoder(std::move(decoder)), options(options), limits(std::move(limits)) {
  if (!system.empty())
    history.push_back({"system", std::move(system)});
}

rt::StatusOr<Answer> Chat::say(std::string content, const OnText &onText) {
  const std::vector<Message> before = history;
  history.push_back({"user", std::move(content)});
  rt::StatusOr<Answer> answered = answer(onText);
  if (!answered.ok())
    history = before;
  return answered;
}

rt::StatusOr<Answer> Chat::again(const OnText &onText) {
  if (history.empty() || history.back().role != "assistant")
    return rt::notFound("there is no answer yet");
  const std::vector<Message> before = history;
  history.pop_back();
  ++options.seed;
  rt::StatusOr<Answer> answered = answer(onText);
  if (!answered.ok())
    history = before;
  return answered;
}

void Chat::clear() {
  history.resize(numSystem());
  lost = 0;
}

rt::StatusOr<Answer> Chat::answer(const OnText &onText) {
  size_t dropped = 0;
  RLX_ASSIGN_OR_RETURN(const std::vector<Token> prompt, promptThatFits(dropped));
  Sampler sampler(options);
  RLX_ASSIGN_OR_RETURN(Answer answer,
                       generate(decoder, *vocabulary, sampler, prompt, limits, onText));
  const auto oldest = history.begin() + static_cast<std::ptrdiff_t>(numSystem());
  history.erase(oldest, oldest + static_cast<std::ptrdiff_t>(dropped));
  lost += dropped;
  history.push_back({"assistant", answer.text});
  return answer;
}

// The tokens of the messages without the `dropped` oldest ones: a user's message and its answer at
// a time, until an eighth of the context is left for the answer.
rt::StatusOr<std::vector<Token>> Chat::promptThatFits(size_t &dropped) const {
  const int64_t capacity = decoder.capacity(), most = capacity - capacity / 8;
  const size_t first = numSystem();
  for (dropped = 0;; dropped += 2) {
    std::vector<Message> kept(history.begin(),
                              history.begin() + static_cast<std::ptrdiff_t>(first));
    kept.insert(kept.end(), history.begin() + static_cast<std::ptrdiff_t>(first + dropped),
                history.end());
    RLX_ASSIGN_OR_RETURN(const std::string text, chatTemplate.render(kept));
    const bool isLast = first + dropped + 2 >= history.size();
    if (isLast)
      RLX_RETURN_IF_ERROR(checkTextBytes(*vocabulary, text.size(), capacity));
    RLX_ASSIGN_OR_RETURN(std::vector<Token> tokens,
                         vocabulary->encode(text, /*allowsControl=*/true));
    const auto size = static_cast<int64_t>(tokens.size());
    if (size <= most || (isLast && size <= capacity))
      return tokens;
    if (isLast)
      return rt::outOfRange(
          rt::strCat("the context has ", capacity, " tokens, but this message has ", size));
  }
}

} // namespace rlx::lm
