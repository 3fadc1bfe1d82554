// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs with an observer or taps: one command at a time, with its operands copied to the host. Part
// of GpuExecutor.
//
// Slow: every command is submitted and waited for. Times are the device's, if it has a clock.
#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/gpu/executor/GpuExecutor.h"
#include "runtime/program/observe/CommandRecord.h"

namespace rlx::rt {

// `nanoseconds` gets the device's time, if it has a clock.
Status GpuExecutor::runOneOnDevice(const Execution &execution, size_t index,
                                   uint64_t &nanoseconds) {
  transient->reset();
  RLX_RETURN_IF_ERROR(transient->begin(*single, /*isTimed=*/true));
  RLX_RETURN_IF_ERROR(recordOne(execution, index, *transient));
  RLX_RETURN_IF_ERROR(transient->end());
  RLX_RETURN_IF_ERROR(submitAndWait(*single));
  nanoseconds = single->elapsedNs();
  return firstKernelError(execution.lane, execution.inPrepare, execution.values);
}

// The content of a buffer, in memory that the host reads.
StatusOr<const void *> GpuExecutor::readBack(const Execution &execution, uint32_t buffer,
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
Status GpuExecutor::showBuffers(const Execution &execution, size_t index, size_t begin,
                                size_t end) {
  const Command &command = execution.commands[index];
  probed.clear();
  for (size_t i = begin; i < end; ++i) {
    RLX_ASSIGN_OR_RETURN(const void *const data, readBack(execution, command.buffers[i], i));
    probed.push_back({command.buffers[i], data, execution.plan.ranges[command.buffers[i]].size});
  }
  return okStatus();
}

Status GpuExecutor::showTapped(const Execution &execution, size_t index) {
  for (const OperandTap &tap : execution.taps->of(index)) {
    const uint32_t buffer = execution.commands[index].buffers[tap.operand];
    RLX_ASSIGN_OR_RETURN(const void *const data, readBack(execution, buffer, tap.operand));
    execution.taps->onOperand(tap, data, execution.plan.ranges[buffer].size);
  }
  return okStatus();
}

// Whether it is a dispatch without workgroups although its results have elements: another dispatch
// computes them for the sizes of this run.
bool GpuExecutor::isForOtherSizes(const Execution &execution, size_t index) const {
  const Command &command = execution.commands[index];
  if (command.kind != CommandKind::Dispatch || !isForDevice(command))
    return false;
  const std::span outputs = std::span(command.buffers).subspan(firstOutput(command));
  return std::ranges::count(execution.plan.commands[index].grid, 0u) != 0 &&
         std::ranges::any_of(
             outputs, [&](uint32_t buffer) { return execution.plan.ranges[buffer].size != 0; });
}

Status GpuExecutor::runWatched(const Execution &execution, size_t index) {
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
