// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chat template of a language model: from messages to the text that the model was trained on.
#ifndef RLX_LM_CHATTEMPLATE_H
#define RLX_LM_CHATTEMPLATE_H

#include <memory>
#include <span>
#include <string>

#include "formats/gguf/Metadata.h"
#include "lm/Vocabulary.h"

struct rlx_text_template;

namespace rlx::lm {

struct Message {
  std::string role; // "system", "user", "assistant", or another role of the template
  std::string content;
};

// Threads: immutable.
class ChatTemplate {
public:
  // Reads `tokenizer.chat_template`. NotFound without one: the model was not trained to chat.
  // InvalidArgument for a template that cannot be parsed.
  static rt::StatusOr<ChatTemplate> create(const gguf::Metadata &metadata,
                                           const Vocabulary &vocabulary);

  // The text of the messages and of the begin of an answer. InvalidArgument, with the line of the
  // template, if it refuses the messages, such as two of the user behind each other.
  rt::StatusOr<std::string> render(std::span<const Message> messages) const;

private:
  std::shared_ptr<rlx_text_template> parsed;
  std::string begin, end; // the texts of these tokens
};

} // namespace rlx::lm

#endif // RLX_LM_CHATTEMPLATE_H
