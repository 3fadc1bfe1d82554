// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory: blocks, slices of blocks, and address spaces larger than one block.
//
// A block is one VkBuffer with its memory. Small buffers are slices of pooled blocks. An arena may
// exceed the largest block; a VulkanSpace then splits it into several.
#ifndef RLX_RUNTIME_VULKAN_MEMORY_VULKANMEMORY_H
#define RLX_RUNTIME_VULKAN_MEMORY_VULKANMEMORY_H

#include <memory>
#include <set>
#include <span>
#include <vector>

#include "runtime/vulkan/api/VulkanContext.h"

namespace rlx::rt {

// A buffer with dedicated memory. Threads: immutable; its users synchronize access to the content.
class VulkanBlock {
public:
  // Allocates at least `bytes`. OutOfMemory names the `purpose`.
  static StatusOr<std::shared_ptr<VulkanBlock>> allocate(std::shared_ptr<VulkanContext> context,
                                                         uint64_t bytes, MemoryKind kind,
                                                         std::string_view purpose);
  // The largest size of a block.
  static uint64_t most(const VulkanContext &context);
  VulkanBlock(const VulkanBlock &) = delete;
  ~VulkanBlock();

  VkBuffer buffer() const { return handle; }
  // A unique number, never reused; not zero.
  uint64_t id() const { return number; }
  uint64_t size() const { return bytes; }
  // The host address; null for device-local memory that the host cannot reach.
  std::byte *mapped() const { return pointer; }

private:
  explicit VulkanBlock(std::shared_ptr<VulkanContext> owner);
  Status make(MemoryKind kind);

  std::shared_ptr<VulkanContext> context;
  uint64_t number = 0, bytes = 0;
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::byte *pointer = nullptr;
};

// A range of a block, which it keeps alive. `block` is null for an empty slice.
struct BufferSlice {
  std::shared_ptr<VulkanBlock> block;
  uint64_t offset = 0, size = 0;

  // A sub-range of `bytes` at `begin`, which must lie within.
  BufferSlice part(int64_t begin, int64_t bytes) const {
    return {block, offset + static_cast<uint64_t>(begin), static_cast<uint64_t>(bytes)};
  }
};

// Many small slices in few blocks. A block is freed when all its slices are gone. Threads: confined
// to one executor.
class VulkanPool {
public:
  VulkanPool(std::shared_ptr<VulkanContext> owner, MemoryKind memoryKind)
      : context(std::move(owner)), kind(memoryKind) {}
  StatusOr<BufferSlice> allocate(uint64_t bytes, uint64_t alignment, std::string_view purpose);
  // All slices are gone: fill the newest block from its beginning again.
  void rewind() { used = 0; }
  // Frees the newest block if it has no slices.
  void trim();
  // The block that is kept even without slices; null if there is none.
  const VulkanBlock *newest() const { return open.get(); }

private:
  std::shared_ptr<VulkanContext> context;
  MemoryKind kind;
  std::shared_ptr<VulkanBlock> open; // the newest block, free from `used` on
  uint64_t used = 0;
};

// Sums the bytes of blocks, each counted once. Threads: a value.
class BlockBytes {
public:
  void add(const VulkanBlock *block) {
    if (block && seen.insert(block).second)
      total += static_cast<int64_t>(block->size());
  }
  void add(const BufferSlice &slice) { add(slice.block.get()); }
  int64_t bytes() const { return total; }

private:
  std::set<const VulkanBlock *> seen;
  int64_t total = 0;
};

// Maps ranges of an address space, such as a planned arena, to blocks. Ranges that overlap lie in
// one block, at the same distance. Others may lie in different blocks, so that the space may exceed
// the largest block.
//
//   ranges   |--a--|        |---c---|
//               |--b--|   |--d--|
//   parts    [--------]   [---------]     each part lies in one block
//
// Threads: a value.
struct SpaceLayout {
  struct Range {
    int64_t offset, size;
  };
  // A part of the space, [begin, end), that lies in one block at `blockOffset`.
  struct Part {
    int64_t begin, end;
    size_t block;
    uint64_t blockOffset;
  };
  std::vector<Part> parts;      // sorted by `begin`
  std::vector<uint64_t> blocks; // their sizes

  // Lays out the ranges. No block exceeds `most` bytes, unless a single part does.
  static SpaceLayout of(std::vector<Range> ranges, uint64_t most);
  // The part that contains `offset` or ends there; null if there is none.
  const Part *find(int64_t offset) const;
};

// The memory of such a space. Threads: confined to one executor while it is made.
class VulkanSpace {
public:
  using Range = SpaceLayout::Range;
  // Allocates the space. Blocks that are large enough are reused; their content is undefined. After
  // a failure the space is empty.
  Status reserve(const std::shared_ptr<VulkanContext> &context, std::vector<Range> ranges,
                 MemoryKind kind, std::string_view purpose);
  // The slice for a range at `offset`, which must be in a reserved range or at the end of one.
  BufferSlice at(int64_t offset, int64_t size) const;
  uint64_t bytes() const;
  // The number of blocks ever allocated. While it is unchanged, equal ranges have equal slices;
  // other ranges may have moved within the same blocks.
  uint64_t numAllocations() const { return allocations; }

private:
  SpaceLayout layout;
  uint64_t allocations = 0;
  std::vector<std::shared_ptr<VulkanBlock>> blocks;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_MEMORY_VULKANMEMORY_H
