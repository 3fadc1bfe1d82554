// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Scheduler.h.
#include "lm/Scheduler.h"

#include <algorithm>

#include "lm/Generation.h"
#include "runtime/base/NoThrow.h"

namespace rlx::lm {
namespace {

// Tokens of prompts in a step: without running answers, and beside them, which wait for the step.
// Beside many answers there are as many, so that a step takes about twice as long at most.
constexpr size_t kPromptsAlone = 512, kMinBeside = 16, kMaxBeside = 64;
// Answers that run at the same time, and the rows of logits of a step with drafts, which take
// memory.
constexpr size_t kMaxRunning = 256, kMaxRows = 256;

// Another text holds blocks that the only request needs.
rt::Status noBlocks() {
  return rt::failedPrecondition("texts that are no requests hold the blocks of the caches; forget "
                                "them, or reserve caches for more tokens");
}

// The part of the text that another one may have computed, with a token behind it.
std::span<const Token> reusable(const Reader &reader) {
  const std::span<const Token> text = reader.text();
  return text.first(std::min(reader.mostReused() + 1, text.size()));
}

} // namespace

const Answer &Request::answer() const {
  return static_cast<const Writer &>(*reader).completed();
}

const std::vector<double> &Request::scores() const {
  return static_cast<const ScoreReader &>(*reader).scores();
}

const std::vector<float> &Request::embedding() const {
  return static_cast<const EmbeddingReader &>(*reader).embedding();
}

Scheduler::Scheduler(std::shared_ptr<StepModel> model, std::shared_ptr<const Vocabulary> vocabulary,
                     std::function<void()> onFull)
    : model(std::move(model)), vocabulary(std::move(vocabulary)), onFull(std::move(onFull)) {
  running.reserve(kMaxRunning); // a request that begins must be in the list
}

// Without memory for the message the requests end with OutOfMemory.
Scheduler::~Scheduler() {
  const auto end = [this](const std::shared_ptr<Request> &request) {
    finish(*request, rt::catchAllocFailure([] {
      return rt::failedPrecondition("the language model was freed before the request was done");
    }));
  };
  std::ranges::for_each(running, end);
  std::ranges::for_each(waiting, end);
  std::ranges::for_each(submitted, end);
}

rt::StatusOr<std::shared_ptr<Request>> Scheduler::submit(std::span<const Token> prompt,
                                                         const SamplingOptions &sampling,
                                                         const AnswerOptions &options,
                                                         OnText onText, bool takesRest) {
  RLX_RETURN_IF_ERROR(model->checkTakesSeveral());
  RLX_RETURN_IF_ERROR(checkPrompt(*model, prompt, options));
  if (options.draftMax > 0 && options.draftModel)
    RLX_RETURN_IF_ERROR(
        options.draftModel->checkTakesSeveral().withContext("checking the draft model"));
  std::shared_ptr<Request> request(new Request(Request::Kind::Answer));
  Request::Settings &settings = request->settings.emplace(
      options,
      [owner = request.get(), function = std::move(onText)](std::string_view piece) {
        return !owner->isCancelled && function(piece);
      },
      Sampler(sampling));
  request->reader = std::make_unique<Writer>(
      *vocabulary, settings.sampler, prompt, settings.options, settings.onText,
      static_cast<size_t>(model->context()), draftFor(settings.options, sampling, *vocabulary));
  request->scales = options.scales;
  request->takesRest = takesRest;
  enqueue(request);
  return request;
}

rt::StatusOr<std::shared_ptr<Request>> Scheduler::submitScores(std::span<const Token> tokens,
                                                               size_t first) {
  RLX_RETURN_IF_ERROR(model->checkTakesSeveral());
  RLX_RETURN_IF_ERROR(checkScored(*model, tokens, first));
  std::shared_ptr<Request> request(new Request(Request::Kind::Scores));
  request->reader = std::make_unique<ScoreReader>(tokens, first);
  enqueue(request);
  return request;
}

rt::StatusOr<std::shared_ptr<Request>> Scheduler::submitEmbedding(std::span<const Token> text,
                                                                  Pooling pooling) {
  RLX_RETURN_IF_ERROR(model->checkTakesSeveral());
  std::shared_ptr<Request> request(new Request(Request::Kind::Embedding));
  RLX_ASSIGN_OR_RETURN(request->reader,
                       EmbeddingReader::create(*model, *vocabulary, text, pooling));
  enqueue(request);
  return request;
}

void Scheduler::enqueue(std::shared_ptr<Request> request) {
  const std::lock_guard lock(mutex);
  submitted.push_back(std::move(request));
  ++numPending;
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
    model->blocks().publish(request.blocks, request.reader->text().first(request.reader->length()),
                            request.scales);
  giveBack(request);
  if (status.ok())
    status = rt::catchAllocFailure([&] { return request.reader->complete(); });
  request.reader->drop();
  request.result = std::move(status);
  --numPending;
  request.done = true;
}

// Gives the request the blocks for this many tokens of its text, if there are enough.
bool Scheduler::grow(Request &request, size_t tokens) {
  request.blocks.reserve(blocksFor(tokens));
  while (request.blocks.size() < blocksFor(tokens)) {
    const std::optional<int32_t> block = model->blocks().allocate();
    if (!block)
      return false;
    request.blocks.push_back(*block);
  }
  return true;
}

// The blocks that running requests need for the rest of their texts.
size_t Scheduler::promisedBlocks() const {
  size_t count = 0;
  for (const std::shared_ptr<Request> &request : running) {
    const size_t whole = blocksFor(request->reader->text().size());
    count += whole - std::min(whole, request->blocks.size());
  }
  return count;
}

// A request begins if there are blocks for all of its text so far, with one to spare for each that
// runs: else it would soon be preempted. Whether it has begun, or failed.
bool Scheduler::admits(Request &request) {
  const std::span<const Token> text = request.reader->text();
  BlockPool &pool = model->blocks();
  giveBack(request); // of an attempt that failed
  BlockPool::Prefix prefix =
      pool.holdPrefix(reusable(*request.reader), request.scales, request.takesRest);
  request.blocks = std::move(prefix.blocks);
  request.published = prefix.tokens / kBlockTokens;
  const size_t needed = blocksFor(text.size()) - request.blocks.size() + promisedBlocks() +
                        (running.empty() ? 0 : running.size() + 1);
  if (pool.available() < needed)
    onFull();
  if (pool.available() < needed) {
    giveBack(request); // it finds its prefix again
    if (running.empty())
      finish(request, noBlocks());
    return request.isDone();
  }
  pool.forgetRest(request.blocks, prefix.tokens);
  request.reader->begin(prefix.tokens);
  return true;
}

// Whether a running request is about to compute blocks that this one begins with, too.
bool Scheduler::awaitsPrefix(const Request &request) const {
  const std::span<const Token> text = reusable(*request.reader);
  return std::ranges::any_of(running, [&](const std::shared_ptr<Request> &other) {
    if (other->scales != request.scales)
      return false;
    const auto common = static_cast<size_t>(
        std::ranges::mismatch(text.first(text.size() - 1), other->reader->text()).in1 -
        text.begin());
    return other->reader->length() < common / kBlockTokens * kBlockTokens;
  });
}

void Scheduler::admit() {
  for (auto next = waiting.begin(); next != waiting.end() && running.size() < kMaxRunning;) {
    if (awaitsPrefix(**next)) {
      ++next;
      continue;
    }
    if (!admits(**next))
      return;
    running.push_back(*next);
    next = waiting.erase(next);
  }
}

void Scheduler::preempt() {
  waiting.push_front(running.back());
  ++numPreemptions;
  giveBack(*running.back());
  running.back()->reader->pause();
  running.pop_back();
}

// Chooses the tokens of the step, and takes their blocks.
void Scheduler::planStep() {
  inStep.clear();
  const auto isAnswering = [](const std::shared_ptr<Request> &request) {
    return request->reader->text().size() - request->reader->length() == 1;
  };
  const auto answers = static_cast<size_t>(std::ranges::count_if(running, isAnswering));
  size_t budget = answers > 0 ? std::clamp(answers, kMinBeside, kMaxBeside) : kPromptsAlone;
  size_t rows = kMaxRows; // for texts of which each token wants one
  const size_t mostDraft = std::min(Writer::kMaxDraft, kMaxRows / std::max<size_t>(answers, 1) - 1);
  for (size_t i = 0; i < running.size(); ++i) {
    const std::shared_ptr<Request> request = running[i];
    const bool isAnswer = isAnswering(request);
    const size_t part = request->reader->wantsManyRows() ? std::min(budget, rows) : budget;
    rt::StatusOr<Reader::Reading> next = request->reader->next(isAnswer ? 1 : part, mostDraft);
    if (!next.ok()) {
      finish(*request, std::move(next).status());
      continue;
    }
    request->reading = *next;
    if (request->reading.tokens.empty())
      continue;
    const size_t end = request->reading.length + request->reading.tokens.size();
    if (!grow(*request, end))
      onFull();
    while (i < running.size() && !grow(*request, end) && running.size() > 1)
      preempt(); // maybe this one
    if (i == running.size())
      return;
    if (!grow(*request, end))
      return finish(*request, noBlocks());
    budget -= isAnswer ? 0 : request->reading.tokens.size();
    rows -= std::min(rows, request->reading.rows);
    inStep.push_back(request);
  }
}

// One run has the logits and the hidden states of all rows.
rt::Status Scheduler::runModel() {
  using Output = StepModel::Output;
  const bool hasHidden = std::ranges::any_of(inStep, [](const std::shared_ptr<Request> &request) {
    return request->reader->output() == Output::Hidden;
  });
  constexpr Output kOutputs[] = {Output::Logits, Output::Hidden};
  Rows results[2];
  const size_t count = hasHidden ? 2 : 1;
  RLX_RETURN_IF_ERROR(
      model->run(texts, std::span(kOutputs).first(count), std::span(results).first(count)));
  logits = results[0];
  hidden = results[1];
  return rt::okStatus();
}

void Scheduler::runStep() {
  texts.clear();
  for (const std::shared_ptr<Request> &request : inStep)
    texts.push_back({.tokens = request->reading.tokens,
                     .length = request->reading.length,
                     .rows = request->reading.rows,
                     .blocks = request->blocks,
                     .scales = request->scales});
  const rt::Status ran = runModel();
  if (!ran.ok()) {
    for (const std::shared_ptr<Request> &request : running)
      request->blocks.clear(); // nobody holds blocks of lost caches
    for (const std::shared_ptr<Request> &request : running)
      finish(*request, rt::catchAllocFailure([&] { return ran.copy(); }));
    return;
  }
  size_t row = 0;
  for (const std::shared_ptr<Request> &request : inStep) {
    const size_t count = request->reading.rows;
    const bool isHidden = request->reader->output() == StepModel::Output::Hidden;
    const Rows &results = isHidden ? hidden : logits;
    rt::Status status =
        rt::catchAllocFailure([&] { return request->reader->take(results.part(row, count)); });
    row += count;
    const size_t full = request->reader->length() / kBlockTokens;
    if (full > request->published && status.ok()) {
      model->blocks().publish(request->blocks, request->reader->text().first(full * kBlockTokens),
                              request->scales);
      request->published = full;
    }
    if (!status.ok() || request->reader->isDone())
      finish(*request, std::move(status));
  }
}

void Scheduler::dropDone() {
  const auto isDone = [](const std::shared_ptr<Request> &request) { return request->isDone(); };
  std::erase_if(running, isDone);
  std::erase_if(waiting, isDone);
}

void Scheduler::dropEnded() {
  takeSubmitted();
  const auto end = [&](const std::shared_ptr<Request> &request) {
    if (request->isCancelled)
      request->reader->cancel();
    else
      request->reader->checkTime();
    if (request->reader->isDone())
      finish(*request);
  };
  std::ranges::for_each(running, end);
  std::ranges::for_each(waiting, end);
  dropDone();
}

size_t Scheduler::step() {
  dropEnded();
  admit();
  stepAdmitted();
  return numPending;
}

void Scheduler::stepRunning() {
  dropEnded();
  stepAdmitted();
}

void Scheduler::stepAdmitted() {
  planStep();
  if (!inStep.empty())
    runStep();
  inStep.clear();
  dropDone();
}

} // namespace rlx::lm
