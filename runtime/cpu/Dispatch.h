// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the workgroups of one dispatch, on one thread or on several.
//
// Where the threads come from is a choice of the build, RLX_THREADS: the pool of ThreadPool.h
// (DispatchPool.cpp), or OpenMP's team (DispatchOpenMP.cpp, the only file that uses OpenMP).
#ifndef RLX_RUNTIME_CPU_DISPATCH_H
#define RLX_RUNTIME_CPU_DISPATCH_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/program/model/KernelABI.h"

namespace rlx::rt {

// A kernel with its arguments, its grid and the workgroups to run.
struct DispatchWork {
  rlx_kernel_fn function;
  void *const *buffers;
  const int64_t *dims;
  std::array<uint32_t, 3> grid;
  uint64_t workgroups;  // of the grid, or of the part that starts at `first`
  std::byte *workspace; // of thread 0; null if the command needs none
  size_t workspaceStride;
  uint64_t first = 0; // the number of the first workgroup
};

// Calls the kernel for every workgroup, numbered x fastest. Returns 0, or the error word of the
// failing workgroup with the lowest number; later workgroups may then be skipped. runParallel uses
// at most `threads` threads, and as much workspace.
int32_t runSerial(const DispatchWork &work) noexcept;
int32_t runParallel(const DispatchWork &work, unsigned threads) noexcept;

// Whether runParallel gives each thread one range of the workgroups, of equal length, and waits for
// all threads, even for a short dispatch. For checks that results do not depend on the thread.
void setEqualRanges(bool enabled) noexcept;

// The first failure so far, of parts of the work that are numbered in the order of their
// workgroups.
class FirstFailure {
public:
  // Whether an earlier part than this one has failed.
  bool isBefore(uint32_t part) const noexcept {
    return value.load(std::memory_order_relaxed) >> kWordBits < part;
  }
  void keep(uint32_t part, int32_t errorWord) noexcept;
  int32_t errorWord() const noexcept; // 0 if nothing has failed

private:
  static constexpr unsigned kWordBits = 32;
  static constexpr uint64_t kNone = ~uint64_t{0};
  // The part in the high bits, the error word in the low ones.
  std::atomic<uint64_t> value{kNone};
};

// Runs workgroups [begin, end), counted from the first one, with the workspace of a thread. Stops
// at one that fails, with its error word, and if `failure` shows one of a part before `part`.
int32_t runWorkgroups(const DispatchWork &work, uint64_t begin, uint64_t end, unsigned thread,
                      const FirstFailure *failure = nullptr, uint32_t part = 0) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_DISPATCH_H
