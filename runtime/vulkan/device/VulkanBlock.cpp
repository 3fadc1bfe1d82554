// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of blocks: a buffer, its memory and the mapping.
//
// All bytes of a device are counted.
#include "runtime/vulkan/device/VulkanBlock.h"

namespace rlx::rt {

StatusOr<std::shared_ptr<VulkanBlock>> VulkanBlock::create(std::shared_ptr<VulkanContext> context,
                                                           uint64_t bytes, MemoryKind kind) {
  std::shared_ptr<VulkanBlock> block(new VulkanBlock(std::move(context), bytes));
  RLX_RETURN_IF_ERROR(block->make(kind));
  return block;
}

Status VulkanBlock::make(MemoryKind kind) {
  const VulkanDeviceFunctions &vk = context->functions();
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size();
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
  context->countAllocation(static_cast<int64_t>(size()));
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
  context->countAllocation(-static_cast<int64_t>(size()));
}

} // namespace rlx::rt
