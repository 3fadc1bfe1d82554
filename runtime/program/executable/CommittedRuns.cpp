// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commits: the calls of Executable that leave runs to its worker thread, and the worker's part of a
// run.
//
// The worker takes a commit's inputs as its own arguments and then runs the usual steps.
#include <algorithm>
#include <cstring>

#include "runtime/base/Overlap.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

Status Executable::checkCaller() const {
  return inCallback() ? failedPrecondition("a completion callback may not call the executable")
                      : okStatus();
}

// Between calls the worker owns everything that runs use, so readers wait for it. False in a
// callback: it would wait for itself, and the next run may be in flight already.
bool Executable::settle() const {
  if (inCallback())
    return false;
  if (async)
    async->drain();
  return true;
}

Status Executable::settleOrRefuse() const {
  return settle() ? okStatus() : checkCaller();
}

// On the worker: waits for runs in flight before their state is changed.
void Executable::finishStarted() {
  if (async)
    async->finishStarted();
}

Status Executable::startWorker() {
  if (async)
    return okStatus();
  auto fresh = std::make_unique<AsyncRuns>(
      [this](Commit &commit, bool &isInFlight) {
        return catchAllocFailure([&] { return startCommit(commit, isInFlight); });
      },
      [this] { return executor->finish(); }, executor->maxInFlight());
  RLX_RETURN_IF_ERROR(fresh->start());
  async = std::move(fresh);
  return okStatus();
}

// Copies names and shapes, which callers often keep on the stack, but no elements.
Status Executable::recordCommit(std::span<const NamedTensor> inputs, Commit &commit) const {
  commit.inputs.resize(program().inputs.size());
  for (size_t index : commit.kept)
    if (!commit.keepsAll)
      RLX_RETURN_IF_ERROR(checkOutputIndex(index));
  commit.outputs.resize(program().outputs.size());
  for (Commit::Input &input : commit.inputs)
    input.given = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(const size_t index, findInput(inputs[i].name, i));
    const TensorView &tensor = inputs[i].tensor;
    Commit::Input &input = commit.inputs[index];
    if (input.given)
      return invalidArgument(strCat("input '", inputs[i].name, "' is given twice"));
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(tensor.dtype, tensor.shape));
    for (const Commit::Output &output : commit.outputs)
      if (overlap(tensor.data, bytes, output.memory.data(),
                  static_cast<int64_t>(output.memory.size())))
        return invalidArgument(strCat("input '", inputs[i].name,
                                      "' lies in results of the commit, which the run overwrites"));
    input.given = true;
    input.dtype = tensor.dtype;
    input.shape.assign(tensor.shape.begin(), tensor.shape.end());
    input.data = tensor.data;
  }
  return okStatus();
}

Status Executable::commitLocked(std::span<const NamedTensor> inputs, Commit &commit) {
  if (!commit.isFree())
    return failedPrecondition("the commit is still pending; wait for it, or use another one");
  RLX_RETURN_IF_ERROR(refuseStrings("commits"));
  RLX_RETURN_IF_ERROR(startWorker());
  // Not pending before it is recorded.
  commit.become(Commit::State::Unused);
  RLX_RETURN_IF_ERROR(recordCommit(inputs, commit));
  commit.become(Commit::State::Pending);
  async->push(commit);
  return okStatus();
}

Status Executable::commitNoWait(std::span<const NamedTensor> inputs, Commit &commit) {
  return catchAllocFailure([&]() -> Status {
    CallGuard guard(*this, CallGuard::Pending::Leave);
    RLX_RETURN_IF_ERROR(guard.status());
    return commitLocked(inputs, commit);
  });
}

Status Executable::takeCommit(Commit &commit) {
  clearArguments();
  for (size_t i = 0; i < commit.inputs.size(); ++i)
    if (const Commit::Input &input = commit.inputs[i]; input.given)
      RLX_RETURN_IF_ERROR(giveArgument(i, {input.dtype, input.shape, input.data}));
  RLX_RETURN_IF_ERROR(bindForRun(TypeRule::Exact));
  for (size_t k = 0; k < commit.outputs.size(); ++k) {
    Commit::Output &output = commit.outputs[k];
    output.dtype = program().outputs[k].dtype;
    output.shape.assign(boundShapeOf(k).begin(), boundShapeOf(k).end());
    output.isKept = commit.keepsAll || std::ranges::count(commit.kept, k) != 0;
    targets[k].isLeft = !output.isKept;
    if (!output.isKept || isComputed(k))
      continue;
    if (!output.memory.reserve(static_cast<size_t>(current->outputs.bytes[k])))
      return outOfMemory(strCat("no memory for output '", program().outputs[k].name, "'"));
    targets[k] = {output.dtype, output.memory.data(), false, output.shape};
  }
  return okStatus();
}

// Outputs whose sizes the run has computed.
Status Executable::keepComputed(Commit &commit) {
  for (size_t k = 0; k < commit.outputs.size(); ++k) {
    Commit::Output &output = commit.outputs[k];
    if (!output.isKept || !isComputed(k))
      continue;
    output.shape.assign(boundShapeOf(k).begin(), boundShapeOf(k).end());
    const auto bytes = static_cast<size_t>(outputBytes(k));
    if (!output.memory.reserve(bytes))
      return outOfMemory(strCat("no memory for output '", program().outputs[k].name, "'"));
    RLX_ASSIGN_OR_RETURN(const void *const data, readShown(k));
    if (bytes != 0)
      std::memcpy(output.memory.data(), data, bytes);
  }
  return okStatus();
}

// Whether the next run can be submitted while this one is in flight. It must need nothing of this
// run that the host would provide, nor this run's success.
bool Executable::canStartRun() const {
  if (executor->maxInFlight() < 2 || !executor->canStart() || !prepared || observer ||
      specializer || moe.isWatching())
    return false;
  for (size_t k = 0; k < targets.size(); ++k)
    if (const uint32_t fed = handles.fedBy(k);
        fed != Handles::kNone && (!handles.isOnDevice(fed) || executor->kernelsMayFail()))
      return false;
  return true;
}

// Runs on the worker.
Status Executable::startCommit(Commit &commit, bool &isInFlight) {
  RLX_RETURN_IF_ERROR(takeCommit(commit));
  if (!canStartRun()) {
    finishStarted();
    RLX_RETURN_IF_ERROR(execute());
    return keepComputed(commit);
  }
  RLX_RETURN_IF_ERROR(pointInputs());
  RLX_RETURN_IF_ERROR(pointOutputs());
  hideOutputs();
  beginUpdates();
  if (Status started = executor->start(runInputs, runOutputs); !started.ok()) {
    revertUpdates(*executor);
    return started;
  }
  isInFlight = true;
  // A commit's results have the model's types, so nothing is left to convert.
  return deliverOutputs();
}

Status Executable::syncPending() {
  return call([&] { return async ? async->takeError() : okStatus(); });
}

Status Executable::runPipelined(std::span<const std::span<const NamedTensor>> sets,
                                std::span<Commit *const> results) {
  return call([&]() -> Status {
    if (sets.size() != results.size())
      return invalidArgument(strCat("expected one commit for each of the ", sets.size(),
                                    " sets of inputs, got ", results.size()));
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i])
        return invalidArgument(strCat("commit ", i, " is null"));
      if (std::find(results.begin(), results.begin() + i, results[i]) != results.begin() + i)
        return invalidArgument(strCat("commit ", i, " is given twice"));
      if (!results[i]->isFree())
        return failedPrecondition(strCat("commit ", i, " is still pending"));
    }
    const bool hadError = async && async->hasError();
    // No early return from this loop: committed runs use the caller's memory.
    Status refused;
    size_t firstRefused = sets.size();
    for (size_t i = 0; i < sets.size(); ++i) {
      results[i]->become(Commit::State::Unused); // drops results of an earlier run
      Status committed = catchAllocFailure([&] { return commitLocked(sets[i], *results[i]); });
      if (committed.ok() || firstRefused != sets.size())
        continue;
      refused = std::move(committed);
      firstRefused = i;
    }
    settle();
    if (async && !hadError)
      async->takeError().ignore(); // this call reports it
    for (size_t i = 0; i < sets.size(); ++i) {
      if (i == firstRefused)
        return std::move(refused).withContext(strCat("running set ", i));
      if (Status status = results[i]->wait(); !status.ok())
        return std::move(status).withContext(strCat("running set ", i));
    }
    return okStatus();
  });
}

} // namespace rlx::rt
