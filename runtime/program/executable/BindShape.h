// What sizes of inputs say about a program's symbols; for executables, and for who wants to know
// before there is one.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// The values of the symbols, after every dimension has been compared with the signature. `tensors`
// are the inputs in order, each of its rank; their data is not looked at.
StatusOr<std::vector<int64_t>> bindSymbols(const Program &program,
                                           std::span<const TensorView> tensors);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_BINDSHAPE_H
