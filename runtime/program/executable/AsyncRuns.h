// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker threads of one executable for its commits, which run in order.
//
// One thread runs the commits. If a device can have several runs in flight, that thread only starts
// them, and a second thread waits for the device and takes the results, so that neither delays the
// other:
//
//   worker     start 0   start 1   start 2
//   device               run 0     run 1     run 2
//   finisher                       finish 0  finish 1  ...
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_ASYNCRUNS_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_ASYNCRUNS_H

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "runtime/base/Status.h"
#include "runtime/program/executable/Commit.h"

namespace rlx::rt {

// Threads: any. Queueing allocates nothing.
class AsyncRuns {
public:
  // `start` runs one commit, or sets `isInFlight`: then `finish` completes it on the other thread,
  // oldest first. At most `most` runs are in flight.
  using Start = std::function<Status(Commit &, bool &isInFlight)>;
  using Finish = std::function<Status()>;
  AsyncRuns(Start start, Finish finish, size_t most)
      : startRun(std::move(start)), finishRun(std::move(finish)), most(most) {}
  ~AsyncRuns() { finish(); }
  // Runs the queued commits, then ends the threads. Not callable on one of them.
  void finish();

  // Starts the threads. OutOfMemory if the system gives none. Call it before push().
  Status start();
  // Queues a recorded commit, which must stay until it is done.
  void push(Commit &commit);
  // Waits until nothing is queued or in flight. Returns at once on a thread of this object.
  void drain();
  // On the worker: waits until nothing is in flight. No effect elsewhere.
  void finishStarted();
  // Returns the first error since the last call, and forgets it. Ok if there was none.
  Status takeError();
  // Whether takeError() would return an error.
  bool hasError();
  // Whether the calling thread is one of this object's.
  bool onWorker() const {
    const std::thread::id self = std::this_thread::get_id();
    return self == workerId || self == finisherId;
  }

private:
  // A linked list of commits. Under the lock.
  struct Queue {
    Commit *first = nullptr, *last = nullptr;
    void push(Commit &commit);
    Commit &pop();
  };
  void work();
  void takeResults();
  void complete(Commit &commit, Status status);

  const Start startRun;
  const Finish finishRun;
  const size_t most;
  std::mutex mutex;
  std::condition_variable wake, started, idle;
  Queue queued, inFlight;
  size_t numInFlight = 0; // includes the one that is being completed
  bool running = false, stopping = false, ending = false;
  Status firstError;
  std::thread worker, finisher;
  std::thread::id workerId, finisherId; // stay valid while finish() joins the threads
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_ASYNCRUNS_H
