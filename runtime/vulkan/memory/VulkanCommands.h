// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command buffers of one executor, and the descriptor sets that they bind.
//
// Pools keep all buffers of an executor together: they are freed when the executor is. Recording is
// in executor/VulkanRecorder.h.
#ifndef RLX_RUNTIME_VULKAN_MEMORY_VULKANCOMMANDS_H
#define RLX_RUNTIME_VULKAN_MEMORY_VULKANCOMMANDS_H

#include <memory>
#include <vector>

#include "runtime/vulkan/memory/VulkanMemory.h"

namespace rlx::rt {

// A command pool, and a fence to wait with. Threads: confined to one executor.
class VulkanCommands {
public:
  static StatusOr<std::unique_ptr<VulkanCommands>> create(std::shared_ptr<VulkanContext> context);
  VulkanCommands(const VulkanCommands &) = delete;
  ~VulkanCommands();

  // Belong to the pool and live as long as it.
  StatusOr<VkCommandBuffer> allocate();
  StatusOr<VkFence> makeFence();
  // Resets the buffer and starts recording. Its commands wait for all earlier submissions, which
  // ended with end(), and see their writes and earlier writes of the host.
  Status begin(VkCommandBuffer commands);
  // Ends recording. The host, and later submissions, see the writes.
  Status end(VkCommandBuffer commands);
  Status runAndWait(VkCommandBuffer commands) { return context->submitAndWait(commands, fence); }

private:
  explicit VulkanCommands(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {}
  Status make();

  std::shared_ptr<VulkanContext> context;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
  std::vector<VkFence> fences;
};

// Records a full barrier: commands before it are done, and their writes visible, before later ones
// begin.
void recordBarrier(const VulkanDeviceFunctions &vk, VkCommandBuffer commands);

// Descriptor sets that are freed all at once. Threads: confined to one executor.
class VulkanDescriptors {
public:
  explicit VulkanDescriptors(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {}
  VulkanDescriptors(const VulkanDescriptors &) = delete;
  ~VulkanDescriptors() { clear(); }

  // A set of `bindings` storage buffers.
  StatusOr<VkDescriptorSet> allocate(VkDescriptorSetLayout layout, uint32_t bindings);
  // Frees all sets. No command buffer in flight may use one.
  void clear();

private:
  std::shared_ptr<VulkanContext> context;
  std::vector<VkDescriptorPool> pools;
  uint32_t setsLeft = 0, bindingsLeft = 0; // in the last pool
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_MEMORY_VULKANCOMMANDS_H
