// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records dispatches and copies into a command buffer, with barriers only between commands that
// depend on each other.
//
// Independent commands run concurrently on the device. Hazards decides where a barrier is needed.
#ifndef RLX_RUNTIME_VULKAN_EXECUTOR_VULKANRECORDER_H
#define RLX_RUNTIME_VULKAN_EXECUTOR_VULKANRECORDER_H

#include <array>
#include <span>
#include <vector>

#include "runtime/vulkan/executor/Hazards.h"
#include "runtime/vulkan/memory/VulkanCommands.h"
#include "runtime/vulkan/pipeline/VulkanPipelines.h"

namespace rlx::rt {

// The operands of one dispatch.
struct VulkanDispatch {
  const VulkanPipeline *pipeline = nullptr;
  std::vector<BufferSlice> operands; // inputs, then outputs
  size_t numOutputs = 0;
  BufferSlice status, workspace; // if the kernel uses them
  std::span<const int64_t> dims;
  std::array<uint32_t, 3> grid{};
};

// Threads: confined to one executor. The caller keeps the operands' memory alive.
class VulkanRecorder {
public:
  // `nothing` is bound for operands without bytes.
  VulkanRecorder(std::shared_ptr<VulkanContext> context, BufferSlice nothing);

  // Drops the descriptor sets of all recordings, none of which may be used any more.
  void reset();
  // Records into `buffer` from now on, after VulkanCommands::begin().
  void start(VkCommandBuffer buffer);
  // OutOfRange for sizes beyond the device's limits.
  Status dispatch(const VulkanDispatch &what);
  // Unsupported for slices that overlap without being equal.
  Status copy(const BufferSlice &from, const BufferSlice &to);
  // Commands since start(), and barriers between them.
  uint32_t numCommands() const { return commandCount; }
  uint32_t numBarriers() const { return barrierCount; }
  // Counts the memory of scalars that exceed the push constants.
  void countMemory(BlockBytes &into) const;

private:
  void order();
  Status bind(const VulkanDispatch &what);
  Status bindOperands(const VulkanDispatch &what);
  Status pushScalars(const VulkanDispatch &what);
  void addBuffer(uint32_t binding, const BufferSlice &slice, uint64_t offset, uint64_t size);

  std::shared_ptr<VulkanContext> context;
  const VulkanDeviceFunctions &vk;
  VulkanDescriptors descriptors;
  VulkanPool scalarPool; // for those that exceed the push constants
  BufferSlice nothing;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  uint32_t commandCount = 0, barrierCount = 0;
  Hazards hazards;
  // State of the command that is being recorded.
  std::vector<Hazards::Access> accesses;
  std::vector<VkDescriptorBufferInfo> infos;
  std::vector<VkWriteDescriptorSet> writes;
  std::vector<uint32_t> words;   // scalars
  std::vector<BufferSlice> kept; // scalars in memory
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_EXECUTOR_VULKANRECORDER_H
