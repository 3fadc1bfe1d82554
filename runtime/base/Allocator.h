// Aligned memory that reports failure instead of throwing, and counts what it gives out.
//
// All tensor, arena, constant and workspace memory of the runtime comes from here, so tests can
// assert that a run allocates nothing and tools can report peak memory.
#ifndef RLX_RUNTIME_BASE_ALLOCATOR_H
#define RLX_RUNTIME_BASE_ALLOCATOR_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace rlx::rt {

inline constexpr size_t kBufferAlignment = 64;

// Uninitialised memory aligned to kBufferAlignment; null when there is none. Zero bytes gives a
// valid, distinct pointer. Any thread.
[[nodiscard]] void *allocateAligned(size_t bytes) noexcept;
void freeAligned(void *pointer) noexcept;

// Totals over the process since it started.
struct AllocationStats {
  uint64_t allocations; // calls of allocateAligned that succeeded
  uint64_t liveBytes;
  uint64_t peakBytes;
};
AllocationStats allocationStats() noexcept;

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

  // Makes at least `size` bytes available. Contents are lost when it grows; on failure (false)
  // the old memory stays.
  [[nodiscard]] bool reserve(size_t size) noexcept;
  void reset() noexcept { *this = AlignedBuffer(); }

  std::byte *data() const noexcept { return static_cast<std::byte *>(pointer); }
  size_t size() const noexcept { return bytes; }

private:
  void *pointer = nullptr;
  size_t bytes = 0;
};

// For std::vector. Throws std::bad_alloc as the standard asks; see NoThrow.h.
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
