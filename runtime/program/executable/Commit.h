// One run that an executable does on its worker thread, and the results of that run: what
// Executable::commitNoWait fills. A commit can be used again when it is done, and then allocates
// nothing for shapes that it had before.
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

// Threads: wait() and done() from any thread; the rest from one at a time. Belongs to the caller,
// and may outlive the executable.
class Commit {
public:
  // Called once for each run, on the worker thread, when results and status can be read and before
  // wait() returns elsewhere. It may not wait for other commits, which is refused, nor call the
  // executable, which is refused too, nor destroy it or a commit.
  using Callback = void (*)(void *context, Commit &commit);

  Commit() = default;
  Commit(const Commit &) = delete;
  Commit &operator=(const Commit &) = delete;
  // Waits.
  ~Commit();

  // Null for none; holds for all later runs. False, without effect, while a run is pending or its
  // callback has not returned.
  bool onCompletion(Callback callback, void *context);

  // The outputs whose results later runs keep; all of them at first and with keepAllOutputs().
  // Others are computed, and feed handles, but do not leave the device for it. A number that the
  // model does not have is an error of commitNoWait(). FailedPrecondition while a run is pending.
  Status keepOutputs(std::span<const size_t> outputs);
  Status keepAllOutputs();

  // Whether no run is pending: then wait() does not wait. In the callback of the run it is not.
  bool done() const;
  // The status of the run, when it is done. FailedPrecondition when there never was one.
  Status wait() const;
  // Result `index` in memory of the commit: valid until it is used again. Null data when the run
  // failed or is not done, for one that is not kept, and beyond the last result.
  TensorView output(size_t index) const;
  // The same, or why there is none: FailedPrecondition, or OutOfRange for an index.
  StatusOr<TensorView> readOutput(size_t index) const;
  // Of the model that was committed last; 0 before.
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
  // Done for everybody, the callback included: it may be used again.
  bool isFree() const;
  void become(State newState);
  // From the worker.
  void complete(Status status);
  bool readable() const;

  mutable std::mutex mutex;
  mutable std::condition_variable finished;
  State state = State::Unused;
  Status result;
  Callback callback = nullptr;
  void *callbackContext = nullptr;
  bool keepsAll = true;
  std::vector<size_t> kept; // if it does not
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  // The worker's: its queue, whether a device is at work on the run, and otherwise what came of it.
  Commit *next = nullptr;
  bool isUnderWay = false;
  Status early;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_COMMIT_H
