// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: handles and feeds.
//
// Checks pointers and calls Executable. A handle's content is shown by a tensor that the executable
// keeps.
#include "runtime/base/StrCat.h"
#include "runtime/capi/Calls.h"

using namespace rlx;

namespace {

rlx_status_t *bindHandle(rlx_executable_t *executable, const char *input, const rlx_tensor_t *value,
                         decltype(&rt::Executable::bindHandle) bind) {
  if (!executable || !input || !value)
    return capi::nullArgument(!executable ? "executable" : !input ? "input" : "value");
  return capi::callAlone(
      *executable, [&] { return ((*executable->executable).*bind)(input, value->tensor.view()); });
}

rlx_status_t *readHandle(rlx_executable_t *executable, const char *input,
                         const rlx_tensor_t **content, decltype(&rt::Executable::readHandle) read) {
  if (!executable || !input || !content)
    return capi::nullArgument(!executable ? "executable" : !input ? "input" : "content");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    const rt::Executable &exec = *executable->executable;
    RLX_ASSIGN_OR_RETURN(const rt::TensorView view, (exec.*read)(input));
    rlx_tensor &shown = executable->handles[rt::findSpec(exec.program().inputs, input, 0)];
    RLX_RETURN_IF_ERROR(capi::show(view, shown));
    *content = &shown;
    return rt::okStatus();
  });
}

bool has(const rlx_executable_t &handle, const char *input,
         decltype(&rt::Executable::hasHandle) hasKind) {
  const capi::Users::Reader use(handle.users);
  return use && ((*handle.executable).*hasKind)(input);
}

} // namespace

extern "C" {

rlx_status_t *rlx_executable_bind_handle(rlx_executable_t *executable, const char *input,
                                         const rlx_tensor_t *value) {
  return bindHandle(executable, input, value, &rt::Executable::bindHandle);
}

rlx_status_t *rlx_executable_bind_device_handle(rlx_executable_t *executable, const char *input,
                                                const rlx_tensor_t *value) {
  return bindHandle(executable, input, value, &rt::Executable::bindDeviceHandle);
}

rlx_status_t *rlx_executable_unbind_handle(rlx_executable_t *executable, const char *input) {
  if (!executable || !input)
    return capi::nullArgument(executable ? "input" : "executable");
  return capi::callAlone(*executable, [&] { return executable->executable->unbindHandle(input); });
}

int rlx_executable_has_handle(const rlx_executable_t *executable, const char *input) {
  return executable && input && has(*executable, input, &rt::Executable::hasHandle);
}

int rlx_executable_has_device_handle(const rlx_executable_t *executable, const char *input) {
  return executable && input && has(*executable, input, &rt::Executable::hasDeviceHandle);
}

rlx_status_t *rlx_executable_read_handle(rlx_executable_t *executable, const char *input,
                                         const rlx_tensor_t **content) {
  return readHandle(executable, input, content, &rt::Executable::readHandle);
}

rlx_status_t *rlx_executable_read_device_handle(rlx_executable_t *executable, const char *input,
                                                const rlx_tensor_t **content) {
  return readHandle(executable, input, content, &rt::Executable::readDeviceHandle);
}

rlx_status_t *rlx_executable_set_handle_feed(rlx_executable_t *executable, const char *input,
                                             size_t index) {
  if (!executable || !input)
    return capi::nullArgument(executable ? "input" : "executable");
  return capi::changeAlone(*executable,
                           [&] { return executable->executable->setHandleFeed(input, index); });
}

rlx_status_t *rlx_executable_clear_handle_feed(rlx_executable_t *executable, const char *input) {
  if (!executable || !input)
    return capi::nullArgument(executable ? "input" : "executable");
  return capi::changeAlone(*executable,
                           [&] { return executable->executable->clearHandleFeed(input); });
}

rlx_status_t *rlx_executable_run_feed(rlx_executable_t *executable,
                                      const rlx_named_tensor_t *inputs, size_t num_inputs,
                                      const char *input, size_t index,
                                      const rlx_tensor_t **output) {
  if (!executable || !input || (!inputs && num_inputs))
    return capi::nullArgument(!executable ? "executable" : !input ? "input" : "inputs");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(const auto named, capi::readInputs(*executable, inputs, num_inputs));
    RLX_RETURN_IF_ERROR(executable->executable->runFeed(named, input, index).status());
    RLX_RETURN_IF_ERROR(capi::showOutputs(*executable));
    const rlx_tensor_t *shown = nullptr;
    RLX_ASSIGN_OR_RETURN(shown, capi::shownOutput(*executable, index));
    if (output)
      *output = shown;
    return rt::okStatus();
  });
}

} // extern "C"
