// Memory that a device of Vulkan works on: blocks, pieces of blocks, and spaces of offsets that are
// larger than one block can be.
#ifndef RLX_RUNTIME_VULKAN_MEMORY_VULKANMEMORY_H
#define RLX_RUNTIME_VULKAN_MEMORY_VULKANMEMORY_H

#include <memory>
#include <set>
#include <span>
#include <vector>

#include "runtime/vulkan/api/VulkanContext.h"

namespace rlx::rt {

// One buffer with memory of its own. Threads: immutable; what it holds is its users' business.
class VulkanBlock {
public:
  // At least `bytes`; OutOfMemory says what `purpose` they were for.
  static StatusOr<std::shared_ptr<VulkanBlock>> allocate(std::shared_ptr<VulkanContext> context,
                                                         uint64_t bytes, MemoryPlace place,
                                                         std::string_view purpose);
  // The most that one can have.
  static uint64_t most(const VulkanContext &context);
  VulkanBlock(const VulkanBlock &) = delete;
  ~VulkanBlock();

  VkBuffer buffer() const { return handle; }
  // Of this one alone, also after it has gone; not zero.
  uint64_t id() const { return number; }
  uint64_t size() const { return bytes; }
  // Null for memory of the device's own.
  std::byte *mapped() const { return pointer; }

private:
  explicit VulkanBlock(std::shared_ptr<VulkanContext> owner);
  Status make(MemoryPlace place);

  std::shared_ptr<VulkanContext> context;
  uint64_t number = 0, bytes = 0;
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::byte *pointer = nullptr;
};

// A part of a block; keeps it. `block` is null for a piece of no bytes.
struct BufferSlice {
  std::shared_ptr<VulkanBlock> block;
  uint64_t offset = 0, size = 0;

  // `bytes` from `begin` on; they lie in it.
  BufferSlice part(int64_t begin, int64_t bytes) const {
    return {block, offset + static_cast<uint64_t>(begin), static_cast<uint64_t>(bytes)};
  }
};

// Many small pieces in few blocks, which go when all their pieces have gone.
// Threads: confined to one executor.
class VulkanPool {
public:
  VulkanPool(std::shared_ptr<VulkanContext> owner, MemoryPlace where)
      : context(std::move(owner)), place(where) {}
  StatusOr<BufferSlice> allocate(uint64_t bytes, uint64_t alignment, std::string_view purpose);
  // All its pieces have gone: the newest block is filled from its beginning again.
  void rewind() { used = 0; }
  // Lets go of the newest block if it has no pieces any more.
  void trim();
  // The one that is kept though it may have no pieces; null if there is none.
  const VulkanBlock *newest() const { return open.get(); }

private:
  std::shared_ptr<VulkanContext> context;
  MemoryPlace place;
  std::shared_ptr<VulkanBlock> open; // the newest one, with room at `used`
  uint64_t used = 0;
};

// Blocks, each counted once however often it is there. Threads: a value.
class BlockBytes {
public:
  void add(const VulkanBlock *block) {
    if (block && seen.insert(block).second)
      total += static_cast<int64_t>(block->size());
  }
  void add(const BufferSlice &piece) { add(piece.block.get()); }
  int64_t bytes() const { return total; }

private:
  std::set<const VulkanBlock *> seen;
  int64_t total = 0;
};

// How ranges of a space of offsets, such as an arena as a plan lays it out, lie in blocks. Ranges
// that overlap lie in one block as in the space; others may lie in different ones, so that the
// space may be larger than any block. Threads: a value.
struct SpaceLayout {
  struct Range {
    int64_t offset, size;
  };
  // What lies in one block: offsets from `begin` to `end` of the space, from `place` on there.
  struct Part {
    int64_t begin, end;
    size_t block;
    uint64_t place;
  };
  std::vector<Part> parts;      // by `begin`
  std::vector<uint64_t> blocks; // their sizes

  // No block has more than `most` bytes unless a part alone has.
  static SpaceLayout of(std::vector<Range> ranges, uint64_t most);
  // The part that an offset lies in, or at the end of; null if there is none.
  const Part *find(int64_t offset) const;
};

// Memory for such a space. Threads: confined to one executor while it is made.
class VulkanSpace {
public:
  using Range = SpaceLayout::Range;
  // Memory that is there already and large enough is kept, with what it holds undefined. After a
  // failure the space is empty.
  Status reserve(const std::shared_ptr<VulkanContext> &context, std::vector<Range> ranges,
                 MemoryPlace place, std::string_view purpose);
  // Where offset `offset` of a range is; it must lie in one, or at the end of one.
  BufferSlice at(int64_t offset, int64_t size) const;
  uint64_t bytes() const;
  // Blocks that it ever got: as long as that stays, the same ranges lie where they lay. Of other
  // ranges some may lie elsewhere in the same blocks.
  uint64_t numAllocations() const { return allocations; }

private:
  SpaceLayout layout;
  uint64_t allocations = 0;
  std::vector<std::shared_ptr<VulkanBlock>> blocks;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_MEMORY_VULKANMEMORY_H
