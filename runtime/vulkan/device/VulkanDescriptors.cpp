// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of descriptor sets from pools.
//
// Pools have a fixed size, which suits kernels of up to 6 buffers; larger kernels fill them sooner.
#include "runtime/vulkan/device/VulkanDescriptors.h"

#include <algorithm>

namespace rlx::rt {

StatusOr<VkDescriptorSet> VulkanDescriptors::allocate(VkDescriptorSetLayout layout,
                                                      uint32_t bindings) {
  const VulkanDeviceFunctions &vk = context->functions();
  constexpr uint32_t kSets = 128, kBindings = kSets * 6;
  if (setsLeft == 0 || bindingsLeft < bindings) {
    VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, std::max(kBindings, bindings)};
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.maxSets = kSets;
    info.poolSizeCount = 1;
    info.pPoolSizes = &size;
    pools.reserve(pools.size() + 1);
    VkDescriptorPool pool = VK_NULL_HANDLE;
    RLX_VULKAN_RETURN_IF_ERROR(vk.vkCreateDescriptorPool(context->device(), &info, nullptr, &pool),
                               "vkCreateDescriptorPool");
    pools.push_back(pool);
    setsLeft = kSets;
    bindingsLeft = size.descriptorCount;
  }
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pools.back();
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkAllocateDescriptorSets(context->device(), &info, &set),
                             "vkAllocateDescriptorSets");
  --setsLeft;
  bindingsLeft -= bindings;
  return set;
}

void VulkanDescriptors::clear() {
  for (VkDescriptorPool pool : pools)
    if (!context->isHung())
      context->functions().vkDestroyDescriptorPool(context->device(), pool, nullptr);
  pools.clear();
  setsLeft = bindingsLeft = 0;
}

} // namespace rlx::rt
