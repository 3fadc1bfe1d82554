// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The descriptor sets that recorded command buffers bind.
//
// Descriptor pools grow on demand and are dropped all at once.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANDESCRIPTORS_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANDESCRIPTORS_H

#include <memory>
#include <vector>

#include "runtime/vulkan/device/VulkanContext.h"

namespace rlx::rt {

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

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANDESCRIPTORS_H
