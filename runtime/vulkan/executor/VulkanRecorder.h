// Puts dispatches and copies into a command buffer, with barriers between those that depend on each
// other and nowhere else.
#ifndef RLX_RUNTIME_VULKAN_EXECUTOR_VULKANRECORDER_H
#define RLX_RUNTIME_VULKAN_EXECUTOR_VULKANRECORDER_H

#include <array>
#include <span>
#include <vector>

#include "runtime/vulkan/executor/Hazards.h"
#include "runtime/vulkan/memory/VulkanCommands.h"
#include "runtime/vulkan/pipeline/VulkanPipelines.h"

namespace rlx::rt {

// What one dispatch works on.
struct VulkanDispatch {
  const VulkanPipeline *pipeline = nullptr;
  std::vector<BufferSlice> operands; // inputs, then outputs
  size_t numOutputs = 0;
  BufferSlice status, workspace; // if the kernel uses them
  std::span<const int64_t> dims;
  std::array<uint32_t, 3> grid{};
};

// Threads: confined to one executor. Operands' memory is kept by whoever records.
class VulkanRecorder {
public:
  // `nothing` stands for operands of no bytes.
  VulkanRecorder(std::shared_ptr<VulkanContext> context, BufferSlice nothing);

  // Forgets what all recordings bind: none of them is used any more.
  void reset();
  // Recording goes there from now on, after what VulkanCommands::begin() has recorded.
  void start(VkCommandBuffer buffer);
  // OutOfRange for sizes that the device cannot do.
  Status dispatch(const VulkanDispatch &what);
  // Unsupported for pieces that overlap without being the same.
  Status copy(const BufferSlice &from, const BufferSlice &to);
  // Commands, and barriers between them, since start().
  uint32_t numCommands() const { return commandCount; }
  uint32_t numBarriers() const { return barrierCount; }
  // Of scalars that cannot be pushed.
  void countMemory(BlockBytes &into) const;

private:
  void order();
  Status bind(const VulkanDispatch &what);
  Status bindOperands(const VulkanDispatch &what);
  Status pushScalars(const VulkanDispatch &what);
  void addBuffer(uint32_t binding, const BufferSlice &piece, uint64_t offset, uint64_t size);

  std::shared_ptr<VulkanContext> context;
  const VulkanDeviceFunctions &vk;
  VulkanDescriptors descriptors;
  VulkanPool scalarPool; // for those that cannot be pushed
  BufferSlice nothing;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  uint32_t commandCount = 0, barrierCount = 0;
  Hazards hazards;
  // Of the command that is being recorded.
  std::vector<Hazards::Access> accesses;
  std::vector<VkDescriptorBufferInfo> infos;
  std::vector<VkWriteDescriptorSet> writes;
  std::vector<uint32_t> words;   // scalars
  std::vector<BufferSlice> kept; // scalars in memory
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_EXECUTOR_VULKANRECORDER_H
