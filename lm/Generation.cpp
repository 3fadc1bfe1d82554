// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Generation.h.
#include "lm/Generation.h"

#include <algorithm>

namespace rlx::lm {

// Tokens of a prompt in one step. The caller is asked between them, and they bound the memory.
constexpr size_t kPromptPart = 512;

rt::Status checkPrompt(const StepModel &model, std::span<const Token> prompt,
                       const AnswerOptions &options) {
  if (prompt.empty())
    return rt::invalidArgument("the prompt is empty");
  if (options.draftMax > 0)
    RLX_RETURN_IF_ERROR(checkTakesDrafts(model.isRecurrent()));
  RLX_RETURN_IF_ERROR(model.checkScales(options.scales));
  return model.checkRoom(prompt.size());
}

std::unique_ptr<Draft> draftFor(const AnswerOptions &options, const SamplingOptions &sampling,
                                const Vocabulary &vocabulary) {
  return options.draftMax > 0 ? makeDraft(options.draftModel, sampling, vocabulary.size())
                              : nullptr;
}

rt::StatusOr<Answer> generate(Decoder &decoder, const Vocabulary &vocabulary, Sampler &sampler,
                              std::span<const Token> prompt, const AnswerOptions &options,
                              const OnText &onText) {
  RLX_RETURN_IF_ERROR(checkPrompt(decoder.stepModel(), prompt, options));
  Writer writer(vocabulary, sampler, prompt, options, onText,
                static_cast<size_t>(decoder.capacity()),
                draftFor(options, sampler.settings(), vocabulary));
  decoder.setScales(options.scales);
  decoder.begin(prompt);
  writer.begin(static_cast<size_t>(decoder.length()));
  for (writer.checkTime(); !writer.isDone(); writer.checkTime()) {
    RLX_ASSIGN_OR_RETURN(const Writer::Reading next, writer.next(kPromptPart, Writer::kMaxDraft));
    decoder.truncate(next.length);
    RLX_ASSIGN_OR_RETURN(const Rows logits,
                         decoder.append(next.tokens, std::max<size_t>(next.rows, 1)));
    RLX_RETURN_IF_ERROR(writer.take(logits));
  }
  decoder.truncate(decoder.commonPrefix(writer.text())); // without a rest of the draft
  return writer.finish();
}

} // namespace rlx::lm
