// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memory block on Vulkan: one VkBuffer with dedicated memory.
//
// Host-visible blocks stay mapped.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANBLOCK_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANBLOCK_H

#include <memory>

#include "runtime/vulkan/device/VulkanContext.h"

namespace rlx::rt {

// Threads: immutable.
class VulkanBlock : public GpuBlock {
public:
  static StatusOr<std::shared_ptr<VulkanBlock>> create(std::shared_ptr<VulkanContext> context,
                                                       uint64_t bytes, MemoryKind kind);
  ~VulkanBlock() override;

  VkBuffer buffer() const { return handle; }

private:
  VulkanBlock(std::shared_ptr<VulkanContext> owner, uint64_t bytes)
      : GpuBlock(bytes), context(std::move(owner)) {}
  Status make(MemoryKind kind);

  std::shared_ptr<VulkanContext> context;
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
};

// The buffer of a slice that is not empty.
inline VkBuffer bufferOf(const BufferSlice &slice) {
  return static_cast<const VulkanBlock &>(*slice.block).buffer();
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANBLOCK_H
