// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Prompts.h.
#include "tools/rlx-run/generate/Prompts.h"

#include <algorithm>

#include "lm/Context.h"

namespace rlx::run {
namespace {

// "--prompt", or "--prompt-file=questions.txt".
std::string nameOf(const Options::Prompt &prompt) {
  return prompt.isFile ? "--prompt-file=" + prompt.text : "--prompt";
}

rt::StatusOr<std::vector<lm::Token>> tokensOf(const Options::Prompt &prompt,
                                              const LanguageModel &language, int64_t context) {
  RLX_ASSIGN_OR_RETURN(const std::string text, promptText(prompt));
  const int64_t most = context != 0 ? std::min(context, language.trained) : language.trained;
  if (rt::Status status = lm::checkTextBytes(*language.vocabulary, text.size(), most); !status.ok())
    return std::move(status).withContext("reading " + nameOf(prompt));
  auto encoded = language.vocabulary->encode(text, /*allowsControl=*/true);
  if (!encoded.ok())
    return std::move(encoded).status().withContext("reading " + nameOf(prompt));
  const auto size = static_cast<int64_t>(encoded->size());
  if (size == 0)
    return rt::invalidArgument(nameOf(prompt) + (prompt.isFile ? "" : ": '" + text + "'") +
                               " has no token of this model's vocabulary");
  if (size > language.trained)
    return rt::invalidArgument(nameOf(prompt) + " has " + std::to_string(size) +
                               " tokens, but the model takes at most " +
                               std::to_string(language.trained) + " tokens");
  if (context != 0 && size > context)
    return rt::outOfRange("the context has " + std::to_string(context) + " tokens, but " +
                          nameOf(prompt) + " has " + std::to_string(size) +
                          "; --ctx sets the tokens of the context");
  return encoded;
}

} // namespace

rt::StatusOr<std::string> promptText(const Options::Prompt &prompt) {
  if (!prompt.isFile)
    return prompt.text;
  RLX_ASSIGN_OR_RETURN(std::string text, readText("--prompt-file", prompt.text));
  if (text.ends_with('\n'))
    text.pop_back();
  if (text.ends_with('\r'))
    text.pop_back();
  if (text.empty())
    return rt::invalidArgument(nameOf(prompt) + " has no text");
  return text;
}

rt::StatusOr<std::vector<std::vector<lm::Token>>> promptTokens(const LanguageModel &language,
                                                               const Options &options) {
  std::vector<std::vector<lm::Token>> all;
  for (const Options::Prompt &prompt : options.prompts) {
    RLX_ASSIGN_OR_RETURN(all.emplace_back(), tokensOf(prompt, language, options.context));
  }
  return all;
}

} // namespace rlx::run
