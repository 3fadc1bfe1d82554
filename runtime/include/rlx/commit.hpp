// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Part of rlx.hpp: asynchronous runs. Include rlx.hpp.
//
// A Commit is a run that a thread of the executable does, with its results; other libraries say
// future.
//
//   rlx::StatusOr<rlx::Commit> commit = rlx::Commit::create();
//   if (!model.commitNoWait({{"x", x}}, *commit).ok()) return;   // returns at once
//   if (commit->wait().ok()) use(*commit->output(0));
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

/// A commit that belongs to another object, as a callback gets it.
class CommitView {
public:
  /// A view of `borrowed`, which must outlive it.
  explicit CommitView(rlx_commit_t *borrowed) : handle(borrowed) {}
  /// Whether no run is pending. True in the callback of the run. From any thread.
  bool isDone() const { return rlx_commit_is_done(handle) != 0; }
  /// Waits for the run and returns its status. RLX_FAILED_PRECONDITION if there never was a run.
  /// From any thread.
  Status wait() const { return Status(rlx_commit_wait(handle)); }
  /// Output `index` of the run, valid until the commit is used again or ends.
  /// RLX_FAILED_PRECONDITION before the run is done.
  StatusOr<OutputView> output(size_t index) const {
    const rlx_tensor_t *tensor = nullptr;
    if (rlx_status_t *status = rlx_commit_get_output(handle, index, &tensor))
      return Status(status);
    return OutputView(tensor);
  }

private:
  rlx_commit_t *handle;
};

/// One asynchronous run and its results. Reusable after its run is done. It may outlive the
/// executable. The destructor waits for the run. Movable at any time; a moved-from commit refuses
/// all calls.
/// Threads: wait and isDone from any thread. All else from one thread at a time.
class Commit {
public:
  /// A function that gets the finished commit.
  using Callback = std::function<void(CommitView)>;

  /// Makes a commit without a run.
  static StatusOr<Commit> create() {
    rlx_commit_t *made = nullptr;
    if (rlx_status_t *status = rlx_commit_create(&made))
      return Status(status);
    return Commit(made);
  }
  /// Takes ownership of `owned`.
  explicit Commit(rlx_commit_t *owned) : state(std::make_unique<State>()) {
    state->handle.reset(owned);
  }

  /// Sets a function to call after each run, failed runs included. It runs on a thread of the
  /// executable, before wait returns elsewhere. Null for none.
  ///
  /// The callback may read the commit. It may not wait for other commits or call the executable;
  /// both return an error. It must not destroy anything or throw. RLX_FAILED_PRECONDITION while a
  /// run is pending, and in its callback.
  Status onCompletion(Callback callback) {
    if (!state || !view().isDone() || state->isCalling)
      return Status(RLX_FAILED_PRECONDITION,
                    state ? "a callback cannot be set while a run of the commit is pending"
                          : "this commit was moved from");
    state->callback = std::move(callback);
    const auto call = [](void *context, rlx_commit_t *commit) {
      auto *self = static_cast<State *>(context);
      self->isCalling = true; // whoever sees this has seen that the run is done
      self->callback(CommitView(commit));
      self->isCalling = false;
    };
    rlx_commit_set_callback(get(), state->callback ? +call : nullptr, state.get());
    return Status();
  }

  /// Selects the outputs that later runs keep. All others are still computed and feed handles, but
  /// are not copied from the device. RLX_FAILED_PRECONDITION while a run is pending.
  Status keepOutputs(std::span<const size_t> outputs) {
    static constexpr size_t kNone = 0;
    return Status(
        rlx_commit_keep_outputs(get(), outputs.empty() ? &kNone : outputs.data(), outputs.size()));
  }
  /// Keeps all outputs again, the default.
  Status keepAllOutputs() { return Status(rlx_commit_keep_outputs(get(), nullptr, 0)); }

  /// Whether no run is pending. See CommitView::isDone.
  bool isDone() const { return view().isDone(); }
  /// Waits for the run and returns its status. See CommitView::wait.
  Status wait() const { return view().wait(); }
  /// Output `index` of the run. See CommitView::output.
  StatusOr<OutputView> output(size_t index) const { return view().output(index); }
  /// A view of this commit. Valid as long as the commit, also if it moves.
  CommitView view() const { return CommitView(get()); }
  /// The C object. Null after a move. It still belongs to this commit.
  rlx_commit_t *get() const { return state ? state->handle.get() : nullptr; }

private:
  // Keeps its address when the commit moves: the callback's context.
  struct State {
    Callback callback;
    bool isCalling = false;
    // The last member, so destroyed first: its end waits for the callback, which uses the others.
    detail::Owned<rlx_commit_t, rlx_commit_free> handle;
  };
  std::unique_ptr<State> state;
};

/// One of several runs: its inputs, and the commit that gets its results.
struct Turn {
  const Arguments &inputs;
  Commit &commit;
};

} // namespace rlx

#endif // RLX_COMMIT_HPP
