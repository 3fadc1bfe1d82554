// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that CPU kernels may call: libm, memory functions, and compiler builtins for
// arithmetic that a CPU lacks.
//
// Code in a package can import no other function of the process.
#ifndef RLX_RUNTIME_CPU_KERNELIMPORTS_H
#define RLX_RUNTIME_CPU_KERNELIMPORTS_H

#include <string_view>

namespace rlx::rt {

// Returns the address of an importable function; null for any other name.
const void *findKernelImport(std::string_view name) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_KERNELIMPORTS_H
