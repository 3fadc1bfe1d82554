// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the sizes of inputs to the values of a program's symbols.
//
// For executables, and for tools that need the values before there is an executable.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// Checks every dimension against the signature and returns the symbols' values. `tensors` are the
// inputs in order, with the right ranks; their data is not used. InvalidArgument names the input
// and the dimension.
StatusOr<std::vector<int64_t>> bindSymbols(const Program &program,
                                           std::span<const TensorView> tensors);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H
