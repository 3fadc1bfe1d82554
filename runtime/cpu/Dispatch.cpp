// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The workgroups of one thread, and the first failure of several; see Dispatch.h.
#include "runtime/cpu/Dispatch.h"

namespace rlx::rt {

void FirstFailure::keep(uint32_t part, int32_t errorWord) noexcept {
  const uint64_t own = uint64_t{part} << kWordBits | static_cast<uint32_t>(errorWord);
  uint64_t known = value.load(std::memory_order_relaxed);
  while (own < known && !value.compare_exchange_weak(known, own, std::memory_order_relaxed)) {
  }
}

int32_t FirstFailure::errorWord() const noexcept {
  const uint64_t failure = value.load(std::memory_order_relaxed);
  return failure == kNone ? 0 : static_cast<int32_t>(static_cast<uint32_t>(failure));
}

int32_t runWorkgroups(const DispatchWork &work, uint64_t begin, uint64_t end, unsigned thread,
                      const FirstFailure *failure, uint32_t part) noexcept {
  std::byte *scratch = work.workspace ? work.workspace + thread * work.workspaceStride : nullptr;
  const rlx_kernel_args args{work.buffers, work.dims, scratch};
  const uint64_t plane = uint64_t(work.grid[0]) * work.grid[1];
  const uint64_t number = work.first + begin;
  auto x = static_cast<uint32_t>(number % work.grid[0]);
  auto y = static_cast<uint32_t>(number / work.grid[0] % work.grid[1]);
  auto z = static_cast<uint32_t>(number / plane);
  for (uint64_t i = begin; i < end; ++i) {
    if (const int32_t code = work.function(&args, x, y, z))
      return code;
    if (failure && failure->isBefore(part))
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
  return work.workgroups ? runWorkgroups(work, 0, work.workgroups, 0) : 0;
}

} // namespace rlx::rt
