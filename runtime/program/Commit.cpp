// See Commit.h.
#include "runtime/program/Commit.h"

namespace rlx::rt {

// Whether this thread is inside a callback: whoever waits there waits for itself.
static thread_local bool insideCallback = false;

Commit::~Commit() {
  wait().ignore();
}

void Commit::onCompletion(Callback newCallback, void *context) {
  std::lock_guard lock(mutex);
  callback = newCallback;
  callbackContext = context;
}

bool Commit::done() const {
  std::lock_guard lock(mutex);
  return state == State::Unused || state == State::Done;
}

bool Commit::readable() const {
  return state == State::Done || (state == State::Completing && insideCallback);
}

Status Commit::copyOfResult() const {
  return result.ok() ? okStatus() : Status(result.code(), result.message());
}

Status Commit::wait() const {
  std::unique_lock lock(mutex);
  if (state == State::Unused)
    return failedPrecondition("nothing was committed yet");
  if (!readable() && insideCallback)
    return failedPrecondition("waiting for a commit in a completion callback, on the thread that "
                              "would run it");
  finished.wait(lock, [&] { return readable(); });
  return copyOfResult();
}

TensorView Commit::output(size_t index) const {
  std::lock_guard lock(mutex);
  if (index >= outputs.size())
    return {};
  const Output &output = outputs[index];
  if (!readable() || !result.ok())
    return {output.dtype, {}, nullptr};
  return {output.dtype, output.shape, output.memory.data()};
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
    insideCallback = true;
    callback(callbackContext, *this);
    insideCallback = false;
  }
  // The last touch is under the lock: whoever waits may destroy the commit as soon as he has it.
  std::lock_guard lock(mutex);
  state = State::Done;
  finished.notify_all();
}

} // namespace rlx::rt
