// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queues of commits between the caller, the worker and the finisher.
//
// All state is under one lock. Runs and callbacks happen outside of it.
#include "runtime/program/executable/AsyncRuns.h"

#include <system_error>
#include <utility>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

void AsyncRuns::Queue::push(Commit &commit) {
  commit.next = nullptr;
  (last ? last->next : first) = &commit;
  last = &commit;
}

Commit &AsyncRuns::Queue::pop() {
  Commit &commit = *first;
  first = commit.next;
  if (!first)
    last = nullptr;
  return commit;
}

Status AsyncRuns::start() {
  try {
    // The threads take the lock first, so their ids are known before they call anything.
    std::lock_guard lock(mutex);
    if (most > 1) {
      finisher = std::thread([this] { takeResults(); });
      finisherId = finisher.get_id();
    }
    worker = std::thread([this] { work(); });
    workerId = worker.get_id();
  } catch (const std::system_error &error) {
    finish();
    return outOfMemory(strCat("cannot start a thread for committed runs: ", error.what()));
  }
  return okStatus();
}

void AsyncRuns::finish() {
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  wake.notify_all();
  if (worker.joinable())
    worker.join();
  {
    std::lock_guard lock(mutex);
    ending = true;
  }
  started.notify_all();
  if (finisher.joinable())
    finisher.join();
}

void AsyncRuns::push(Commit &commit) {
  {
    std::lock_guard lock(mutex);
    queued.push(commit);
  }
  wake.notify_one();
}

void AsyncRuns::drain() {
  if (onWorker())
    return;
  std::unique_lock lock(mutex);
  idle.wait(lock, [&] { return !queued.first && !running && numInFlight == 0; });
}

void AsyncRuns::finishStarted() {
  if (std::this_thread::get_id() != workerId)
    return;
  std::unique_lock lock(mutex);
  idle.wait(lock, [&] { return numInFlight == 0; });
}

Status AsyncRuns::takeError() {
  std::lock_guard lock(mutex);
  return std::move(firstError);
}

bool AsyncRuns::hasError() {
  std::lock_guard lock(mutex);
  return !firstError.ok();
}

// Marks the commit as done; its owner may then destroy it. Not under the lock.
void AsyncRuns::complete(Commit &commit, Status status) {
  if (!status.ok()) {
    std::lock_guard lock(mutex);
    if (firstError.ok())
      firstError = status.copy();
  }
  commit.complete(std::move(status));
}

void AsyncRuns::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    wake.wait(lock, [&] { return queued.first ? numInFlight < most : stopping; });
    if (!queued.first)
      return;
    Commit &commit = queued.pop();
    running = true;
    lock.unlock();
    commit.isInFlight = false;
    commit.early = startRun(commit, commit.isInFlight);
    lock.lock();
    // A commit that is done already waits for those in flight before it, to keep the order.
    if (commit.isInFlight || numInFlight != 0) {
      inFlight.push(commit);
      ++numInFlight;
      started.notify_one();
    } else {
      lock.unlock();
      complete(commit, std::move(commit.early));
      lock.lock();
    }
    running = false;
    if (!queued.first && numInFlight == 0)
      idle.notify_all();
  }
}

void AsyncRuns::takeResults() {
  std::unique_lock lock(mutex);
  for (;;) {
    started.wait(lock, [&] { return inFlight.first || ending; });
    if (!inFlight.first)
      return;
    Commit &commit = inFlight.pop();
    lock.unlock();
    complete(commit, commit.isInFlight ? finishRun() : std::move(commit.early));
    lock.lock();
    --numInFlight;
    wake.notify_one();
    idle.notify_all();
  }
}

} // namespace rlx::rt
