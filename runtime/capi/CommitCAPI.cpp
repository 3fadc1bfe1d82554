// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: commits, which run on the executable's worker thread.
//
// The runtime's commit is inside the handle. Callbacks get the handle back.
#include "runtime/base/StrCat.h"
#include "runtime/capi/Calls.h"

using namespace rlx;

namespace {

rt::Status showCommitted(rlx_commit_t &commit, size_t index, const rlx_tensor_t **output) {
  RLX_ASSIGN_OR_RETURN(const rt::TensorView view, commit.commit.readOutput(index));
  // Resized to its full size at once, so that tensors shown before do not move.
  if (index >= commit.outputs.size())
    commit.outputs.resize(commit.commit.outputCount());
  RLX_RETURN_IF_ERROR(capi::show(view, commit.outputs[index]));
  *output = &commit.outputs[index];
  return rt::okStatus();
}

} // namespace

extern "C" {

rlx_status_t *rlx_commit_create(rlx_commit_t **commit) {
  if (!commit)
    return capi::nullArgument("commit");
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    *commit = new rlx_commit;
    return rt::okStatus();
  }));
}

void rlx_commit_free(rlx_commit_t *commit) {
  delete commit;
}

void rlx_commit_set_callback(rlx_commit_t *commit,
                             void (*callback)(void *context, rlx_commit_t *commit), void *context) {
  if (!commit)
    return;
  const auto call = [](void *self, rt::Commit &) {
    auto *handle = static_cast<rlx_commit_t *>(self);
    handle->callback(handle->context, handle);
  };
  if (!commit->commit.onCompletion(callback ? +call : nullptr, commit))
    return;
  commit->callback = callback;
  commit->context = context;
}

rlx_status_t *rlx_commit_keep_outputs(rlx_commit_t *commit, const size_t *indices,
                                      size_t num_outputs) {
  if (!commit || (!indices && num_outputs))
    return capi::nullArgument(commit ? "indices" : "commit");
  return capi::wrap(indices ? commit->commit.keepOutputs({indices, num_outputs})
                            : commit->commit.keepAllOutputs());
}

rlx_status_t *rlx_commit_wait(rlx_commit_t *commit) {
  return commit ? capi::wrap(commit->commit.wait()) : capi::nullArgument("commit");
}

int rlx_commit_is_done(const rlx_commit_t *commit) {
  return !commit || commit->commit.done();
}

rlx_status_t *rlx_commit_get_output(rlx_commit_t *commit, size_t index,
                                    const rlx_tensor_t **output) {
  if (!commit || !output)
    return capi::nullArgument(commit ? "output" : "commit");
  return capi::wrap(rt::catchAllocFailure([&] { return showCommitted(*commit, index, output); }));
}

rlx_status_t *rlx_executable_commit_no_wait(rlx_executable_t *executable,
                                            const rlx_named_tensor_t *inputs, size_t num_inputs,
                                            rlx_commit_t *commit) {
  if (!executable || !commit || (!inputs && num_inputs))
    return capi::nullArgument(!executable ? "executable" : !commit ? "commit" : "inputs");
  // Not callAlone: renewing results would wait for the commit.
  return capi::changeAlone(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const auto named, capi::readInputs(*executable, inputs, num_inputs));
    RLX_RETURN_IF_ERROR(executable->executable->commitNoWait(named, commit->commit));
    executable->valid.assign(executable->valid.size(), false);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_executable_sync_pending(rlx_executable_t *executable) {
  if (!executable)
    return capi::nullArgument("executable");
  return capi::changeAlone(*executable, [&] { return executable->executable->syncPending(); });
}

rlx_status_t *rlx_executable_run_pipelined(rlx_executable_t *executable,
                                           const rlx_input_set_t *sets, size_t num_sets,
                                           rlx_commit_t *const *commits) {
  if (!executable || ((!sets || !commits) && num_sets))
    return capi::nullArgument(!executable ? "executable" : !sets ? "sets" : "commits");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    auto &scratch = executable->scratch;
    scratch.inputs.clear();
    scratch.sets.clear();
    scratch.commits.clear();
    for (size_t i = 0; i < num_sets; ++i) {
      if (!sets[i].inputs && sets[i].num_inputs)
        return rt::invalidArgument(rt::strCat("sets[", i, "].inputs is NULL"));
      if (rt::Status status = capi::readInputs(sets[i].inputs, sets[i].num_inputs, scratch.inputs);
          !status.ok())
        return std::move(status).withContext(rt::strCat("reading set ", i));
      scratch.commits.push_back(commits[i] ? &commits[i]->commit : nullptr);
    }
    // The list of all inputs is complete, so its elements no longer move.
    for (size_t i = 0, begin = 0; i < num_sets; begin += sets[i++].num_inputs)
      scratch.sets.emplace_back(std::span(scratch.inputs).subspan(begin, sets[i].num_inputs));
    return executable->executable->runPipelined(scratch.sets, scratch.commits);
  });
}

} // extern "C"
