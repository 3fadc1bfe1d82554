// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error words of kernels as statuses, the same for all devices.
//
// For example, a gather index out of range is OutOfRange, with the op's name and the index.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_KERNELERROR_H
#define RLX_RUNTIME_PROGRAM_MODEL_KERNELERROR_H

#include <cstdint>
#include <span>

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The status for `error`, a nonzero error word (KernelABI.h) that the kernel of `command` returned.
// `values` are those of the symbols; others may follow.
Status kernelError(const Program &program, const Command &command, int32_t error,
                   std::span<const int64_t> values);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_KERNELERROR_H
