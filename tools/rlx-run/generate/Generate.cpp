// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Generate.h.
#include "tools/rlx-run/generate/Generate.h"

#include <algorithm>

#include "lm/Context.h"
#include "tools/rlx-run/generate/DraftModel.h"

namespace rlx::run {
namespace {

// As in --chat, or more if the prompt and the answer need it, unless --ctx says how much. In some
// models the size of the context chooses the rotations, so short texts have that of --chat.
int64_t contextFor(const Options &options, int64_t trained, size_t prompt) {
  if (options.context != 0)
    return options.context;
  const int64_t answer =
      options.limits.maxTokens != 0 ? options.limits.maxTokens : lm::kDefaultContext / 2;
  return std::min(trained, std::max(lm::kDefaultContext, static_cast<int64_t>(prompt) + answer));
}

} // namespace

rt::Status generate(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                    bool &wrongCommandLine) {
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::readForText(options));
  rt::StatusOr<std::vector<lm::Token>> encoded =
      language.vocabulary->encode(options.prompt, /*allowsControl=*/true);
  if (!encoded.ok())
    return std::move(encoded).status().withContext("reading --prompt");
  const std::vector<lm::Token> prompt = std::move(encoded).value();
  if (prompt.empty())
    return rt::invalidArgument("--prompt: '" + options.prompt +
                               "' has no token of this model's vocabulary");
  RLX_RETURN_IF_ERROR(language.checkContext(options, wrongCommandLine));
  RLX_ASSIGN_OR_RETURN(lm::AnswerOptions limits, language.limits(options));
  if (static_cast<int64_t>(prompt.size()) > language.trained)
    return rt::invalidArgument("--prompt has " + std::to_string(prompt.size()) +
                               " tokens, but the model takes at most " +
                               std::to_string(language.trained) + " tokens");
  const int64_t context = contextFor(options, language.trained, prompt.size());
  RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, makeDecoder(model, options, context));
  RLX_ASSIGN_OR_RETURN(const DraftModel draft,
                       DraftModel::open(options, language, decoder.stepModel()));
  limits.draftModel = draft.step.get();
  lm::Sampler sampler(options.sampling);
  rt::StatusOr<lm::Answer> made = lm::generate(decoder, *language.vocabulary, sampler, prompt,
                                               limits, [&](std::string_view piece) {
                                                 if (!piece.empty()) {
                                                   os << piece;
                                                   os.flush();
                                                 }
                                                 return !os.has_error();
                                               });
  if (made.status().code() == rt::StatusCode::OutOfRange)
    return rt::outOfRange(std::string(made.status().message()) +
                          "; --ctx sets the tokens of the context");
  RLX_ASSIGN_OR_RETURN(const lm::Answer answer, std::move(made));
  os << "\n";
  os.flush(); // before the speeds, which may go to the same pipe
  printSpeed("prompt", answer.promptTokens, answer.promptSeconds);
  if (!answer.ids.empty())
    printSpeed("answer", answer.ids.size(), answer.seconds, answer.ids.size() - 1);
  printDrafts(answer.draftedTokens, answer.acceptedTokens);
  printSeed(options);
  if (answer.stop == lm::StopReason::FullContext)
    llvm::errs() << "rlx-run: note: the context of " << decoder.capacity() << " tokens is full\n";
  return rt::okStatus();
}

} // namespace rlx::run
