// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several prompts in one call: their answers are made at the same time.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_TOGETHER_H
#define RLX_TOOLS_RLXRUN_GENERATE_TOGETHER_H

#include "tools/rlx-run/generate/LanguageModel.h"

namespace rlx::run {

// Writes the answers one after another, each below a line "==> prompt N <==". The first one that is
// not done is written as it is made. A model whose caches are for one text answers one by one. An
// error of a prompt comes behind the answers of the others.
rt::Status answerTogether(const LanguageModel &language, std::shared_ptr<lm::StepModel> model,
                          const std::vector<std::vector<lm::Token>> &prompts,
                          const Options &options, const lm::AnswerOptions &limits,
                          llvm::raw_fd_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_TOGETHER_H
