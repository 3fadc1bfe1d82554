// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Scheduler.h.
#include "lm/Scheduler.h"

#include <algorithm>

#include "lm/Generation.h"
#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

// Tokens of prompts in a step: without running answers, and beside them, which wait for the step.
constexpr size_t kPromptsAlone = 512, kPromptsBeside = 64;
// Answers that run at the same time. Each row of logits takes memory.
constexpr size_t kMaxRunning = 256;

// Another text holds blocks that the only request needs.
rt::Status noBlocks() {
  return rt::failedPrecondition("texts that are no requests hold the blocks of the caches; forget "
                                "them, or reserve caches for more tokens");
}

} // namespace

Request::Request(const Vocabulary &vocabulary, const SamplingOptions &sampling,
                 std::span<const Token> prompt, AnswerOptions given, OnText function,
                 size_t capacity)
    : options(std::move(given)),
      onText([this, function = std::move(function)](std::string_view piece) {
        return !isCancelled && function(piece);
      }),
      sampler(sampling), writer(vocabulary, sampler, prompt, options, onText, capacity) {}

Scheduler::Scheduler(std::shared_ptr<StepModel> model, std::shared_ptr<const Vocabulary> vocabulary,
                     std::function<void()> onFull)
    : model(std::move(model)), vocabulary(std::move(vocabulary)), onFull(std::move(onFull)) {}

Scheduler::~Scheduler() {
  takeSubmitted();
  running.insert(running.end(), waiting.begin(), waiting.end());
  for (const std::shared_ptr<Request> &request : running)
    finish(*request,
           rt::failedPrecondition("the language model was freed before the request was done"));
}

rt::StatusOr<std::shared_ptr<Request>> Scheduler::submit(std::span<const Token> prompt,
                                                         const SamplingOptions &sampling,
                                                         const AnswerOptions &options,
                                                         OnText onText) {
  RLX_RETURN_IF_ERROR(model->checkTakesSeveral());
  RLX_RETURN_IF_ERROR(checkPrompt(*model, prompt, options));
  std::shared_ptr<Request> request(new Request(*vocabulary, sampling, prompt, options,
                                               std::move(onText),
                                               static_cast<size_t>(model->context())));
  const std::lock_guard lock(mutex);
  submitted.push_back(request);
  ++numPending;
  return request;
}

void Scheduler::takeSubmitted() {
  const std::lock_guard lock(mutex);
  waiting.insert(waiting.end(), submitted.begin(), submitted.end());
  submitted.clear();
}

void Scheduler::giveBack(Request &request) {
  model->blocks().release(request.blocks);
  request.blocks.clear();
  request.published = 0;
}

void Scheduler::finish(Request &request, rt::Status status) {
  if (request.done)
    return;
  // The text may go on in a later request, e.g. of a chat.
  if (status.ok() && !request.blocks.empty())
    model->blocks().publish(request.blocks, request.writer.text().first(request.writer.length()));
  giveBack(request);
  if (status.ok())
    request.made = request.writer.finish();
  request.result = std::move(status);
  --numPending;
  request.done = true;
}

// Gives the request the blocks for this many tokens of its text, if there are enough.
bool Scheduler::grow(Request &request, size_t tokens) {
  while (request.blocks.size() < blocksFor(tokens)) {
    const std::optional<int32_t> block = model->blocks().allocate();
    if (!block)
      return false;
    request.blocks.push_back(*block);
  }
  return true;
}

bool Scheduler::growAlone(Request &request, size_t tokens) {
  if (grow(request, tokens))
    return true;
  onFull();
  return grow(request, tokens);
}

// A request begins if there are blocks for all of its text so far, with one to spare for each that
// runs: else it would soon be preempted. Whether it has begun, or failed.
bool Scheduler::admits(Request &request) {
  const std::span<const Token> text = request.writer.text();
  BlockPool &pool = model->blocks();
  BlockPool::Prefix prefix = pool.takePrefix(text);
  request.blocks = std::move(prefix.blocks);
  request.published = prefix.tokens / kBlockTokens;
  const size_t missing = blocksFor(text.size()) - request.blocks.size();
  if (running.empty() && pool.available() < missing)
    onFull();
  const size_t spare = running.empty() ? 0 : running.size() + 1;
  if (pool.available() < missing + spare) {
    giveBack(request);
    if (running.empty())
      finish(request, noBlocks());
    return request.isDone();
  }
  request.writer.begin(prefix.tokens);
  return true;
}

void Scheduler::admit() {
  while (!waiting.empty() && running.size() < kMaxRunning) {
    const std::shared_ptr<Request> next = waiting.front();
    if (next->isCancelled) {
      next->writer.cancel();
      finish(*next);
    } else if (admits(*next)) {
      running.push_back(next);
    } else {
      return;
    }
    waiting.pop_front();
  }
}

void Scheduler::preempt() {
  giveBack(*running.back());
  waiting.push_front(running.back());
  running.pop_back();
}

// Chooses the tokens of the step, and takes their blocks.
void Scheduler::planStep() {
  inStep.clear();
  const auto isAnswering = [](const std::shared_ptr<Request> &request) {
    return request->writer.text().size() - request->writer.length() == 1;
  };
  size_t budget = std::ranges::any_of(running, isAnswering) ? kPromptsBeside : kPromptsAlone;
  for (size_t i = 0; i < running.size(); ++i) {
    const std::shared_ptr<Request> request = running[i];
    const bool isAnswer = isAnswering(request);
    request->reading = request->writer.next(isAnswer ? 1 : budget);
    if (request->reading.tokens.empty())
      continue;
    const size_t end = request->reading.length + request->reading.tokens.size();
    while (i < running.size() && !grow(*request, end) && running.size() > 1)
      preempt(); // maybe this one
    if (i == running.size())
      return;
    if (running.size() == 1 && !growAlone(*request, end))
      return finish(*request, noBlocks());
    budget -= isAnswer ? 0 : request->reading.tokens.size();
    inStep.push_back(request);
  }
}

void Scheduler::runStep() {
  std::vector<StepText> texts;
  for (const std::shared_ptr<Request> &request : inStep)
    texts.push_back({.tokens = request->reading.tokens,
                     .length = request->reading.length,
                     .rows = request->reading.rows,
                     .blocks = request->blocks});
  rt::StatusOr<Rows> logits = model->run(texts);
  if (!logits.ok()) {
    for (const std::shared_ptr<Request> &request : running) {
      request->blocks.clear(); // nobody holds blocks of lost caches
      finish(*request, logits.status().copy());
    }
    return;
  }
  size_t row = 0;
  for (const std::shared_ptr<Request> &request : inStep) {
    const size_t count = request->reading.rows;
    rt::Status status = request->writer.take(logits->part(row, count));
    row += count;
    const size_t full = request->writer.length() / kBlockTokens;
    if (full > request->published && status.ok()) {
      model->blocks().publish(request->blocks, request->writer.text().first(full * kBlockTokens));
      request->published = full;
    }
    if (!status.ok() || request->writer.isDone())
      finish(*request, std::move(status));
  }
}

void Scheduler::dropDone() {
  std::erase_if(running, [](const std::shared_ptr<Request> &request) { return request->isDone(); });
}

size_t Scheduler::step() {
  takeSubmitted();
  for (const std::shared_ptr<Request> &request : running)
    if (request->isCancelled) {
      request->writer.cancel();
      finish(*request);
    }
  dropDone();
  admit();
  planStep();
  if (!inStep.empty())
    runStep();
  inStep.clear();
  dropDone();
  return numPending;
}

} // namespace rlx::lm
