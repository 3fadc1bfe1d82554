// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each block carries one alignment unit in front of it that remembers its size.
//
// freeAligned() reads it to count the freed bytes. Counters are atomic.
#include "runtime/base/Allocator.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace rlx::rt {

namespace {
std::atomic<uint64_t> allocations{0}, liveBytes{0}, peakBytes{0};

void notePeak(uint64_t live) {
  uint64_t peak = peakBytes.load(std::memory_order_relaxed);
  while (live > peak && !peakBytes.compare_exchange_weak(peak, live, std::memory_order_relaxed)) {
  }
}
} // namespace

void *allocateAligned(size_t bytes) noexcept {
  if (bytes > SIZE_MAX / 2)
    return nullptr;
  // aligned_alloc wants a multiple of the alignment.
  size_t rounded = (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  void *block = std::aligned_alloc(kBufferAlignment, rounded + kBufferAlignment);
  if (!block)
    return nullptr;
  std::memcpy(block, &bytes, sizeof(bytes));
  allocations.fetch_add(1, std::memory_order_relaxed);
  notePeak(liveBytes.fetch_add(bytes, std::memory_order_relaxed) + bytes);
  return static_cast<std::byte *>(block) + kBufferAlignment;
}

void freeAligned(void *pointer) noexcept {
  if (!pointer)
    return;
  void *block = static_cast<std::byte *>(pointer) - kBufferAlignment;
  size_t bytes;
  std::memcpy(&bytes, block, sizeof(bytes));
  liveBytes.fetch_sub(bytes, std::memory_order_relaxed);
  std::free(block);
}

void preferHugePages([[maybe_unused]] void *pointer, [[maybe_unused]] size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  // Only whole huge pages, so that no other memory is meant. Their size is 2 MiB on x86 and
  // AArch64.
  constexpr uintptr_t kHugePage = 2 << 20;
  const auto begin = (reinterpret_cast<uintptr_t>(pointer) + kHugePage - 1) / kHugePage * kHugePage;
  const auto end = (reinterpret_cast<uintptr_t>(pointer) + bytes) / kHugePage * kHugePage;
  // A failure leaves small pages, which is no error.
  if (begin < end)
    static_cast<void>(::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

AllocationStats allocationStats() noexcept {
  return {allocations.load(std::memory_order_relaxed), liveBytes.load(std::memory_order_relaxed),
          peakBytes.load(std::memory_order_relaxed)};
}

bool AlignedBuffer::reserve(size_t size) noexcept {
  if (pointer && size <= bytes)
    return true;
  void *fresh = allocateAligned(size);
  if (!fresh)
    return false;
  freeAligned(pointer);
  pointer = fresh;
  bytes = size;
  return true;
}

} // namespace rlx::rt
