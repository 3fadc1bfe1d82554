// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ChatTemplate.h.
#include "lm/ChatTemplate.h"

#include <vector>

#include "lm/TextLibrary.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {

namespace {

// The text of the token that `name` stands for; empty without one. The metadata of a tokenizer.json
// have the text, others a number.
rt::StatusOr<std::string> textOfToken(const gguf::Metadata &metadata, const Vocabulary &vocabulary,
                                      std::string_view name) {
  if (metadata.find("tokenizer.huggingface.json") && !metadata.find("tokenizer.ggml.model")) {
    RLX_ASSIGN_OR_RETURN(const std::string_view text,
                         metadata.string(rt::strCat("tokenizer.huggingface.", name), ""));
    return std::string(text);
  }
  const std::string key = rt::strCat("tokenizer.ggml.", name, "_id");
  if (!metadata.find(key))
    return std::string();
  RLX_ASSIGN_OR_RETURN(const int64_t id, metadata.integer(key));
  const bool exists = id >= 0 && static_cast<uint64_t>(id) < vocabulary.size();
  return std::string(exists ? vocabulary.bytes(static_cast<Token>(id)) : "");
}

} // namespace

rt::StatusOr<ChatTemplate> ChatTemplate::create(const gguf::Metadata &metadata,
                                                const Vocabulary &vocabulary) {
  RLX_ASSIGN_OR_RETURN(const std::string_view source, metadata.string("tokenizer.chat_template"));
  ChatTemplate made;
  rlx_text_error_t error{};
  made.parsed.reset(rlx_text_template_create(textOf(source), &error), rlx_text_template_free);
  if (!made.parsed)
    return statusOf(error);
  RLX_ASSIGN_OR_RETURN(made.begin, textOfToken(metadata, vocabulary, "bos_token"));
  RLX_ASSIGN_OR_RETURN(made.end, textOfToken(metadata, vocabulary, "eos_token"));
  return made;
}

rt::StatusOr<std::string> ChatTemplate::render(std::span<const Message> messages) const {
  std::vector<rlx_text_message_t> given;
  given.reserve(messages.size());
  for (const Message &message : messages)
    given.push_back({textOf(message.role), textOf(message.content)});
  const rlx_text_conversation_t conversation{.messages = given.data(),
                                             .num_messages = given.size(),
                                             .begin = textOf(begin),
                                             .end = textOf(end),
                                             .adds_generation_prompt = 1};
  rlx_text_string_t text{};
  rlx_text_error_t error{};
  if (!rlx_text_template_render(parsed.get(), &conversation, &text, &error))
    return statusOf(error);
  std::string result(text.data, text.size);
  rlx_text_rendered_free(text);
  return result;
}

} // namespace rlx::lm
