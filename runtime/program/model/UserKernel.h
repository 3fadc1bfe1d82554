// Kernels that the user of the runtime brings: host code that computes one op, found by name.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_USERKERNEL_H
#define RLX_RUNTIME_PROGRAM_MODEL_USERKERNEL_H

#include <functional>
#include <span>
#include <string_view>

#include "runtime/base/Status.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// One call of a kernel. Everything is valid during the call only; memory is 64-byte aligned unless
// it is part of a larger tensor.
struct UserCall {
  std::string_view kernel;
  std::string_view config; // bytes that the model gives
  std::span<const TensorView> inputs;
  std::span<const MutableTensorView> outputs; // all elements are to be written
};

// Threads: called on the thread that runs the executable; clones may call it at the same time, and
// so may a thread that prepares specialized code. Must
// not call back into the executable. A failure fails the run, with its code and message; what it
// throws is caught.
using UserKernel = std::function<Status(const UserCall &)>;

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_USERKERNEL_H
