// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device target of a program, and the kernels that run on the host beside that device.
//
// For example, a program for "vulkan" may have two SPIR-V kernels and one "cpu" kernel that sorts.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_TARGET_H
#define RLX_RUNTIME_PROGRAM_MODEL_TARGET_H

#include <string>
#include <string_view>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The target of a program's kernels other than "cpu". "cpu" kernels of such a program run on the
// host. "cpu" if there are no others; a program of copies runs anywhere. Unsupported for two device
// targets.
StatusOr<std::string_view> targetOf(const Program &program);

// The number of kernels that the CPU runs in a program for a device.
size_t hostKernelCount(const Program &program);
// The same for people: "2 of 3 kernels run on the CPU". Empty if the device runs all of them.
std::string hostKernelsText(const Program &program);
// The names of the first of these kernels.
std::string hostKernelNames(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_TARGET_H
