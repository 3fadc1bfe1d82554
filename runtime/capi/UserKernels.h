// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private to RLX's C API: C functions as user kernels of the runtime.
//
// rlx_load_options_add_kernel and rlx_compile_options_add_kernel use it.
#ifndef RLX_RUNTIME_CAPI_USERKERNELS_H
#define RLX_RUNTIME_CAPI_USERKERNELS_H

#include <string>
#include <utility>
#include <vector>

#include "runtime/include/rlx/rlx.h"
#include "runtime/program/model/UserKernel.h"

namespace rlx::capi {

using UserKernels = std::vector<std::pair<std::string, rt::UserKernel>>;

// Registers `function` as a UserKernel. InvalidArgument for an empty name, AlreadyExists if the
// name is taken.
rt::Status addUserKernel(UserKernels &kernels, const char *name, rlx_kernel_fn_t function,
                         void *context);

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_USERKERNELS_H
