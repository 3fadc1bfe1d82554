// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several requests at the same time, on one model with paged caches (continuous batching).
//
// A step of the model reads the next token of each running answer, with its draft, and beside them
// parts of prompts (chunked prefill) and of texts whose scores or embedding are asked for. Requests
// run in the order in which they came. If blocks run out, the youngest one gives up its own, and is
// computed again when there is room: its text goes on where it was.
#ifndef RLX_LM_SCHEDULER_H
#define RLX_LM_SCHEDULER_H

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "lm/Embedding.h"
#include "lm/Score.h"
#include "lm/StepModel.h"
#include "lm/Writer.h"

namespace rlx::lm {

// One answer, or the scores or the embedding of one text, that is asked for.
class Request {
public:
  // Any thread: ends it with the next step, if it has not ended. An answer has the text so far; the
  // others end with FailedPrecondition.
  void cancel() { isCancelled = true; }
  // Any thread.
  bool isDone() const { return done; }
  // Whether it has no blocks yet. As Scheduler::step().
  bool isWaiting() const { return blocks.empty(); }
  enum class Kind { Answer, Scores, Embedding };
  Kind kind() const { return ofKind; }
  // Once it is done: why there is no result, or the result of its kind.
  const rt::Status &status() const { return result; }
  const Answer &answer() const;
  const std::vector<double> &scores() const;
  const std::vector<float> &embedding() const;

private:
  friend class Scheduler;
  explicit Request(Kind kind) : ofKind(kind) {}

  // Of an answer, whose reader refers to them.
  struct Settings {
    Settings(const AnswerOptions &options, OnText onText, const Sampler &sampler)
        : options(options), onText(std::move(onText)), sampler(sampler) {}
    const AnswerOptions options;
    const OnText onText;
    Sampler sampler;
  };

  const Kind ofKind;
  std::optional<Settings> settings;
  std::unique_ptr<Reader> reader;
  std::vector<float> scales;   // of adapters
  bool takesRest = false;      // see BlockPool::takePrefix
  std::vector<int32_t> blocks; // of its text, while it runs
  size_t published = 0;        // of these, full blocks that others can find
  Reader::Reading reading;     // of the step
  std::atomic<bool> isCancelled{false}, done{false};
  rt::Status result = rt::okStatus();
};

class Scheduler {
public:
  // `onFull` is called if there are too few free blocks: it may give blocks back.
  Scheduler(
      std::shared_ptr<StepModel> model, std::shared_ptr<const Vocabulary> vocabulary,
      std::function<void()> onFull = [] {});
  // Requests that are not done end with FailedPrecondition.
  ~Scheduler();

  // Any thread, during a step too. Errors of checkPrompt (Generation.h). `onText` is called by
  // step(); it may cancel requests and submit others. `takesRest`: see BlockPool::takePrefix.
  rt::StatusOr<std::shared_ptr<Request>> submit(std::span<const Token> prompt,
                                                const SamplingOptions &sampling,
                                                const AnswerOptions &options, OnText onText,
                                                bool takesRest = false);
  // The same for the scores of a text: errors of checkScored (Score.h).
  rt::StatusOr<std::shared_ptr<Request>> submitScores(std::span<const Token> tokens, size_t first);
  // The same for the embedding of a text: errors of embed (Embedding.h).
  rt::StatusOr<std::shared_ptr<Request>> submitEmbedding(std::span<const Token> text,
                                                         Pooling pooling);
  // One thread at a time: runs the model once, if a request is not done. Returns how many are not.
  // An error of the model ends all requests that run, and of one request that one alone.
  size_t step();
  // The same, but no request begins that waits: those that run end, and their blocks are free then.
  void stepRunning();
  // Ends the requests that are cancelled or whose time is over, and gives their blocks back. As
  // step().
  void dropEnded();
  // Requests that are not done. Any thread.
  size_t pending() const { return numPending; }
  // How many times a request has given its blocks up. As step().
  size_t preemptions() const { return numPreemptions; }

private:
  using Requests = std::vector<std::shared_ptr<Request>>;
  void enqueue(std::shared_ptr<Request> request);
  void takeSubmitted();
  void stepAdmitted();
  void admit();
  bool awaitsPrefix(const Request &request) const;
  bool admits(Request &request);
  void planStep();
  bool grow(Request &request, size_t tokens);
  size_t promisedBlocks() const;
  void preempt();
  rt::Status runModel();
  void runStep();
  void finish(Request &request, rt::Status status = rt::okStatus());
  void giveBack(Request &request);
  void dropDone();

  std::shared_ptr<StepModel> model;
  std::shared_ptr<const Vocabulary> vocabulary;
  std::function<void()> onFull;
  std::mutex mutex; // of `submitted`
  Requests submitted;
  std::deque<std::shared_ptr<Request>> waiting;
  Requests running; // the oldest first
  Requests inStep;
  std::vector<StepText> texts; // of inStep
  Rows logits, hidden;         // of the step; without hidden states unless a request wants them
  std::atomic<size_t> numPending{0};
  size_t numPreemptions = 0;
};

} // namespace rlx::lm

#endif // RLX_LM_SCHEDULER_H
