// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private to runtime/capi: shared code of calls that run an executable.
//
// It checks the arguments, converts them to the runtime's types, and afterwards renews the tensors
// that show results.
#ifndef RLX_RUNTIME_CAPI_CALLS_H
#define RLX_RUNTIME_CAPI_CALLS_H

#include <span>
#include <utility>
#include <vector>

#include "runtime/base/NoThrow.h"
#include "runtime/capi/Handles.h"

namespace rlx::capi {

// Converts inputs and appends them to `named`.
rt::Status readInputs(const rlx_named_tensor_t *inputs, size_t count,
                      std::vector<rt::NamedTensor> &named);
// Converts the inputs of a run into the handle's scratch memory.
rt::StatusOr<std::span<const rt::NamedTensor>>
readInputs(rlx_executable_t &handle, const rlx_named_tensor_t *inputs, size_t count);

// Makes `shown` a tensor over the memory of `view`.
rt::Status show(const rt::TensorView &view, rlx_tensor &shown);
// Renews the tensors that show results in the executable's memory.
rt::Status showOutputs(rlx_executable_t &handle);
// The tensor that shows an output, or the reason why there is none. Copies the output from the
// device if needed.
rt::StatusOr<const rlx_tensor_t *> shownOutput(rlx_executable_t &handle, size_t index);

// Runs `body`, which returns a Status, if no other call or reader uses the handle.
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

// Compiles a lazy executable, whose mixture-of-experts layers are unknown before.
inline rt::Status make(const rlx_executable_t &handle) noexcept {
  return handle.executable->isUncompiled() ? handle.executable->materialize() : rt::okStatus();
}

// The same, and then renews the shown results, even if `body` failed: old results may be gone.
template <typename Body>
rlx_status_t *callAlone(rlx_executable_t &handle, Body body) noexcept {
  return changeAlone(handle, [&]() -> rt::Status {
    rt::Status done = rt::catchAllocFailure(body);
    rt::Status renewed = showOutputs(handle);
    return done.ok() ? std::move(renewed) : std::move(done);
  });
}

// Runs `body`, which only reads, if no call uses the handle. Readers may overlap each other.
template <typename Body>
rlx_status_t *read(const rlx_executable_t &handle, Body body) noexcept {
  const Users::Reader use(handle.users);
  if (!use)
    return wrap(rt::failedPrecondition(
        "the executable is in use by a call of another thread; read its results afterwards"));
  // Results that are shown already need no call of the runtime, so the callback check is here too.
  if (rt::Status refused = handle.executable->checkCaller(); !refused.ok())
    return wrap(std::move(refused));
  return wrap(rt::catchAllocFailure(body));
}

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_CALLS_H
