// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records dispatches and copies into a command buffer, with barriers only between commands that
// depend on each other.
//
// Independent commands run concurrently on the device. A group of commands (GpuRecorder) ends with
// a barrier.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANRECORDER_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANRECORDER_H

#include <memory>
#include <vector>

#include "runtime/gpu/memory/GpuPool.h"
#include "runtime/vulkan/device/VulkanCommandPool.h"
#include "runtime/vulkan/device/VulkanDescriptors.h"
#include "runtime/vulkan/device/VulkanPipelines.h"

namespace rlx::rt {

// Threads: confined to one executor. The caller keeps the operands' memory alive.
class VulkanRecorder : public GpuRecorder {
public:
  // `nothing` is bound for operands without bytes.
  VulkanRecorder(std::shared_ptr<VulkanContext> context, BufferSlice nothing);

  void reset() override;
  Status end() override;
  // Counts the memory of scalars that exceed the push constants.
  void countMemory(BlockBytes &into) const override;

private:
  Status beginList(GpuCommandList &list, bool timed) override;
  Status addDispatch(const GpuDispatch &what, bool beginsGroup) override;
  Status addCopy(const BufferSlice &from, const BufferSlice &to, bool beginsGroup) override;
  Status bind(const GpuDispatch &what);
  Status bindOperands(const GpuDispatch &what);
  Status pushScalars(const GpuDispatch &what);
  void addBuffer(uint32_t binding, const BufferSlice &slice, uint64_t offset, uint64_t size);

  std::shared_ptr<VulkanContext> context;
  const VulkanDeviceFunctions &vk;
  VulkanDescriptors descriptors;
  GpuPool scalarPool; // for those that exceed the push constants
  BufferSlice nothing;
  VulkanCommandList *list = nullptr;
  VkCommandBuffer commands = VK_NULL_HANDLE; // the list's
  bool isTimed = false;
  // State of the command that is being recorded.
  std::vector<VkDescriptorBufferInfo> infos;
  std::vector<VkWriteDescriptorSet> writes;
  std::vector<uint32_t> words;   // scalars
  std::vector<BufferSlice> kept; // scalars in memory
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANRECORDER_H
