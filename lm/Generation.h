// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop that writes one text: a step of the model, a token, and again.
#ifndef RLX_LM_GENERATION_H
#define RLX_LM_GENERATION_H

#include <span>

#include "lm/Decoder.h"
#include "lm/Writer.h"

namespace rlx::lm {

// InvalidArgument for an empty prompt, OutOfRange if the context is too small for it, and
// Unsupported for drafts of a recurrent model; errors of StepModel::checkScales.
rt::Status checkPrompt(const StepModel &model, std::span<const Token> prompt,
                       const AnswerOptions &options);

// The draft of an answer, or null.
std::unique_ptr<Draft> draftFor(const AnswerOptions &options, const SamplingOptions &sampling,
                                const Vocabulary &vocabulary);

// Continues `prompt` until the model ends the text, by a limit, with a full context, or when
// `onText` says so. The prompt replaces the text of the decoder; their common prefix is not
// computed again. A grammar ends the answer where nothing else may follow. Errors of checkPrompt,
// and InvalidArgument if there is no next token, as where the grammar allows none.
rt::StatusOr<Answer> generate(Decoder &decoder, const Vocabulary &vocabulary, Sampler &sampler,
                              std::span<const Token> prompt, const AnswerOptions &options,
                              const OnText &onText);

} // namespace rlx::lm

#endif // RLX_LM_GENERATION_H
