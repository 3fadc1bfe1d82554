// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Pipeline.h.
#include "Pipeline.h"

#include <utility>

#include <unistd.h>

#include <nanobind/stl/string.h>

#include "Errors.h"
#include "Unlocked.h"

namespace nb = nanobind;

namespace rlx::python {

struct Pipeline::Queued {
  explicit Queued(size_t inputs) : arguments(inputs) { check(rlx_commit_create(&commit)); }
  Queued(const Queued &) = delete;
  ~Queued() { rlx_commit_free(commit); }

  void clear() {
    for (Argument &argument : arguments)
      argument.clear();
  }

  rlx_commit_t *commit = nullptr;
  std::vector<Argument> arguments;
};

class Pipeline::Use {
public:
  explicit Use(Pipeline &pipeline) : pipeline(pipeline) {
    if (pipeline.isBusy.exchange(true))
      raise(RLX_FAILED_PRECONDITION, "the pipeline is in use by another call");
    const bool isForked = pipeline.process != getpid();
    if (pipeline.executable && !isForked)
      return;
    pipeline.isBusy = false;
    raise(RLX_FAILED_PRECONDITION, isForked ? "the pipeline belongs to the process before the fork"
                                            : "the pipeline is closed");
  }
  Use(const Use &) = delete;
  ~Use() { pipeline.isBusy = false; }

private:
  Pipeline &pipeline;
};

Pipeline::Pipeline(rlx_executable_t *executable)
    : signature(executable), process(getpid()), executable(executable) {}

Pipeline::~Pipeline() {
  close();
}

void Pipeline::start(nb::dict feeds) {
  const std::vector<nb::handle> given = argumentsOf(signature, feeds);
  const Use use(*this);
  std::unique_ptr<Queued> run;
  if (idle.empty()) {
    run = std::make_unique<Queued>(signature.inputs.size());
  } else {
    run = std::move(idle.back());
    idle.pop_back();
  }
  std::vector<rlx_named_tensor_t> inputs;
  for (size_t i = 0; i < given.size(); ++i) {
    if (!given[i].is_valid())
      continue;
    run->arguments[i].read(given[i], "input", signature.inputs[i]);
    inputs.push_back({signature.inputs[i].c_str(), run->arguments[i].tensor()});
  }
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_executable_commit_no_wait(executable, inputs.data(), inputs.size(), run->commit);
  }
  check(status);
  queue.push_back(std::move(run));
}

nb::dict Pipeline::finish() {
  const Use use(*this);
  if (queue.empty())
    raise(RLX_FAILED_PRECONDITION, "no run is queued");
  std::unique_ptr<Queued> run = std::move(queue.front());
  queue.pop_front();
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_commit_wait(run->commit);
  }
  run->clear();
  check(status);
  std::vector<nb::object> results;
  for (size_t i = 0; i < signature.outputs.size(); ++i) {
    const rlx_tensor_t *result = nullptr;
    check(rlx_commit_get_output(run->commit, i, &result));
    results.push_back(copied(result));
  }
  idle.push_back(std::move(run));
  return namedResults(signature, results);
}

void Pipeline::close() {
  // The thread that would finish the runs is not in a child process. Their memory is left to it.
  if (process != getpid()) {
    executable = nullptr;
    for (std::unique_ptr<Queued> &run : queue)
      static_cast<void>(run.release());
    return;
  }
  if (isBusy.exchange(true))
    raise(RLX_FAILED_PRECONDITION, "the pipeline is in use by another call");
  rlx_executable_t *const mine = std::exchange(executable, nullptr);
  {
    const Unlocked unlocked;
    rlx_executable_free(mine); // waits for its runs
  }
  queue.clear();
  idle.clear();
  isBusy = false;
}

} // namespace rlx::python
