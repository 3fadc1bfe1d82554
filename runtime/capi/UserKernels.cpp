// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of user kernels across the boundary to C: tensors and errors are converted.
//
// C functions must not throw; the runtime catches exceptions of C++ functions anyway.
#include "runtime/capi/UserKernels.h"

#include <algorithm>
#include <array>
#include <span>

#include "runtime/base/StrCat.h"

namespace rlx::capi {

namespace {

rt::Status toStatus(rlx_status_t *status) {
  if (!status)
    return rt::okStatus();
  const auto code = static_cast<rt::StatusCode>(rlx_status_get_code(status));
  // The message begins with the code, which the runtime adds again.
  std::string_view text = rlx_status_get_message(status);
  text.remove_prefix(std::min(text.size(), rt::name(code).size()));
  text.remove_prefix(std::min<size_t>(text.size(), text.starts_with(": ") ? 2 : 0));
  rt::Status result(code, text.empty() ? "the kernel failed and did not say why" : text);
  rlx_status_free(status);
  return result;
}

// The tensors of a call as C structs. A few of them need no heap memory.
class CallTensors {
public:
  template <typename View>
  explicit CallTensors(std::span<const View> views) {
    if (views.size() > few.size())
      many.resize(views.size());
    rlx_kernel_tensor_t *next = data();
    for (const View &view : views)
      *next++ = {static_cast<rlx_dtype_t>(view.dtype), view.shape.size(), view.shape.data(),
                 const_cast<void *>(static_cast<const void *>(view.data))};
  }
  rlx_kernel_tensor_t *data() { return many.empty() ? few.data() : many.data(); }

private:
  std::array<rlx_kernel_tensor_t, 16> few;
  std::vector<rlx_kernel_tensor_t> many;
};

rt::Status callKernel(rlx_kernel_fn_t function, void *context, const rt::UserCall &call) {
  CallTensors inputs(call.inputs), outputs(call.outputs);
  // The runtime's name of a kernel is a std::string, which ends in NUL.
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage)
  rlx_kernel_call_t c{call.kernel.data(), call.config.data(), call.config.size(), inputs.data(),
                      call.inputs.size(), outputs.data(),     call.outputs.size()};
  return toStatus(function(context, &c));
}

} // namespace

rt::Status addUserKernel(UserKernels &kernels, const char *name, rlx_kernel_fn_t function,
                         void *context) {
  if (!*name)
    return rt::invalidArgument("the name of a kernel is empty");
  if (std::any_of(kernels.begin(), kernels.end(),
                  [&](const auto &kernel) { return kernel.first == name; }))
    return rt::alreadyExists(rt::strCat("kernel '", name, "' was added twice"));
  kernels.emplace_back(name, [function, context](const rt::UserCall &call) {
    return callKernel(function, context, call);
  });
  return rt::okStatus();
}

} // namespace rlx::capi
