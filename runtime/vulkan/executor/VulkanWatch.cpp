// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs with an observer or taps: one command at a time, with its operands copied to the host. Part
// of VulkanExecutor.
//
// Slow: every command is submitted and waited for. Times come from timestamps if the queue has
// them.
#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/observe/CommandRecord.h"
#include "runtime/vulkan/executor/VulkanExecutor.h"

namespace rlx::rt {

Status VulkanExecutor::makeTimestamps() {
  if (timestamps || context->timestampPeriod() == 0)
    return okStatus();
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2;
  RLX_VULKAN_RETURN_IF_ERROR(
      context->functions().vkCreateQueryPool(context->device(), &info, nullptr, &timestamps),
      "vkCreateQueryPool");
  return okStatus();
}

// `nanoseconds` gets the device's time, if it has timestamps.
Status VulkanExecutor::runOneOnDevice(const Execution &execution, size_t index,
                                      uint64_t &nanoseconds) {
  const VulkanDeviceFunctions &vk = context->functions();
  RLX_RETURN_IF_ERROR(makeTimestamps());
  transient->reset();
  RLX_RETURN_IF_ERROR(commands->begin(single));
  transient->start(single);
  if (timestamps) {
    vk.vkCmdResetQueryPool(single, timestamps, 0, 2);
    vk.vkCmdWriteTimestamp(single, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps, 0);
  }
  RLX_RETURN_IF_ERROR(recordOne(execution, index, *transient));
  if (timestamps)
    vk.vkCmdWriteTimestamp(single, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timestamps, 1);
  RLX_RETURN_IF_ERROR(commands->end(single));
  RLX_RETURN_IF_ERROR(submitAndWait(single));
  uint64_t ticks[2] = {};
  if (timestamps &&
      vk.vkGetQueryPoolResults(context->device(), timestamps, 0, 2, sizeof(ticks), ticks,
                               sizeof(ticks[0]), VK_QUERY_RESULT_64_BIT) == VK_SUCCESS &&
      ticks[1] >= ticks[0])
    nanoseconds = static_cast<uint64_t>(static_cast<double>(ticks[1] - ticks[0]) *
                                        context->timestampPeriod());
  return firstKernelError(execution.lane, execution.inPrepare, execution.values);
}

// The content of a buffer, in memory that the host reads.
StatusOr<const void *> VulkanExecutor::readBack(const Execution &execution, uint32_t buffer,
                                                size_t slot) {
  const auto size = static_cast<size_t>(execution.plan.ranges[buffer].size);
  if (isOnHost(buffer)) {
    RLX_ASSIGN_OR_RETURN(void *const pointer, hostPointer(execution, buffer));
    return static_cast<const void *>(pointer);
  }
  if (!seen[slot].reserve(size))
    return outOfMemory(strCat("no memory to see ", size, " bytes of the device"));
  RLX_ASSIGN_OR_RETURN(const BufferSlice slice, sliceOf(execution, buffer));
  RLX_RETURN_IF_ERROR(transfer.download(slice, seen[slot].data()));
  return static_cast<const void *>(seen[slot].data());
}

// Fills `probed` with operands [begin, end).
Status VulkanExecutor::showBuffers(const Execution &execution, size_t index, size_t begin,
                                   size_t end) {
  const Command &command = execution.commands[index];
  probed.clear();
  for (size_t i = begin; i < end; ++i) {
    RLX_ASSIGN_OR_RETURN(const void *const data, readBack(execution, command.buffers[i], i));
    probed.push_back({command.buffers[i], data, execution.plan.ranges[command.buffers[i]].size});
  }
  return okStatus();
}

Status VulkanExecutor::showTapped(const Execution &execution, size_t index) {
  for (const OperandTap &tap : execution.taps->of(index)) {
    const uint32_t buffer = execution.commands[index].buffers[tap.operand];
    RLX_ASSIGN_OR_RETURN(const void *const data, readBack(execution, buffer, tap.operand));
    execution.taps->onOperand(tap, data, execution.plan.ranges[buffer].size);
  }
  return okStatus();
}

// Whether it is a dispatch without workgroups although its results have elements: another dispatch
// computes them for the sizes of this run.
bool VulkanExecutor::isForOtherSizes(const Execution &execution, size_t index) const {
  const Command &command = execution.commands[index];
  if (command.kind != CommandKind::Dispatch || !isForDevice(command))
    return false;
  const std::span outputs = std::span(command.buffers).subspan(firstOutput(command));
  return std::ranges::count(execution.plan.commands[index].grid, 0u) != 0 &&
         std::ranges::any_of(
             outputs, [&](uint32_t buffer) { return execution.plan.ranges[buffer].size != 0; });
}

Status VulkanExecutor::runWatched(const Execution &execution, size_t index) {
  const Command &command = execution.commands[index];
  if (isForOtherSizes(execution, index))
    return execution.taps ? showTapped(execution, index) : okStatus();
  RunObserver *const observer = execution.observer;
  if (observer && observer->wantsInputs()) {
    RLX_RETURN_IF_ERROR(showBuffers(execution, index, 0, firstOutput(command)));
    observer->onInputs(static_cast<uint32_t>(index), execution.inPrepare, probed);
  }
  unsigned threadsUsed = 1;
  const uint64_t start = nowNs();
  uint64_t taken = 0;
  RLX_RETURN_IF_ERROR(isForDevice(command) ? runOneOnDevice(execution, index, taken)
                                           : runOnHost(execution, index, threadsUsed));
  if (taken == 0)
    taken = nowNs() - start;
  if (observer) {
    DispatchRecord record =
        recordOf(program, command, index, execution.inPrepare, execution.plan.commands[index]);
    record.startNs = start;
    record.endNs = start + taken;
    record.threads = threadsUsed;
    observer->onCommand(record);
    if (observer->wantsBuffers()) {
      RLX_RETURN_IF_ERROR(
          showBuffers(execution, index, firstOutput(command), command.buffers.size()));
      observer->onBuffers(record, probed);
    }
    RLX_RETURN_IF_ERROR(observer->verdict());
  }
  return execution.taps ? showTapped(execution, index) : okStatus();
}

} // namespace rlx::rt
