// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads take turns at a language model: one call at a time, and steps of requests in between.
#ifndef RLX_LM_CAPI_TURNS_H
#define RLX_LM_CAPI_TURNS_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "runtime/base/Status.h"

namespace rlx::lm::capi {

class Turns {
public:
  // A call, such as an answer: waits for a step, and for other calls. Asks `goesOn()` again and
  // again meanwhile, and ends without running it if that says no. FailedPrecondition in a function
  // that the model calls.
  template <typename Body, typename GoesOn>
  rt::Status call(const Body &body, const GoesOn &goesOn) {
    std::unique_lock lock(mutex);
    if (isTaken && isOwn())
      return inUse();
    ++callsWaiting;
    bool isWanted = true;
    while (isWanted && !isFreeSoon(lock)) {
      lock.unlock(); // it may take its time
      isWanted = goesOn();
      lock.lock();
    }
    --callsWaiting;
    if (isWanted)
      return take(lock, body, /*isStep=*/false);
    changed.notify_all(); // steps waited for it
    return rt::okStatus();
  }

  // In a call that runs a step of requests: those who wait for one look whether theirs is done.
  void countStep() {
    const std::lock_guard lock(mutex);
    ++steps;
    changed.notify_all();
  }

  // A step of requests: waits for other steps and for calls. Does not run it if `isDone()` is true
  // then, or if another thread has run one while it waited. FailedPrecondition in a function that
  // the model calls.
  template <typename Body, typename IsDone>
  rt::Status step(const Body &body, const IsDone &isDone) {
    std::unique_lock lock(mutex);
    if (isTaken && isOwn())
      return inUse();
    const uint64_t before = steps;
    changed.wait(lock,
                 [&] { return isDone() || steps != before || (!isTaken && callsWaiting == 0); });
    if (isDone() || steps != before)
      return rt::okStatus();
    return take(lock, body, /*isStep=*/true);
  }

private:
  static constexpr std::chrono::milliseconds kAsking{50};
  // By the system's clock: older versions of glibc cannot wait by another one.
  bool isFreeSoon(std::unique_lock<std::mutex> &lock) {
    return changed.wait_until(lock, std::chrono::system_clock::now() + kAsking,
                              [&] { return !isTaken; });
  }
  bool isOwn() const { return owner == std::this_thread::get_id(); }
  static rt::Status inUse() {
    return rt::failedPrecondition("the language model is in use by another call");
  }
  template <typename Body>
  rt::Status take(std::unique_lock<std::mutex> &lock, const Body &body, bool isStep) {
    isTaken = true;
    owner = std::this_thread::get_id();
    lock.unlock();
    rt::Status status = body();
    lock.lock();
    isTaken = false;
    steps += isStep;
    changed.notify_all();
    return status;
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool isTaken = false;
  std::thread::id owner;
  size_t callsWaiting = 0;
  uint64_t steps = 0; // that have ended, alone or in a call
};

} // namespace rlx::lm::capi

#endif // RLX_LM_CAPI_TURNS_H
