// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Generate.h.
#include "tools/rlx-run/generate/Generate.h"

#include <algorithm>

#include "lm/Context.h"
#include "tools/rlx-run/generate/DraftModel.h"
#include "tools/rlx-run/generate/Prompts.h"
#include "tools/rlx-run/generate/Stats.h"
#include "tools/rlx-run/generate/Together.h"

namespace rlx::run {
namespace {

// As in --chat, or more if the prompt and the answer need it, unless --ctx says how much. In some
// models the size of the context chooses the rotations, so short texts have that of --chat.
int64_t contextFor(const Options &options, int64_t trained, size_t prompt) {
  if (options.context != 0)
    return options.context;
  return std::min(trained, std::max(lm::kDefaultContext,
                                    static_cast<int64_t>(prompt) + answerTokens(options.limits)));
}

rt::Status answerOne(const LanguageModel &language, std::shared_ptr<lm::StepModel> model,
                     std::span<const lm::Token> prompt, const Options &options,
                     const lm::AnswerOptions &limits, const Stats &stats, std::string_view device,
                     llvm::raw_fd_ostream &os) {
  lm::Decoder decoder(std::move(model));
  lm::Sampler sampler(options.sampling);
  const auto onText = [&](std::string_view piece) {
    if (!piece.empty()) {
      os << piece;
      os.flush();
    }
    return !os.has_error();
  };
  RLX_ASSIGN_OR_RETURN(const lm::Answer answer, lm::generate(decoder, *language.vocabulary, sampler,
                                                             prompt, limits, onText));
  os << "\n";
  os.flush(); // before the speeds, which may go to the same pipe
  if (!answer.ids.empty())
    stats.printFirstToken(answer.seconds);
  if (hasRead(answer))
    printSpeed("prompt", answer.promptTokens, answer.promptSeconds);
  if (!answer.ids.empty())
    printSpeed("answer", answer.ids.size(), answer.seconds, answer.ids.size() - 1);
  printDrafts(answer.draftedTokens, answer.acceptedTokens);
  if (!answer.ids.empty())
    stats.printWeights(*language.file, device, answer.ids.size() - 1, answer.seconds,
                       answer.draftedTokens);
  printSeed(options);
  noteStop(answer);
  return rt::okStatus();
}

} // namespace

rt::Status generate(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                    bool &wrongCommandLine) {
  const Stats stats(options);
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::readForText(options));
  RLX_RETURN_IF_ERROR(language.checkContext(options, wrongCommandLine));
  RLX_ASSIGN_OR_RETURN(const auto prompts, promptTokens(language, options));
  RLX_ASSIGN_OR_RETURN(lm::AnswerOptions limits, language.limits(options));
  size_t longest = 0;
  for (const std::vector<lm::Token> &prompt : prompts)
    longest = std::max(longest, prompt.size());
  RLX_ASSIGN_OR_RETURN(DraftModel draft, DraftModel::read(options, language, model));
  RLX_RETURN_IF_ERROR(prepare(model, options));
  RLX_ASSIGN_OR_RETURN(
      const std::shared_ptr<lm::StepModel> step,
      lm::StepModel::create(model.executable(), contextFor(options, language.trained, longest)));
  RLX_RETURN_IF_ERROR(draft.compile(options, *step));
  limits.draftModel = draft.step.get();
  if (prompts.size() == 1)
    return answerOne(language, step, prompts.front(), options, limits, stats,
                     model.executable().deviceName(), os);
  return answerTogether(language, step, prompts, options, limits, os);
}

} // namespace rlx::run
