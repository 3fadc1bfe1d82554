// The functions that kernels may call: libm, memory, and what compilers call for arithmetic that a
// processor lacks. Nothing else of the process can be reached from a package.
#ifndef RLX_RUNTIME_CPU_KERNELIMPORTS_H
#define RLX_RUNTIME_CPU_KERNELIMPORTS_H

#include <string_view>

namespace rlx::rt {

// Null when kernels may not call a function of that name.
const void *findKernelImport(std::string_view name) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_KERNELIMPORTS_H
