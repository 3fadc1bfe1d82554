// Part of rlx.hpp: runs that are left to a thread of the executable. Include that.
#ifndef RLX_COMMIT_HPP
#define RLX_COMMIT_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "rlx/status.hpp"
#include "rlx/tensor.hpp"

namespace rlx {

// A commit of somebody else: what a callback gets.
class CommitView {
public:
  explicit CommitView(rlx_commit_t *borrowed) : handle(borrowed) {}
  // Whether no run is pending: so also in the callback of the run. From any thread.
  bool isDone() const { return rlx_commit_is_done(handle) != 0; }
  // The status of the run when it is done. RLX_FAILED_PRECONDITION when there never was one. From
  // any thread.
  Status wait() const { return Status(rlx_commit_wait(handle)); }
  // Output `index` of the run, valid until the commit is used again or ends. Not before it is done.
  StatusOr<OutputView> output(size_t index) const {
    const rlx_tensor_t *tensor = nullptr;
    if (rlx_status_t *status = rlx_commit_get_output(handle, index, &tensor))
      return Status(status);
    return OutputView(tensor);
  }

private:
  rlx_commit_t *handle;
};

// One run that was left to an executable, and its results: what other libraries call a future. May
// be used again when it is done, and may outlive the executable. Its end waits for the run. Movable
// at any time; one that was moved from refuses everything.
// Threads: wait and isDone from any thread, the rest from one at a time.
class Commit {
public:
  using Callback = std::function<void(CommitView)>;

  static StatusOr<Commit> create() {
    rlx_commit_t *made = nullptr;
    if (rlx_status_t *status = rlx_commit_create(&made))
      return Status(status);
    return Commit(made);
  }
  // Takes over `owned`.
  explicit Commit(rlx_commit_t *owned) : state(std::make_unique<State>()) {
    state->handle.reset(owned);
  }

  // Called for each run that is done, failed ones too, on the executable's thread, before wait
  // returns elsewhere. It may read the commit, but neither wait for others nor call the executable,
  // which are errors, nor end anything, nor throw. Null for none. RLX_FAILED_PRECONDITION while a
  // run is pending, and in its callback.
  Status onCompletion(Callback callback) {
    if (!state || !view().isDone() || state->isCalling)
      return Status(RLX_FAILED_PRECONDITION,
                    state ? "a callback cannot be set while a run of the commit is pending"
                          : "this commit was moved from");
    state->callback = std::move(callback);
    const auto call = [](void *context, rlx_commit_t *commit) {
      auto *self = static_cast<State *>(context);
      self->isCalling = true; // who reads this has seen that the run is done
      self->callback(CommitView(commit));
      self->isCalling = false;
    };
    rlx_commit_set_callback(get(), state->callback ? +call : nullptr, state.get());
    return Status();
  }

  // From now on it keeps these outputs of its runs; the others are computed and feed handles, and
  // do not leave the device for it. RLX_FAILED_PRECONDITION while a run is pending.
  Status keepOutputs(std::span<const size_t> outputs) {
    static constexpr size_t kNone = 0;
    return Status(
        rlx_commit_keep_outputs(get(), outputs.empty() ? &kNone : outputs.data(), outputs.size()));
  }
  // All again, as at first.
  Status keepAllOutputs() { return Status(rlx_commit_keep_outputs(get(), nullptr, 0)); }

  // See CommitView.
  bool isDone() const { return view().isDone(); }
  Status wait() const { return view().wait(); }
  StatusOr<OutputView> output(size_t index) const { return view().output(index); }
  CommitView view() const { return CommitView(get()); }
  rlx_commit_t *get() const { return state ? state->handle.get() : nullptr; }

private:
  // Stays in its place when the commit moves.
  struct State {
    Callback callback;
    bool isCalling = false;
    // The last member: its end waits for the callback.
    detail::Owned<rlx_commit_t, rlx_commit_free> handle;
  };
  std::unique_ptr<State> state;
};

// Inputs of one of several runs and the commit that gets their results.
struct Turn {
  const Arguments &inputs;
  Commit &commit;
};

} // namespace rlx

#endif // RLX_COMMIT_HPP
