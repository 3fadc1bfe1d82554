// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User kernels: host functions that compute an rlx.custom op, found by name.
//
// The C API's rlx_kernel_fn_t becomes one of these (runtime/capi/UserKernels.cpp).
#ifndef RLX_RUNTIME_PROGRAM_MODEL_USERKERNEL_H
#define RLX_RUNTIME_PROGRAM_MODEL_USERKERNEL_H

#include <functional>
#include <span>
#include <string_view>

#include "runtime/base/Status.h"
#include "runtime/tensor/StringTable.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// The arguments of one call, valid during the call only. Memory is aligned to 64 bytes unless it is
// part of a larger tensor.
struct UserCall {
  std::string_view kernel;
  std::string_view config; // bytes that the model gives
  std::span<const TensorView> inputs;
  std::span<const MutableTensorView> outputs; // the kernel must write every element
  StringTable *strings = nullptr;             // of the run, if the program has strings
};

// The start of names of kernels that the runtime has (StringKernels.h, ImageKernels.h). Users
// cannot take them.
inline constexpr std::string_view kBuiltInPrefix = "rlx.";
// Of those that decode pictures; all others work on strings.
inline constexpr std::string_view kImagePrefix = "rlx.image_";

// A user kernel. An error fails the run, with its code and message. Exceptions are caught.
// Threads: called on the thread that runs the executable. Clones may call it at the same time, and
// so may the thread that prepares specialized code. Must not call the executable.
using UserKernel = std::function<Status(const UserCall &)>;

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_USERKERNEL_H
