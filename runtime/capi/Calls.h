// Private to runtime/capi: what calls that run an executable have in common. Arguments are checked
// and turned into the runtime's, and afterwards the tensors that show results are renewed.
#ifndef RLX_RUNTIME_CAPI_CALLS_H
#define RLX_RUNTIME_CAPI_CALLS_H

#include <span>
#include <utility>
#include <vector>

#include "runtime/base/NoThrow.h"
#include "runtime/capi/Handles.h"

namespace rlx::capi {

// Appends to `named`.
rt::Status readInputs(const rlx_named_tensor_t *inputs, size_t count,
                      std::vector<rt::NamedTensor> &named);
// The inputs of a run, in the handle's scratch.
rt::StatusOr<std::span<const rt::NamedTensor>>
readInputs(rlx_executable_t &handle, const rlx_named_tensor_t *inputs, size_t count);

// Lets `shown` be a tensor over what `view` shows.
rt::Status show(const rt::TensorView &view, rlx_tensor &shown);
// Renews the tensors that show results in memory of the executable.
rt::Status showOutputs(rlx_executable_t &handle);
// The tensor that shows an output, or why there is none.
rt::StatusOr<const rlx_tensor_t *> shownOutput(const rlx_executable_t &handle, size_t index);

// Runs `body`, which returns a Status, alone, and renews what the handle shows whether it failed or
// not: results may be there no more.
template <typename Body>
rlx_status_t *callAlone(rlx_executable_t &handle, Body body) noexcept {
  if (handle.busy.exchange(true, std::memory_order_acquire))
    return wrap(rt::failedPrecondition(
        "the executable is in use by another call; make a clone for each thread"));
  rt::Status status = rt::catchAllocFailure([&]() -> rt::Status {
    rt::Status done = body();
    rt::Status renewed = showOutputs(handle);
    return done.ok() ? std::move(renewed) : std::move(done);
  });
  handle.busy.store(false, std::memory_order_release);
  return wrap(std::move(status));
}

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_CALLS_H
