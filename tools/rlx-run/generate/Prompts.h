// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The texts of --prompt and --prompt-file.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_PROMPTS_H
#define RLX_TOOLS_RLXRUN_GENERATE_PROMPTS_H

#include "tools/rlx-run/generate/LanguageModel.h"

namespace rlx::run {

// A newline at the end of a file is no part of its text, as in llama.cpp. NotFound for a file that
// cannot be read.
rt::StatusOr<std::string> promptText(const Options::Prompt &prompt);

// The tokens of all prompts, in order. InvalidArgument for one that the model does not take:
// without a token, or with too many for it; OutOfRange for too many for --ctx.
rt::StatusOr<std::vector<std::vector<lm::Token>>> promptTokens(const LanguageModel &language,
                                                               const Options &options);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_PROMPTS_H
