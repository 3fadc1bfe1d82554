// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the workgroups of one dispatch, on one thread or on libomp's team.
//
// The only files that use OpenMP.
#ifndef RLX_RUNTIME_CPU_DISPATCH_H
#define RLX_RUNTIME_CPU_DISPATCH_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/program/model/KernelABI.h"

namespace rlx::rt {

inline constexpr unsigned kMaxThreads = 1024;

// The value of OMP_NUM_THREADS, otherwise the number of CPUs this process may use.
unsigned defaultThreads() noexcept;

// A kernel with its arguments and grid.
struct DispatchWork {
  rlx_kernel_fn function;
  void *const *buffers;
  const int64_t *dims;
  std::array<uint32_t, 3> grid;
  uint64_t workgroups;  // product of grid
  std::byte *workspace; // of thread 0; null if the command needs none
  size_t workspaceStride;
};

// Calls the kernel for every workgroup. Workgroups are numbered x fastest and split into one
// contiguous range per thread. Returns 0, or the error word of the failing workgroup with the
// lowest number; later workgroups may then be skipped.
int32_t runSerial(const DispatchWork &work) noexcept;
int32_t runParallel(const DispatchWork &work, unsigned threads) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_DISPATCH_H
