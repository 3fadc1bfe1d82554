// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording of commands: descriptor sets, push constants, and barriers where Hazards finds a
// conflict.
//
// Scalars are pushed if they fit, otherwise they are written to a pooled buffer.
#include "runtime/vulkan/executor/VulkanRecorder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

VulkanRecorder::VulkanRecorder(std::shared_ptr<VulkanContext> owner, BufferSlice empty)
    : context(std::move(owner)), vk(context->functions()), descriptors(context),
      scalarPool(context, MemoryKind::Upload), nothing(std::move(empty)) {}

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

void VulkanRecorder::start(VkCommandBuffer buffer) {
  commands = buffer;
  commandCount = barrierCount = 0;
  hazards.clear();
}

// Records a barrier before the command with these `accesses`, if it needs one.
void VulkanRecorder::order() {
  if (hazards.conflicts(accesses)) {
    recordBarrier(vk, commands);
    hazards.clear();
    ++barrierCount;
  }
  hazards.add(accesses);
  ++commandCount;
}

Status VulkanRecorder::copy(const BufferSlice &from, const BufferSlice &to) {
  const bool isSameBlock = from.block == to.block;
  if (to.size == 0 || (isSameBlock && from.offset == to.offset))
    return okStatus();
  if (isSameBlock && from.offset < to.offset + to.size && to.offset < from.offset + from.size)
    return unsupported("a copy to bytes that overlap those it is from");
  accesses = {{from.block.get(), from.offset, from.offset + from.size, false},
              {to.block.get(), to.offset, to.offset + to.size, true}};
  order();
  const VkBufferCopy region{from.offset, to.offset, to.size};
  vk.vkCmdCopyBuffer(commands, from.block->buffer(), to.block->buffer(), 1, &region);
  return okStatus();
}

// A binding of `size` bytes at `offset` in the slice's block.
void VulkanRecorder::addBuffer(uint32_t binding, const BufferSlice &slice, uint64_t offset,
                               uint64_t size) {
  infos.push_back({slice.block->buffer(), offset, size});
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstBinding = binding;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  writes.push_back(write);
}

Status VulkanRecorder::bindOperands(const VulkanDispatch &what) {
  const DeviceProfile &profile = context->profile();
  for (uint32_t i = 0; i < what.operands.size(); ++i) {
    const BufferSlice &slice = what.operands[i].size ? what.operands[i] : nothing;
    const uint64_t extra = slice.offset % profile.bufferOffsetAlignment;
    if (what.pipeline->kernel.needsAligned && slice.offset % kOperandAlignment != 0)
      return dataLoss(strCat("operand ", i, " is not at a multiple of ", kOperandAlignment,
                             " bytes, which its kernel relies on"));
    // Kernels may read the whole word of the last bytes. Blocks end at a multiple of a word.
    const uint64_t size = (extra + slice.size + 3) / 4 * 4;
    if (size > profile.maxBufferBytes)
      return outOfRange(strCat("operand ", i, " has ", slice.size, " bytes, but kernels on '",
                               profile.name, "' reach at most ", profile.maxBufferBytes));
    addBuffer(i, slice, slice.offset - extra, size);
    words.push_back(static_cast<uint32_t>(extra));
    if (what.operands[i].size)
      accesses.push_back({slice.block.get(), slice.offset, slice.offset + slice.size,
                          i + what.numOutputs >= what.operands.size()});
  }
  for (const int64_t dim : what.dims) {
    // Index arguments may be negative.
    if (dim < std::numeric_limits<int32_t>::min() || dim > std::numeric_limits<int32_t>::max())
      return outOfRange(strCat("a size is ", dim, ", more than kernels for Vulkan can count"));
    words.push_back(static_cast<uint32_t>(dim));
  }
  return okStatus();
}

Status VulkanRecorder::pushScalars(const VulkanDispatch &what) {
  const SpirvKernel &kernel = what.pipeline->kernel;
  if (kernel.pushesScalars()) {
    if (!words.empty())
      vk.vkCmdPushConstants(commands, what.pipeline->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                            static_cast<uint32_t>(words.size() * sizeof(uint32_t)), words.data());
    return okStatus();
  }
  const size_t bytes = words.size() * sizeof(uint32_t);
  RLX_ASSIGN_OR_RETURN(
      BufferSlice slice,
      scalarPool.allocate(bytes, context->profile().bufferOffsetAlignment, "sizes for kernels"));
  std::memcpy(slice.block->mapped() + slice.offset, words.data(), bytes);
  addBuffer(kernel.scalarsBinding(), slice, slice.offset, slice.size);
  kept.push_back(std::move(slice));
  return okStatus();
}

Status VulkanRecorder::bind(const VulkanDispatch &what) {
  const VulkanPipeline &pipeline = *what.pipeline;
  accesses.clear();
  infos.clear();
  writes.clear();
  words.clear();
  RLX_RETURN_IF_ERROR(bindOperands(what));
  if (pipeline.kernel.usesStatus)
    addBuffer(pipeline.kernel.statusBinding(), what.status, what.status.offset, what.status.size);
  if (pipeline.kernel.usesWorkspace) {
    const BufferSlice &scratch = what.workspace.size ? what.workspace : nothing;
    if (scratch.size > context->profile().maxBufferBytes)
      return outOfRange(strCat("scratch of ", scratch.size, " bytes is more than kernels on '",
                               context->profile().name, "' reach"));
    addBuffer(pipeline.kernel.workspaceBinding(), scratch, scratch.offset, scratch.size);
    if (what.workspace.size)
      accesses.push_back(
          {scratch.block.get(), scratch.offset, scratch.offset + scratch.size, true});
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

// Whether all results are empty and no index check can fail.
static bool writesNothing(const VulkanDispatch &what) {
  const auto results = std::span(what.operands).last(what.numOutputs);
  return !results.empty() && !what.pipeline->kernel.usesStatus &&
         std::ranges::all_of(results, [](const BufferSlice &slice) { return slice.size == 0; });
}

Status VulkanRecorder::dispatch(const VulkanDispatch &what) {
  const DeviceProfile &profile = context->profile();
  for (size_t axis = 0; axis < 3; ++axis)
    if (what.grid[axis] > profile.maxWorkgroupCount[axis])
      return outOfRange(strCat("the grid has ", what.grid[axis], " workgroups along axis ", axis,
                               ", but '", profile.name, "' does at most ",
                               profile.maxWorkgroupCount[axis]));
  if (what.grid[0] == 0 || what.grid[1] == 0 || what.grid[2] == 0 || writesNothing(what))
    return okStatus();
  vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, what.pipeline->pipeline);
  RLX_RETURN_IF_ERROR(bind(what));
  order();
  vk.vkCmdDispatch(commands, what.grid[0], what.grid[1], what.grid[2]);
  return okStatus();
}

} // namespace rlx::rt
