// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asynchronous run and its results, which Executable::commitNoWait fills.
//
// A commit can be reused when it is done. It then allocates nothing for shapes that it had before.
// Other libraries call this a future.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_COMMIT_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_COMMIT_H

#include <condition_variable>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/base/StatusOr.h"
#include "runtime/program/executable/RunTypes.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// A run on the executable's worker thread, with its results. Belongs to the caller and may outlive
// the executable.
// Threads: wait() and done() from any thread; all else from one thread at a time.
class Commit {
public:
  // Called once per run, on the worker thread, when results and status can be read and before
  // wait() returns elsewhere. Waiting for another commit and calling the executable are refused. It
  // must not destroy the executable or a commit.
  using Callback = void (*)(void *context, Commit &commit);

  Commit() = default;
  Commit(const Commit &) = delete;
  Commit &operator=(const Commit &) = delete;
  // Waits for the run.
  ~Commit();

  // Sets the callback of all later runs; null for none. Returns false, without effect, while a run
  // is pending or its callback has not returned.
  bool onCompletion(Callback callback, void *context);

  // Selects the outputs whose results later runs keep; all by default. Others are computed and feed
  // handles, but are not copied from the device. An index that the model does not have is an error
  // of commitNoWait(). FailedPrecondition while a run is pending.
  Status keepOutputs(std::span<const size_t> outputs);
  Status keepAllOutputs();

  // Whether no run is pending, so that wait() returns at once. True in the callback of the run.
  bool done() const;
  // Waits and returns the run's status. FailedPrecondition if there never was a run.
  Status wait() const;
  // Result `index`, in the commit's memory. Valid until the commit is used again. Null data if the
  // run failed or is not done, for an output that is not kept, and beyond the last output.
  TensorView output(size_t index) const;
  // The same, or the reason why there is none: FailedPrecondition, or OutOfRange for a wrong index.
  StatusOr<TensorView> readOutput(size_t index) const;
  // The number of outputs of the model that was committed last; 0 before.
  size_t outputCount() const;

private:
  friend class AsyncRuns;
  friend class Executable;
  enum class State : uint8_t { Unused, Pending, Completing, Done };
  struct Input {
    bool given = false;
    DType dtype = DType::F32;
    std::vector<int64_t> shape;
    const void *data = nullptr;
  };
  struct Output {
    DType dtype = DType::F32;
    std::vector<int64_t> shape;
    AlignedBuffer memory;
    bool isKept = true;
  };
  // Done for everybody, including the callback: it may be used again.
  bool isFree() const;
  void become(State newState);
  // Stores the status, calls the callback, and wakes waiting threads. Called on the worker.
  void complete(Status status);
  bool readable() const;

  mutable std::mutex mutex;
  mutable std::condition_variable finished;
  State state = State::Unused;
  Status result;
  Callback callback = nullptr;
  void *callbackContext = nullptr;
  bool keepsAll = true;
  std::vector<size_t> kept; // if not all
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  // The worker's state: its queue, whether the run is in flight on a device, and its status if it
  // ended early.
  Commit *next = nullptr;
  bool isInFlight = false;
  Status early;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_COMMIT_H
