// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// States of a commit: Unused, Pending, Completing (in the callback), Done.
//
// Unused, then Pending when it is queued, then Completing, then Done. Only the worker leaves
// Pending.
#include "runtime/program/executable/Commit.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

// The commit whose callback runs on this thread. Waiting for another commit there would be a
// deadlock.
static thread_local const Commit *calledBack = nullptr;

Commit::~Commit() {
  wait().ignore();
}

bool Commit::onCompletion(Callback newCallback, void *context) {
  std::lock_guard lock(mutex);
  if (state != State::Unused && state != State::Done)
    return false;
  callback = newCallback;
  callbackContext = context;
  return true;
}

Status Commit::keepOutputs(std::span<const size_t> wanted) {
  return catchAllocFailure([&]() -> Status {
    std::lock_guard lock(mutex);
    if (state != State::Unused && state != State::Done)
      return failedPrecondition("a run of the commit is pending");
    kept.assign(wanted.begin(), wanted.end());
    keepsAll = false;
    return okStatus();
  });
}

Status Commit::keepAllOutputs() {
  std::lock_guard lock(mutex);
  if (state != State::Unused && state != State::Done)
    return failedPrecondition("a run of the commit is pending");
  keepsAll = true;
  return okStatus();
}

bool Commit::done() const {
  std::lock_guard lock(mutex);
  return state == State::Unused || readable();
}

bool Commit::isFree() const {
  std::lock_guard lock(mutex);
  return state == State::Unused || state == State::Done;
}

bool Commit::readable() const {
  return state == State::Done || (state == State::Completing && calledBack == this);
}

Status Commit::wait() const {
  std::unique_lock lock(mutex);
  if (state == State::Unused)
    return failedPrecondition("nothing was committed yet");
  if (!readable() && calledBack)
    return failedPrecondition("waiting for a commit in a completion callback, on the thread that "
                              "would run it");
  finished.wait(lock, [&] { return readable(); });
  return result.copy();
}

TensorView Commit::output(size_t index) const {
  std::lock_guard lock(mutex);
  if (index >= outputs.size())
    return {};
  const Output &output = outputs[index];
  if (!readable() || !result.ok() || !output.isKept)
    return {output.dtype, {}, nullptr};
  return {output.dtype, output.shape, output.memory.data()};
}

StatusOr<TensorView> Commit::readOutput(size_t index) const {
  return catchAllocFailure([&]() -> StatusOr<TensorView> {
    std::lock_guard lock(mutex);
    if (state == State::Unused)
      return failedPrecondition("the commit has no outputs: nothing was committed yet");
    if (!readable())
      return failedPrecondition("the commit has no outputs yet: its run is pending; wait for it");
    if (!result.ok())
      return failedPrecondition(
          strCat("the commit has no outputs: its run failed with ", result.toString()));
    if (index >= outputs.size())
      return outOfRange(strCat("there is no output ", index, "; the model has ", outputs.size()));
    const Output &output = outputs[index];
    if (!output.isKept)
      return failedPrecondition(
          strCat("output ", index, " is none of those that the commit keeps"));
    return TensorView{output.dtype, output.shape, output.memory.data()};
  });
}

size_t Commit::outputCount() const {
  std::lock_guard lock(mutex);
  return outputs.size();
}

void Commit::become(State newState) {
  std::lock_guard lock(mutex);
  state = newState;
}

void Commit::complete(Status status) {
  {
    std::lock_guard lock(mutex);
    result = std::move(status);
    state = State::Completing;
  }
  if (callback) {
    calledBack = this;
    callback(callbackContext, *this);
    calledBack = nullptr;
  }
  // The last access is under the lock: a waiting thread may destroy the commit once it gets the
  // lock.
  std::lock_guard lock(mutex);
  state = State::Done;
  finished.notify_all();
}

} // namespace rlx::rt
