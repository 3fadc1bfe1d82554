// The threads of one executable for its committed runs, which are done one after the other, in
// order. One thread does them; where a device has several under way, it only starts them, and a
// second thread waits for the device and takes results, so that neither keeps the other.
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
  // `start` does one commit, or sets `isUnderWay`: then `finish` does the rest of it, the oldest
  // one first, on another thread. Not more than `most` are under way.
  using Start = std::function<Status(Commit &, bool &isUnderWay)>;
  using Finish = std::function<Status()>;
  AsyncRuns(Start start, Finish finish, size_t most)
      : startRun(std::move(start)), finishRun(std::move(finish)), most(most) {}
  ~AsyncRuns() { finish(); }
  // Does what is queued, then ends the threads. Not on one of them.
  void finish();

  // Starts the threads; OutOfMemory when the system gives none. Nothing is queued before.
  Status start();
  // `commit` is recorded and stays until it is done.
  void push(Commit &commit);
  // Until nothing is queued or running. Returns at once on a thread of this.
  void drain();
  // In `start`: until nothing is under way. Elsewhere nothing is, or it is none's business.
  void finishStarted();
  // Forgets the first error since the last call. Ok when there was none.
  Status takeError();
  bool hasError();
  bool onWorker() const {
    const std::thread::id self = std::this_thread::get_id();
    return self == workerId || self == finisherId;
  }

private:
  // Commits one after the other. Under the lock.
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
  size_t numUnderWay = 0; // with the one that is being completed
  bool running = false, stopping = false, ending = false;
  Status firstError;
  std::thread worker, finisher;
  std::thread::id workerId, finisherId; // which stay as they are while finish() joins the threads
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_ASYNCRUNS_H
