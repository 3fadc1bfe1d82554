// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creation of command buffers and fences, submission, and timestamps.
//
// The queue is the context's; see VulkanContext::submit().
#include "runtime/vulkan/device/VulkanCommandPool.h"

#include "runtime/vulkan/device/VulkanRecorder.h"

namespace rlx::rt {

VulkanCommandList::~VulkanCommandList() {
  if (timestamps && !context.isHung())
    context.functions().vkDestroyQueryPool(context.device(), timestamps, nullptr);
}

Status VulkanCommandList::startTimer() {
  if (context.timestampPeriod() == 0)
    return okStatus();
  const VulkanDeviceFunctions &vk = context.functions();
  if (!timestamps) {
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2;
    RLX_VULKAN_RETURN_IF_ERROR(vk.vkCreateQueryPool(context.device(), &info, nullptr, &timestamps),
                               "vkCreateQueryPool");
  }
  vk.vkCmdResetQueryPool(handle, timestamps, 0, 2);
  vk.vkCmdWriteTimestamp(handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps, 0);
  return okStatus();
}

void VulkanCommandList::stopTimer() {
  if (timestamps)
    context.functions().vkCmdWriteTimestamp(handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                            timestamps, 1);
}

uint64_t VulkanCommandList::elapsedNs() const {
  uint64_t ticks[2] = {};
  if (!timestamps ||
      context.functions().vkGetQueryPoolResults(context.device(), timestamps, 0, 2, sizeof(ticks),
                                                ticks, sizeof(ticks[0]),
                                                VK_QUERY_RESULT_64_BIT) != VK_SUCCESS ||
      ticks[1] < ticks[0])
    return 0;
  return static_cast<uint64_t>(static_cast<double>(ticks[1] - ticks[0]) *
                               context.timestampPeriod());
}

StatusOr<std::unique_ptr<VulkanCommandPool>>
VulkanCommandPool::create(std::shared_ptr<VulkanContext> context) {
  std::unique_ptr<VulkanCommandPool> result(new VulkanCommandPool(std::move(context)));
  RLX_RETURN_IF_ERROR(result->make());
  return result;
}

Status VulkanCommandPool::make() {
  VkCommandPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = context->queueFamily();
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkCreateCommandPool(context->device(), &info, nullptr, &pool),
      "vkCreateCommandPool");
  return okStatus();
}

VulkanCommandPool::~VulkanCommandPool() {
  if (context->isHung())
    return;
  const VulkanDeviceFunctions &vk = context->functions();
  for (const std::unique_ptr<VulkanFence> &one : fences)
    vk.vkDestroyFence(context->device(), one->handle, nullptr);
  if (pool)
    vk.vkDestroyCommandPool(context->device(), pool, nullptr);
}

StatusOr<GpuCommandList *> VulkanCommandPool::makeList(ListUse) {
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkAllocateCommandBuffers(context->device(), &info, &commands),
      "vkAllocateCommandBuffers");
  lists.push_back(std::make_unique<VulkanCommandList>(*context, commands));
  return lists.back().get();
}

StatusOr<GpuFence *> VulkanCommandPool::makeFence() {
  VkFenceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  auto made = std::make_unique<VulkanFence>();
  fences.reserve(fences.size() + 1); // so that no fence is created and then lost
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkCreateFence(context->device(), &info, nullptr, &made->handle),
      "vkCreateFence");
  fences.push_back(std::move(made));
  return fences.back().get();
}

std::unique_ptr<GpuRecorder> VulkanCommandPool::makeRecorder(BufferSlice nothing) {
  return std::make_unique<VulkanRecorder>(context, std::move(nothing));
}

Status VulkanCommandPool::submit(GpuCommandList &list, GpuFence &fence) {
  return context->submit(static_cast<VulkanCommandList &>(list).commands(),
                         static_cast<VulkanFence &>(fence).handle);
}

Status VulkanCommandPool::wait(GpuFence &fence) {
  return context->wait(static_cast<VulkanFence &>(fence).handle);
}

} // namespace rlx::rt
