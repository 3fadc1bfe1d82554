// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One OpenMP region per dispatch. Fork and join of a warm team were measured at about 0.4 us.
//
// Workgroups are split statically, since they are alike.
#include "runtime/cpu/Dispatch.h"

#include <algorithm>
#include <atomic>
#include <omp.h>

namespace rlx::rt {

unsigned defaultThreads() noexcept {
  return std::min(static_cast<unsigned>(std::max(1, omp_get_max_threads())), kMaxThreads);
}

// The first failure so far: thread number in the high bits, error word in the low bits. So a
// smaller value is a failure of a smaller workgroup. All ones if there is none.
using Failure = std::atomic<uint64_t>;
static constexpr uint64_t kNoFailure = ~uint64_t{0};
static constexpr unsigned kWordBits = 32;

static void keepFirst(Failure &first, unsigned thread, int32_t word) noexcept {
  const uint64_t own = uint64_t{thread} << kWordBits | static_cast<uint32_t>(word);
  uint64_t known = first.load(std::memory_order_relaxed);
  while (own < known && !first.compare_exchange_weak(known, own, std::memory_order_relaxed)) {
  }
}

// Runs workgroups [begin, end). Stops if one fails, or if `first` shows a failure in a lower range.
static int32_t runRange(const DispatchWork &work, uint64_t begin, uint64_t end, unsigned thread,
                        const Failure *first) noexcept {
  std::byte *scratch = work.workspace ? work.workspace + thread * work.workspaceStride : nullptr;
  const rlx_kernel_args args{work.buffers, work.dims, scratch};
  const uint64_t plane = uint64_t(work.grid[0]) * work.grid[1];
  auto x = static_cast<uint32_t>(begin % work.grid[0]);
  auto y = static_cast<uint32_t>(begin / work.grid[0] % work.grid[1]);
  auto z = static_cast<uint32_t>(begin / plane);
  for (uint64_t i = begin; i < end; ++i) {
    if (const int32_t code = work.function(&args, x, y, z))
      return code;
    if (first && first->load(std::memory_order_relaxed) >> kWordBits < thread)
      return 0;
    if (++x == work.grid[0]) {
      x = 0;
      if (++y == work.grid[1]) {
        y = 0;
        ++z;
      }
    }
  }
  return 0;
}

int32_t runSerial(const DispatchWork &work) noexcept {
  return work.workgroups ? runRange(work, 0, work.workgroups, 0, nullptr) : 0;
}

int32_t runParallel(const DispatchWork &work, unsigned threads) noexcept {
  Failure first{kNoFailure};
  // The team always has the executable's full size: resizing it between dispatches costs more than
  // a few idle threads. In a parallel region of the caller libomp gives a team of one, which the
  // split below handles.
#pragma omp parallel num_threads(threads) default(none) shared(work, first)
  {
    const auto team = static_cast<uint64_t>(omp_get_num_threads());
    const auto thread = static_cast<uint64_t>(omp_get_thread_num());
    const uint64_t each = work.workgroups / team, extra = work.workgroups % team;
    const uint64_t begin = thread * each + std::min(thread, extra);
    const uint64_t end = begin + each + (thread < extra ? 1 : 0);
    if (begin < end) {
      const auto number = static_cast<unsigned>(thread);
      if (const int32_t code = runRange(work, begin, end, number, &first))
        keepFirst(first, number, code);
    }
  }
  const uint64_t failure = first.load(std::memory_order_relaxed);
  return failure == kNoFailure ? 0 : static_cast<int32_t>(static_cast<uint32_t>(failure));
}

} // namespace rlx::rt
