// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command buffers and fences of one executor.
//
// A pool keeps all of them together: they are freed when the executor is. Recording is in
// VulkanRecorder.h.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANCOMMANDPOOL_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANCOMMANDPOOL_H

#include <memory>
#include <vector>

#include "runtime/vulkan/device/VulkanContext.h"

namespace rlx::rt {

// A command buffer, and two timestamps if it was ever recorded with a timer. Threads: confined to
// one executor.
class VulkanCommandList : public GpuCommandList {
public:
  // `commands` belong to a pool, which must outlive the list.
  VulkanCommandList(const VulkanContext &of, VkCommandBuffer commands)
      : context(of), handle(commands) {}
  VulkanCommandList(const VulkanCommandList &) = delete;
  ~VulkanCommandList() override;

  VkCommandBuffer commands() const { return handle; }
  uint64_t elapsedNs() const override;
  // Record the two timestamps. No effect on a device without them.
  Status startTimer();
  void stopTimer();

private:
  const VulkanContext &context;
  VkCommandBuffer handle;
  VkQueryPool timestamps = VK_NULL_HANDLE; // null until needed
};

// Threads: confined to one executor.
struct VulkanFence : GpuFence {
  VkFence handle = VK_NULL_HANDLE;
};

// A command pool, and a fence to wait with. Threads: confined to one executor.
class VulkanCommandPool : public GpuCommandPool {
public:
  static StatusOr<std::unique_ptr<VulkanCommandPool>>
  create(std::shared_ptr<VulkanContext> context);
  ~VulkanCommandPool() override;

  StatusOr<GpuCommandList *> makeList(ListUse use) override;
  StatusOr<GpuFence *> makeFence() override;
  std::unique_ptr<GpuRecorder> makeRecorder(BufferSlice nothing) override;
  Status submit(GpuCommandList &list, GpuFence &fence) override;
  Status wait(GpuFence &fence) override;

private:
  explicit VulkanCommandPool(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {}
  Status make();

  std::shared_ptr<VulkanContext> context;
  VkCommandPool pool = VK_NULL_HANDLE;
  std::vector<std::unique_ptr<VulkanFence>> fences;
  std::vector<std::unique_ptr<VulkanCommandList>> lists;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANCOMMANDPOOL_H
