// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A conversation with a language model.
#ifndef RLX_LM_CHAT_H
#define RLX_LM_CHAT_H

#include <memory>
#include <string>
#include <vector>

#include "lm/ChatTemplate.h"
#include "lm/Generation.h"

namespace rlx::lm {

// One thread at a time.
class Chat {
public:
  // `system` is the first message, or empty. The limits are of each answer.
  Chat(std::shared_ptr<const Vocabulary> vocabulary, ChatTemplate chatTemplate, Decoder decoder,
       const SamplingOptions &options, AnswerOptions limits, std::string system);

  // Appends a message of the user and the answer, which may have been stopped. A context that is
  // too small for all of them loses the oldest messages behind the system's. After an error, the
  // messages are those before the call. OutOfRange if the message alone does not fit.
  rt::StatusOr<Answer> say(std::string content, const OnText &onText);
  // Takes the last answer back, and answers once more with other chance. NotFound without an
  // answer.
  rt::StatusOr<Answer> again(const OnText &onText);
  // Forgets all but the system's message.
  void clear();

  const std::vector<Message> &messages() const { return history; }
  // The messages that a full context has lost.
  size_t numLost() const { return lost; }

private:
  rt::StatusOr<Answer> answer(const OnText &onText);
  rt::StatusOr<std::vector<Token>> promptThatFits(size_t &dropped) const;
  size_t numSystem() const { return !history.empty() && history.front().role == "system" ? 1 : 0; }

  std::shared_ptr<const Vocabulary> vocabulary;
  ChatTemplate chatTemplate;
  Decoder decoder;
  SamplingOptions options;
  AnswerOptions limits;
  std::vector<Message> history;
  size_t lost = 0;
};

} // namespace rlx::lm

#endif // RLX_LM_CHAT_H
