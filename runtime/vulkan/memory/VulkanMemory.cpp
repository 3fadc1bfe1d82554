// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of blocks, pooling of slices, and the layout of address spaces over several blocks.
//
// All bytes of a device are counted.
#include "runtime/vulkan/memory/VulkanMemory.h"

#include <algorithm>
#include <atomic>

#include "runtime/base/Allocator.h"
#include "runtime/base/StrCat.h"

#include "runtime/base/ByteStream.h"

namespace rlx::rt {

// Block sizes are rounded up to this: kernels may read whole words, and bindings start at aligned
// offsets.
static constexpr uint64_t kBlockUnit = 256;

VulkanBlock::VulkanBlock(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {
  static std::atomic<uint64_t> last{0};
  number = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

uint64_t VulkanBlock::most(const VulkanContext &context) {
  return context.maxAllocation() - kBlockUnit;
}

StatusOr<std::shared_ptr<VulkanBlock>> VulkanBlock::allocate(std::shared_ptr<VulkanContext> context,
                                                             uint64_t bytes, MemoryKind kind,
                                                             std::string_view purpose) {
  if (bytes > most(*context))
    return outOfMemory(strCat("no memory for ", purpose, ": ", bytes, " bytes in one piece, but '",
                              context->profile().name, "' has at most ", most(*context)));
  std::shared_ptr<VulkanBlock> block(new VulkanBlock(std::move(context)));
  block->bytes = alignUp(std::max<uint64_t>(bytes, 1), kBlockUnit);
  Status status = block->make(kind);
  if (!status.ok())
    return std::move(status).withContext(
        strCat("allocating ", block->bytes, " bytes for ", purpose));
  return block;
}

Status VulkanBlock::make(MemoryKind kind) {
  const VulkanDeviceFunctions &vk = context->functions();
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkCreateBuffer(context->device(), &info, nullptr, &handle),
                             "vkCreateBuffer");
  VkMemoryRequirements needs{};
  vk.vkGetBufferMemoryRequirements(context->device(), handle, &needs);
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  RLX_ASSIGN_OR_RETURN(allocation.memoryTypeIndex, context->memoryType(needs.memoryTypeBits, kind));
  VkResult got = vk.vkAllocateMemory(context->device(), &allocation, nullptr, &memory);
  if (got == VK_ERROR_OUT_OF_DEVICE_MEMORY && kind == MemoryKind::Window) {
    // Kernels reach host memory too, though more slowly.
    RLX_ASSIGN_OR_RETURN(allocation.memoryTypeIndex,
                         context->memoryType(needs.memoryTypeBits, MemoryKind::Upload));
    got = vk.vkAllocateMemory(context->device(), &allocation, nullptr, &memory);
  }
  RLX_VULKAN_RETURN_IF_ERROR(got, "vkAllocateMemory");
  context->countAllocation(static_cast<int64_t>(bytes));
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkBindBufferMemory(context->device(), handle, memory, 0),
                             "vkBindBufferMemory");
  if (kind == MemoryKind::Device)
    return okStatus();
  void *mapping = nullptr;
  RLX_VULKAN_RETURN_IF_ERROR(
      vk.vkMapMemory(context->device(), memory, 0, VK_WHOLE_SIZE, 0, &mapping), "vkMapMemory");
  pointer = static_cast<std::byte *>(mapping);
  return okStatus();
}

VulkanBlock::~VulkanBlock() {
  if (context->isHung())
    return;
  const VulkanDeviceFunctions &vk = context->functions();
  if (handle)
    vk.vkDestroyBuffer(context->device(), handle, nullptr);
  if (!memory)
    return;
  vk.vkFreeMemory(context->device(), memory, nullptr);
  context->countAllocation(-static_cast<int64_t>(bytes));
}

StatusOr<BufferSlice> VulkanPool::allocate(uint64_t bytes, uint64_t alignment,
                                           std::string_view purpose) {
  // A slice of at least kLarge gets a dedicated block.
  constexpr uint64_t kLarge = uint64_t(4) << 20, kBlock = uint64_t(16) << 20;
  if (bytes == 0)
    return BufferSlice();
  if (bytes >= kLarge) {
    RLX_ASSIGN_OR_RETURN(auto block, VulkanBlock::allocate(context, bytes, kind, purpose));
    return BufferSlice{std::move(block), 0, bytes};
  }
  uint64_t offset = alignUp(used, alignment);
  if (!open || offset + bytes > open->size()) {
    // The first block is small: many programs need no more.
    RLX_ASSIGN_OR_RETURN(
        open, VulkanBlock::allocate(context, std::max(open ? kBlock : uint64_t(1) << 16, bytes),
                                    kind, purpose));
    offset = 0;
  }
  used = offset + bytes;
  return BufferSlice{open, offset, bytes};
}

void VulkanPool::trim() {
  if (open.use_count() == 1)
    open.reset();
}

SpaceLayout SpaceLayout::of(std::vector<Range> ranges, uint64_t most) {
  std::ranges::sort(ranges, {}, &Range::offset);
  SpaceLayout result;
  for (const Range &range : ranges) {
    if (range.size == 0)
      continue;
    const int64_t end = range.offset + range.size;
    if (!result.parts.empty() && range.offset < result.parts.back().end)
      result.parts.back().end = std::max(result.parts.back().end, end);
    else
      result.parts.push_back({range.offset, end, 0, 0});
  }
  for (Part &part : result.parts) {
    const auto size = static_cast<uint64_t>(part.end - part.begin);
    part.blockOffset = result.blocks.empty() ? 0 : alignUp(result.blocks.back(), kBlockUnit);
    if (result.blocks.empty() || part.blockOffset + size > most) {
      part.blockOffset = 0;
      result.blocks.push_back(0);
    }
    result.blocks.back() = part.blockOffset + size;
    part.block = result.blocks.size() - 1;
  }
  return result;
}

const SpaceLayout::Part *SpaceLayout::find(int64_t offset) const {
  const auto after = std::ranges::upper_bound(parts, offset, {}, &Part::begin);
  return after == parts.begin() ? nullptr : &*std::prev(after);
}

Status VulkanSpace::reserve(const std::shared_ptr<VulkanContext> &context,
                            std::vector<Range> ranges, MemoryKind kind, std::string_view purpose) {
  SpaceLayout wanted = SpaceLayout::of(std::move(ranges), VulkanBlock::most(*context));
  layout = {};
  blocks.resize(wanted.blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] && blocks[i]->size() >= wanted.blocks[i])
      continue;
    blocks[i].reset(); // free it before allocating more
    StatusOr<std::shared_ptr<VulkanBlock>> block =
        VulkanBlock::allocate(context, wanted.blocks[i], kind, purpose);
    if (!block.ok()) {
      blocks.clear();
      return std::move(block).status();
    }
    blocks[i] = std::move(*block);
    ++allocations;
  }
  layout = std::move(wanted);
  return okStatus();
}

BufferSlice VulkanSpace::at(int64_t offset, int64_t size) const {
  const SpaceLayout::Part *const part = size ? layout.find(offset) : nullptr;
  if (!part)
    return {};
  return {blocks[part->block], part->blockOffset + static_cast<uint64_t>(offset - part->begin),
          static_cast<uint64_t>(size)};
}

uint64_t VulkanSpace::bytes() const {
  uint64_t total = 0;
  for (const auto &block : blocks)
    total += block->size();
  return total;
}

} // namespace rlx::rt
