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
// The tensor that shows an output, or why there is none. Brings one that is on the device.
rt::StatusOr<const rlx_tensor_t *> shownOutput(rlx_executable_t &handle, size_t index);

// Runs `body`, which returns a Status, if no other call and no reader uses the handle.
template <typename Body>
rlx_status_t *changeAlone(rlx_executable_t &handle, Body body) noexcept {
  const Users::Call use(handle.users);
  if (!use)
    return wrap(rt::failedPrecondition(
        "the executable is in use by another call; make a clone for each thread"));
  if (rt::Status refused = handle.executable->checkCaller(); !refused.ok())
    return wrap(std::move(refused));
  return wrap(rt::catchAllocFailure(body));
}

// Makes a late executable, whose layers of experts nobody knows before.
inline rt::Status make(const rlx_executable_t &handle) noexcept {
  return handle.executable->isUncompiled() ? handle.executable->materialize() : rt::okStatus();
}

// The same, and renews what the handle shows whether `body` failed or not: results may be there no
// more.
template <typename Body>
rlx_status_t *callAlone(rlx_executable_t &handle, Body body) noexcept {
  return changeAlone(handle, [&]() -> rt::Status {
    rt::Status done = rt::catchAllocFailure(body);
    rt::Status renewed = showOutputs(handle);
    return done.ok() ? std::move(renewed) : std::move(done);
  });
}

// Runs `body`, which only looks, beside others that do, if no call uses the handle.
template <typename Body>
rlx_status_t *read(const rlx_executable_t &handle, Body body) noexcept {
  const Users::Reader use(handle.users);
  if (!use)
    return wrap(rt::failedPrecondition(
        "the executable is in use by a call of another thread; read its results afterwards"));
  // Here too: what results are shown needs no call of the runtime.
  if (rt::Status refused = handle.executable->checkCaller(); !refused.ok())
    return wrap(std::move(refused));
  return wrap(rt::catchAllocFailure(body));
}

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_CALLS_H
