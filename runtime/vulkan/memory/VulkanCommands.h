// Command buffers of one executor, and memory for what they bind.
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

  // The pool's, as long as it lives.
  StatusOr<VkCommandBuffer> allocate();
  StatusOr<VkFence> makeFence();
  // Forgets what was recorded. The commands wait for work that was given to the queue before, all
  // of which ends with end(), and see what that, and the host before it gives them, has written.
  Status begin(VkCommandBuffer commands);
  // The host, and what is given to the queue later, see what the commands have written.
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

// All commands before it are done, and their writes seen, before any after it begins.
void recordBarrier(const VulkanDeviceFunctions &vk, VkCommandBuffer commands);

// Descriptor sets that go all at once. Threads: confined to one executor.
class VulkanDescriptors {
public:
  explicit VulkanDescriptors(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {}
  VulkanDescriptors(const VulkanDescriptors &) = delete;
  ~VulkanDescriptors() { clear(); }

  // A set of `bindings` storage buffers.
  StatusOr<VkDescriptorSet> allocate(VkDescriptorSetLayout layout, uint32_t bindings);
  // No command buffer that uses a set is on its way.
  void clear();

private:
  std::shared_ptr<VulkanContext> context;
  std::vector<VkDescriptorPool> pools;
  uint32_t setsLeft = 0, bindingsLeft = 0; // in the last pool
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_MEMORY_VULKANCOMMANDS_H
