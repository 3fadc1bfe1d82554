// See AsyncRuns.h.
#include "runtime/program/AsyncRuns.h"

#include <system_error>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

Status AsyncRuns::start() {
  try {
    // Under the lock, which the worker takes first: then `worker` is known to whoever it calls.
    std::lock_guard lock(mutex);
    worker = std::thread([this] { work(); });
  } catch (const std::system_error &error) {
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
}

void AsyncRuns::push(Commit &commit) {
  {
    std::lock_guard lock(mutex);
    commit.next = nullptr;
    (last ? last->next : first) = &commit;
    last = &commit;
  }
  wake.notify_one();
}

void AsyncRuns::drain() {
  if (onWorker())
    return;
  std::unique_lock lock(mutex);
  idle.wait(lock, [&] { return !first && !running; });
}

Status AsyncRuns::takeError() {
  std::lock_guard lock(mutex);
  return std::move(firstError);
}

bool AsyncRuns::hasError() {
  std::lock_guard lock(mutex);
  return !firstError.ok();
}

void AsyncRuns::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    wake.wait(lock, [&] { return first || stopping; });
    if (!first)
      return;
    Commit &commit = *first;
    first = commit.next;
    if (!first)
      last = nullptr;
    running = true;
    lock.unlock();
    Status status = run(commit);
    if (!status.ok()) {
      lock.lock();
      if (firstError.ok())
        firstError = status.copy();
      lock.unlock();
    }
    commit.complete(std::move(status)); // afterwards its owner may destroy it
    lock.lock();
    running = false;
    if (!first)
      idle.notify_all();
  }
}

} // namespace rlx::rt
