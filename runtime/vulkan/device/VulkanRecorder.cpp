// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording of commands: descriptor sets, push constants, and barriers between groups.
//
// Scalars are pushed if they fit, otherwise they are written to a pooled buffer.
#include "runtime/vulkan/device/VulkanRecorder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "runtime/base/StrCat.h"
#include "runtime/vulkan/device/VulkanBlock.h"

namespace rlx::rt {

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

// Records a full barrier: commands before it are done, and their writes visible, before later ones
// begin.
static void recordBarrier(const VulkanDeviceFunctions &vk, VkCommandBuffer commands) {
  barrier(vk, commands, kWork, kWrites, kWork, kAccesses);
}

VulkanRecorder::VulkanRecorder(std::shared_ptr<VulkanContext> owner, BufferSlice empty)
    : GpuRecorder(owner->profile()), context(std::move(owner)), vk(context->functions()),
      descriptors(context), scalarPool(context, MemoryKind::Upload), nothing(std::move(empty)) {}

void VulkanRecorder::reset() {
  descriptors.clear();
  kept.clear();
  scalarPool.rewind();
}

void VulkanRecorder::countMemory(BlockBytes &into) const {
  into.add(scalarPool.newest());
  for (const BufferSlice &slice : kept)
    into.add(slice);
}

Status VulkanRecorder::beginList(GpuCommandList &into, bool timed) {
  if (context->isHung()) // the device may still use it
    return context->checkUsable();
  list = &static_cast<VulkanCommandList &>(into);
  commands = list->commands();
  isTimed = timed;
  // A failed recording may have left commands behind.
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkResetCommandBuffer(commands, 0), "vkResetCommandBuffer");
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
  return timed ? list->startTimer() : okStatus();
}

Status VulkanRecorder::end() {
  if (isTimed)
    list->stopTimer();
  // One barrier at the end suffices. A second one at the beginning, for earlier submissions, would
  // cost 1 to 2 us on a GPU. Writes of the host are visible without one.
  barrier(vk, commands, kWork, kWrites, kWork | VK_PIPELINE_STAGE_HOST_BIT,
          kAccesses | VK_ACCESS_HOST_READ_BIT);
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  return okStatus();
}

Status VulkanRecorder::addCopy(const BufferSlice &from, const BufferSlice &to, bool beginsGroup) {
  if (beginsGroup)
    recordBarrier(vk, commands);
  const VkBufferCopy region{from.offset, to.offset, to.size};
  vk.vkCmdCopyBuffer(commands, bufferOf(from), bufferOf(to), 1, &region);
  return okStatus();
}

void VulkanRecorder::addBuffer(uint32_t binding, const BufferSlice &slice, uint64_t offset,
                               uint64_t size) {
  infos.push_back({bufferOf(slice), offset, size});
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstBinding = binding;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  writes.push_back(write);
}

static const VulkanPipeline &pipelineOf(const GpuDispatch &what) {
  return static_cast<const VulkanPipeline &>(*what.kernel);
}

Status VulkanRecorder::bindOperands(const GpuDispatch &what) {
  for (uint32_t i = 0; i < what.operands.size(); ++i) {
    const BufferSlice &slice = what.operands[i].size ? what.operands[i] : nothing;
    const uint64_t extra = slice.offset % profile.bufferOffsetAlignment;
    // Kernels may read the whole word of the last bytes. Blocks end at a multiple of a word.
    const uint64_t size = (extra + slice.size + 3) / 4 * 4;
    if (size > profile.maxBufferBytes)
      return outOfRange(strCat("operand ", i, " has ", slice.size, " bytes, but kernels on '",
                               profile.name, "' reach at most ", profile.maxBufferBytes));
    addBuffer(i, slice, slice.offset - extra, size);
    words.push_back(static_cast<uint32_t>(extra));
  }
  for (const int64_t dim : what.dims) {
    // Index arguments may be negative.
    if (dim < std::numeric_limits<int32_t>::min() || dim > std::numeric_limits<int32_t>::max())
      return outOfRange(strCat("a size is ", dim, ", more than kernels for Vulkan can count"));
    words.push_back(static_cast<uint32_t>(dim));
  }
  return okStatus();
}

Status VulkanRecorder::pushScalars(const GpuDispatch &what) {
  const VulkanPipeline &kernel = pipelineOf(what);
  if (kernel.pushesScalars()) {
    if (!words.empty())
      vk.vkCmdPushConstants(commands, kernel.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                            static_cast<uint32_t>(words.size() * sizeof(uint32_t)), words.data());
    return okStatus();
  }
  const size_t bytes = words.size() * sizeof(uint32_t);
  RLX_ASSIGN_OR_RETURN(BufferSlice slice, scalarPool.allocate(bytes, profile.bufferOffsetAlignment,
                                                              "sizes for kernels"));
  std::memcpy(slice.block->mapped() + slice.offset, words.data(), bytes);
  addBuffer(kernel.scalarsBinding(), slice, slice.offset, slice.size);
  kept.push_back(std::move(slice));
  return okStatus();
}

Status VulkanRecorder::bind(const GpuDispatch &what) {
  const VulkanPipeline &pipeline = pipelineOf(what);
  infos.clear();
  writes.clear();
  words.clear();
  RLX_RETURN_IF_ERROR(bindOperands(what));
  if (pipeline.usesStatus)
    addBuffer(pipeline.statusBinding(), what.status, what.status.offset, what.status.size);
  if (pipeline.usesWorkspace) {
    const BufferSlice &scratch = what.workspace.size ? what.workspace : nothing;
    if (scratch.size > profile.maxBufferBytes)
      return outOfRange(strCat("scratch of ", scratch.size, " bytes is more than kernels on '",
                               profile.name, "' reach"));
    addBuffer(pipeline.workspaceBinding(), scratch, scratch.offset, scratch.size);
  }
  RLX_RETURN_IF_ERROR(pushScalars(what));
  if (writes.empty())
    return okStatus();
  RLX_ASSIGN_OR_RETURN(const VkDescriptorSet set,
                       descriptors.allocate(pipeline.setLayout, pipeline.bindings));
  for (size_t i = 0; i < writes.size(); ++i) {
    writes[i].dstSet = set;
    writes[i].pBufferInfo = &infos[i];
  }
  vk.vkUpdateDescriptorSets(context->device(), static_cast<uint32_t>(writes.size()), writes.data(),
                            0, nullptr);
  vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1, &set,
                             0, nullptr);
  return okStatus();
}

Status VulkanRecorder::addDispatch(const GpuDispatch &what, bool beginsGroup) {
  vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelineOf(what).pipeline);
  RLX_RETURN_IF_ERROR(bind(what));
  if (beginsGroup)
    recordBarrier(vk, commands);
  vk.vkCmdDispatch(commands, what.grid[0], what.grid[1], what.grid[2]);
  return okStatus();
}

} // namespace rlx::rt
