// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aligned memory that reports failure instead of throwing, and counts its allocations.
//
// All tensor, arena, constant and workspace memory of the runtime comes from here. Tests can
// therefore assert that a run allocates nothing, and tools can report peak memory. Small objects,
// such as names and lists, use the standard heap.
#ifndef RLX_RUNTIME_BASE_ALLOCATOR_H
#define RLX_RUNTIME_BASE_ALLOCATOR_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace rlx::rt {

inline constexpr size_t kBufferAlignment = 64;

// Returns uninitialized memory aligned to kBufferAlignment, or null if there is none. Zero bytes
// give a valid, distinct pointer. Threads: any.
[[nodiscard]] void *allocateAligned(size_t bytes) noexcept;
// Frees memory of allocateAligned(). Null is allowed. Threads: any.
void freeAligned(void *pointer) noexcept;
// Asks the system for huge pages in this memory, if it has them. Worth it before the first write to
// memory that is written once and read from beginning to end many times. Threads: any.
void preferHugePages(void *pointer, size_t bytes) noexcept;

// Totals of the process since it started.
struct AllocationStats {
  uint64_t allocations; // successful calls of allocateAligned
  uint64_t liveBytes;
  uint64_t peakBytes;
};
// A snapshot of the totals. Threads: any.
AllocationStats allocationStats() noexcept;

// Owns one block of aligned memory.
// Threads: a unique owner, like std::unique_ptr.
class AlignedBuffer {
public:
  AlignedBuffer() noexcept = default;
  AlignedBuffer(AlignedBuffer &&other) noexcept
      : pointer(std::exchange(other.pointer, nullptr)), bytes(std::exchange(other.bytes, 0)) {}
  AlignedBuffer &operator=(AlignedBuffer &&other) noexcept {
    std::swap(pointer, other.pointer);
    std::swap(bytes, other.bytes);
    return *this;
  }
  ~AlignedBuffer() { freeAligned(pointer); }

  // Makes at least `size` bytes available. Growing loses the contents. On failure (false) the old
  // memory stays.
  [[nodiscard]] bool reserve(size_t size) noexcept;
  void reset() noexcept { *this = AlignedBuffer(); }

  std::byte *data() const noexcept { return static_cast<std::byte *>(pointer); }
  size_t size() const noexcept { return bytes; }

private:
  void *pointer = nullptr;
  size_t bytes = 0;
};

// Aligned memory for std::vector. Throws std::bad_alloc, as the standard requires; see NoThrow.h.
template <typename T>
struct AlignedStdAllocator {
  using value_type = T;
  AlignedStdAllocator() = default;
  template <typename U>
  AlignedStdAllocator(const AlignedStdAllocator<U> &) noexcept {}
  T *allocate(size_t count) {
    void *pointer = count <= SIZE_MAX / sizeof(T) ? allocateAligned(count * sizeof(T)) : nullptr;
    if (!pointer)
      throw std::bad_alloc();
    return static_cast<T *>(pointer);
  }
  void deallocate(T *pointer, size_t) noexcept { freeAligned(pointer); }
  friend bool operator==(AlignedStdAllocator, AlignedStdAllocator) noexcept { return true; }
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_ALLOCATOR_H
