// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a GPU reaches: kinds of memory, blocks, and slices of blocks.
//
// A block is one allocation. Buffers of a program are slices of blocks, so a slice is all that
// kernels and copies are given.
#ifndef RLX_RUNTIME_GPU_API_GPUMEMORY_H
#define RLX_RUNTIME_GPU_API_GPUMEMORY_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>

namespace rlx::rt {

// Kernels and copies of the device reach all kinds. All but Device have a host address.
enum class MemoryKind : uint8_t {
  Device,
  Upload,   // host memory, written by the host
  Readback, // host memory, also read by the host
  Shared, // device-local memory that the host reads and writes; only if GpuContext::sharesMemory()
  Window  // device-local memory that the host writes; host memory if there is none (left)
};

// One allocation of a device, which keeps its context alive. A back end derives its own, with the
// device's handle or address. Made by GpuContext::allocate(). Threads: immutable; its users
// synchronize access to the content.
class GpuBlock {
public:
  GpuBlock(const GpuBlock &) = delete;
  virtual ~GpuBlock() = default;

  // A unique number, never reused; not zero.
  uint64_t id() const { return number; }
  // A multiple of kBlockUnit.
  uint64_t size() const { return bytes; }
  // The host address; null for device-local memory that the host cannot reach.
  std::byte *mapped() const { return pointer; }

protected:
  explicit GpuBlock(uint64_t size);

  std::byte *pointer = nullptr; // set by the back end

private:
  uint64_t number = 0, bytes = 0;
};

// Block sizes are rounded up to this: kernels may read whole words, and bindings start at aligned
// offsets.
inline constexpr uint64_t kBlockUnit = 256;

// A range of a block, which it keeps alive. `block` is null for an empty slice.
struct BufferSlice {
  std::shared_ptr<GpuBlock> block;
  uint64_t offset = 0, size = 0;

  // A sub-range of `bytes` at `begin`, which must lie within.
  BufferSlice part(uint64_t begin, uint64_t bytes) const { return {block, offset + begin, bytes}; }
  BufferSlice part(int64_t begin, int64_t bytes) const {
    return part(static_cast<uint64_t>(begin), static_cast<uint64_t>(bytes));
  }
  // The host address; only for a block that has one.
  std::byte *mapped() const { return block->mapped() + offset; }
};

// Sums the bytes of blocks, each counted once. Threads: a value.
class BlockBytes {
public:
  void add(const GpuBlock *block) {
    if (block && seen.insert(block).second)
      total += static_cast<int64_t>(block->size());
  }
  void add(const BufferSlice &slice) { add(slice.block.get()); }
  int64_t bytes() const { return total; }

private:
  std::set<const GpuBlock *> seen;
  int64_t total = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_API_GPUMEMORY_H
