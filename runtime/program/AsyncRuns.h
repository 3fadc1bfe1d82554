// The worker thread of one executable: does its committed runs, one after the other, in order.
#ifndef RLX_RUNTIME_PROGRAM_ASYNCRUNS_H
#define RLX_RUNTIME_PROGRAM_ASYNCRUNS_H

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "runtime/base/Status.h"
#include "runtime/program/Commit.h"

namespace rlx::rt {

// Threads: any. Queueing allocates nothing.
class AsyncRuns {
public:
  // `run` does one commit, on the worker.
  explicit AsyncRuns(std::function<Status(Commit &)> run) : run(std::move(run)) {}
  ~AsyncRuns() { finish(); }
  // Does what is queued, then ends the thread. Not on the worker.
  void finish();

  // Starts the thread; OutOfMemory when the system gives none. Nothing is queued before.
  Status start();
  // `commit` is recorded and stays until it is done.
  void push(Commit &commit);
  // Until nothing is queued or running. Returns at once on the worker.
  void drain();
  // Forgets the first error since the last call. Ok when there was none.
  Status takeError();
  bool hasError();
  bool onWorker() const { return std::this_thread::get_id() == worker.get_id(); }

private:
  void work();

  const std::function<Status(Commit &)> run;
  std::mutex mutex;
  std::condition_variable wake, idle;
  Commit *first = nullptr, *last = nullptr;
  bool running = false, stopping = false;
  Status firstError;
  std::thread worker;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_ASYNCRUNS_H
