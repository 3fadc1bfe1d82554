// Runs the workgroups of one dispatch, on one thread or on libomp's team.
// The only file pair that knows OpenMP.
#ifndef RLX_RUNTIME_CPU_DISPATCH_H
#define RLX_RUNTIME_CPU_DISPATCH_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/cpu/KernelABI.h"

namespace rlx::rt {

inline constexpr unsigned kMaxThreads = 1024;

// What OMP_NUM_THREADS says, or the processors this process may use.
unsigned defaultThreads() noexcept;

struct DispatchWork {
  rlx_kernel_fn function;
  void *const *buffers;
  const int64_t *dims;
  std::array<uint32_t, 3> grid;
  uint64_t workgroups;  // product of grid
  std::byte *workspace; // of thread 0; null when the command wants none
  size_t workspaceStride;
};

// Returns the error word of the failing workgroup with the lowest number, or 0; workgroups after it
// may be skipped. Workgroups are numbered x fastest and split into one contiguous range a thread.
int32_t runSerial(const DispatchWork &work) noexcept;
int32_t runParallel(const DispatchWork &work, unsigned threads) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_DISPATCH_H
