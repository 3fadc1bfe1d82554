// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Together.h.
#include "tools/rlx-run/generate/Together.h"

#include <algorithm>
#include <chrono>

#include "lm/Context.h"
#include "lm/Scheduler.h"

namespace rlx::run {
namespace {

using Prompts = std::vector<std::vector<lm::Token>>;

// Caches for more texts take memory that few answers need; others wait.
constexpr int64_t kMaxContexts = 4;

// Texts that grow at the same time, written in order.
class Printer {
public:
  Printer(size_t count, llvm::raw_fd_ostream &os) : pending(count), isDone(count), os(os) {
    printHeader();
  }
  bool add(size_t index, std::string_view piece) {
    if (index != current)
      pending[index] += piece;
    else if (!piece.empty())
      write(piece);
    return !os.has_error();
  }
  void end(size_t index) {
    isDone[index] = true;
    while (current < isDone.size() && isDone[current]) {
      os << "\n";
      if (++current == isDone.size())
        break;
      printHeader();
      write(pending[current]);
    }
    os.flush();
  }

private:
  void printHeader() { os << "==> prompt " << current + 1 << " <==\n"; }
  void write(std::string_view text) {
    os << text;
    os.flush();
  }

  size_t current = 0;
  std::vector<std::string> pending; // of texts behind the current one
  std::vector<bool> isDone;
  llvm::raw_fd_ostream &os;
};

struct Totals {
  size_t prompts = 0, tokens = 0, drafted = 0, accepted = 0;

  void add(const lm::Answer &answer, size_t number) {
    prompts += hasRead(answer) ? answer.promptTokens : 0;
    tokens += answer.ids.size();
    drafted += answer.draftedTokens;
    accepted += answer.acceptedTokens;
    noteStop(answer, "prompt " + std::to_string(number) + ": ");
  }
};

rt::Status ofPrompt(rt::Status status, size_t number) {
  return std::move(status).withContext("answering prompt " + std::to_string(number));
}

rt::Status reserve(lm::StepModel &model, const Prompts &prompts, const lm::AnswerOptions &limits) {
  int64_t tokens = 0;
  for (const std::vector<lm::Token> &prompt : prompts)
    tokens += std::min(model.context(), static_cast<int64_t>(prompt.size()) + answerTokens(limits));
  tokens = std::clamp(tokens, model.context(), kMaxContexts * model.context());
  RLX_RETURN_IF_ERROR(model.reserve(tokens));
  if (!limits.draftModel)
    return rt::okStatus();
  RLX_RETURN_IF_ERROR(limits.draftModel->checkTakesSeveral());
  return limits.draftModel->reserve(std::max(tokens, limits.draftModel->context()));
}

rt::Status inSteps(const LanguageModel &language, std::shared_ptr<lm::StepModel> model,
                   const Prompts &prompts, const Options &options, const lm::AnswerOptions &limits,
                   Printer &printer, Totals &totals) {
  RLX_RETURN_IF_ERROR(reserve(*model, prompts, limits));
  lm::Scheduler scheduler(std::move(model), language.vocabulary);
  std::vector<std::shared_ptr<lm::Request>> requests;
  for (size_t i = 0; i < prompts.size(); ++i) {
    auto request =
        scheduler.submit(prompts[i], options.sampling, limits,
                         [&, i](std::string_view piece) { return printer.add(i, piece); });
    if (!request.ok())
      return ofPrompt(std::move(request).status(), i + 1);
    requests.push_back(*request);
  }
  std::vector<bool> isTold(requests.size());
  rt::Status result = rt::okStatus();
  for (bool isLast = false; !isLast;) {
    isLast = scheduler.step() == 0;
    for (size_t i = 0; i < requests.size(); ++i) {
      if (isTold[i] || !requests[i]->isDone())
        continue;
      isTold[i] = true;
      printer.end(i);
      if (requests[i]->status().ok())
        totals.add(requests[i]->answer(), i + 1);
      else if (result.ok())
        result = ofPrompt(requests[i]->status().copy(), i + 1);
    }
  }
  return result;
}

rt::Status oneByOne(const LanguageModel &language, std::shared_ptr<lm::StepModel> model,
                    const Prompts &prompts, const Options &options, const lm::AnswerOptions &limits,
                    Printer &printer, Totals &totals) {
  lm::Decoder decoder(std::move(model));
  for (size_t i = 0; i < prompts.size(); ++i) {
    lm::Sampler sampler(options.sampling);
    auto made = lm::generate(decoder, *language.vocabulary, sampler, prompts[i], limits,
                             [&](std::string_view piece) { return printer.add(i, piece); });
    printer.end(i);
    if (!made.ok())
      return ofPrompt(std::move(made).status(), i + 1);
    totals.add(*made, i + 1);
  }
  return rt::okStatus();
}

} // namespace

rt::Status answerTogether(const LanguageModel &language, std::shared_ptr<lm::StepModel> model,
                          const Prompts &prompts, const Options &options,
                          const lm::AnswerOptions &limits, llvm::raw_fd_ostream &os) {
  const auto begin = std::chrono::steady_clock::now();
  Printer printer(prompts.size(), os);
  Totals totals;
  const auto answer = model->isPaged() ? inSteps : oneByOne;
  RLX_RETURN_IF_ERROR(
      answer(language, std::move(model), prompts, options, limits, printer, totals));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  llvm::errs() << "rlx-run: prompts: " << totals.prompts << " tokens\n";
  printSpeed("answers", totals.tokens, taken.count());
  printDrafts(totals.drafted, totals.accepted);
  printSeed(options);
  return rt::okStatus();
}

} // namespace rlx::run
