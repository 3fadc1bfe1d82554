// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command buffers, fences, barriers and descriptor sets of one executor.
//
// Descriptor pools grow on demand and are dropped all at once.
#include "runtime/vulkan/memory/VulkanCommands.h"

#include <algorithm>

namespace rlx::rt {

StatusOr<std::unique_ptr<VulkanCommands>>
VulkanCommands::create(std::shared_ptr<VulkanContext> context) {
  std::unique_ptr<VulkanCommands> result(new VulkanCommands(std::move(context)));
  RLX_RETURN_IF_ERROR(result->make());
  return result;
}

Status VulkanCommands::make() {
  VkCommandPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = context->queueFamily();
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkCreateCommandPool(context->device(), &info, nullptr, &pool),
      "vkCreateCommandPool");
  RLX_ASSIGN_OR_RETURN(fence, makeFence());
  return okStatus();
}

VulkanCommands::~VulkanCommands() {
  if (context->isHung())
    return;
  const VulkanDeviceFunctions &vk = context->functions();
  for (VkFence one : fences)
    vk.vkDestroyFence(context->device(), one, nullptr);
  if (pool)
    vk.vkDestroyCommandPool(context->device(), pool, nullptr);
}

StatusOr<VkCommandBuffer> VulkanCommands::allocate() {
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkAllocateCommandBuffers(context->device(), &info, &commands),
      "vkAllocateCommandBuffers");
  return commands;
}

StatusOr<VkFence> VulkanCommands::makeFence() {
  VkFenceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  fences.reserve(fences.size() + 1); // so that no fence is created and then lost
  VkFence made = VK_NULL_HANDLE;
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkCreateFence(context->device(), &info, nullptr, &made),
      "vkCreateFence");
  fences.push_back(made);
  return made;
}

static constexpr VkPipelineStageFlags kWork =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
static constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
static constexpr VkAccessFlags kAccesses =
    kWrites | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;

static void barrier(const VulkanDeviceFunctions &vk, VkCommandBuffer commands,
                    VkPipelineStageFlags after, VkAccessFlags written, VkPipelineStageFlags before,
                    VkAccessFlags accessed) {
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = written;
  memory.dstAccessMask = accessed;
  vk.vkCmdPipelineBarrier(commands, after, before, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void recordBarrier(const VulkanDeviceFunctions &vk, VkCommandBuffer commands) {
  barrier(vk, commands, kWork, kWrites, kWork, kAccesses);
}

Status VulkanCommands::begin(VkCommandBuffer commands) {
  if (context->isHung()) // the device may still use it
    return context->checkUsable();
  // A failed recording may have left commands behind.
  RLX_VULKAN_RETURN_IF_ERROR(context->functions().vkResetCommandBuffer(commands, 0),
                             "vkResetCommandBuffer");
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  RLX_VULKAN_RETURN_IF_ERROR(context->functions().vkBeginCommandBuffer(commands, &info),
                             "vkBeginCommandBuffer");
  return okStatus();
}

Status VulkanCommands::end(VkCommandBuffer commands) {
  // One barrier at the end suffices. A second one at the beginning, for earlier submissions, would
  // cost 1 to 2 us on a GPU. Writes of the host are visible without one.
  barrier(context->functions(), commands, kWork, kWrites, kWork | VK_PIPELINE_STAGE_HOST_BIT,
          kAccesses | VK_ACCESS_HOST_READ_BIT);
  RLX_VULKAN_RETURN_IF_ERROR(context->functions().vkEndCommandBuffer(commands),
                             "vkEndCommandBuffer");
  return okStatus();
}

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
