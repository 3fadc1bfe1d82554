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
// inputs in order, with the right ranks. Their data is read only where a symbol is an element of
// it. InvalidArgument names the input and the dimension or element.
StatusOr<std::vector<int64_t>> bindSymbols(const Program &program,
                                           std::span<const TensorView> tensors);

// The value of a symbol that is an element of its input. InvalidArgument for memory that is null,
// and for an element that the tensor does not have.
StatusOr<int64_t> readElement(const Program &program, const Symbol &symbol,
                              const TensorView &tensor);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H
