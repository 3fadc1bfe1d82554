// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a bound shape: arenas, inputs, outputs, staging and workspace. Part of GpuExecutor.
//
// Memory grows with the largest shape and is reused by others.
#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/gpu/executor/GpuExecutor.h"

namespace rlx::rt {

using Ranges = std::vector<GpuSpace::Range>;

int64_t GpuExecutor::maxAllocationSize() const {
  return static_cast<int64_t>(context->maxBlockBytes());
}

Status GpuExecutor::reserveArena(const Plan &bound, uint32_t stage, GpuSpace &device,
                                 GpuSpace &host) {
  Ranges onDevice, onHost;
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (sizes.stages().ofBuffer[i] == stage && program.buffers[i].kind == BufferKind::Arena &&
        bound.ranges[i].size != 0)
      (program.buffers[i].onHost ? onHost : onDevice)
          .push_back({bound.ranges[i].offset, bound.ranges[i].size});
  RLX_RETURN_IF_ERROR(
      device.reserve(context, std::move(onDevice), MemoryKind::Device, "temporaries"));
  return host.reserve(context, std::move(onHost), MemoryKind::Readback, "temporaries of the host");
}

// Memory for the buffers of a stage, none of which is in use. Commands that use it are recorded
// each time.
Status GpuExecutor::reserveStage(uint32_t stage) {
  RLX_RETURN_IF_ERROR(reserveArena(*plan, stage, stageArenas[stage], stageHostArenas[stage]));
  for (size_t k = 0; k < program.outputs.size(); ++k) {
    const uint32_t buffer = program.outputs[k].buffer;
    if (sizes.stages().ofBuffer[buffer] != stage)
      continue;
    Ranges whole;
    if (plan->ranges[buffer].size != 0)
      whole.push_back({0, plan->ranges[buffer].size});
    RLX_RETURN_IF_ERROR(
        computedOutputs[k].reserve(context, std::move(whole), MemoryKind::Device, "outputs"));
  }
  const uint64_t before = workspaceAllocations;
  Status reserved = reserveWorkspace(*plan);
  if (!reserved.ok() || workspaceAllocations != before)
    forgetRecordings();
  RLX_RETURN_IF_ERROR(std::move(reserved));
  return hostKernels.reserve(*plan);
}

Status GpuExecutor::reserveWorkspace(const Plan &bound) {
  const auto bytes = static_cast<uint64_t>(bound.deviceWorkspaceBytes);
  if (workspace.block && workspace.block->size() >= bytes) {
    workspace.size = bytes;
    return okStatus();
  }
  workspace = {};
  if (bytes == 0)
    return okStatus();
  RLX_ASSIGN_OR_RETURN(workspace.block,
                       context->allocate(bytes, MemoryKind::Device, "scratch of kernels"));
  ++workspaceAllocations;
  workspace.size = bytes;
  return okStatus();
}

// Inputs are placed one after another.
Status GpuExecutor::placeInputs(const Plan &bound) {
  int64_t end = 0;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const int64_t size = bound.ranges[program.inputs[i].buffer].size;
    inputOffsets[i] = end;
    if (__builtin_add_overflow(end, size, &end) || end > INT64_MAX - int64_t(kBufferAlignment))
      return outOfRange("the inputs have more than 2^63 - 1 bytes");
    end = (end + int64_t(kBufferAlignment) - 1) / int64_t(kBufferAlignment) *
          int64_t(kBufferAlignment);
  }
  return okStatus();
}

// Counts the allocations of memory that recordings of any shape refer to.
uint64_t GpuExecutor::numAllocations() const {
  return arena.numAllocations() + hostArena.numAllocations() + inputs.numAllocations() +
         outputs.numAllocations() + workspaceAllocations;
}

Status GpuExecutor::bind(Plan &bound, const OutputLayout &outputLayout) {
  plan = nullptr;
  return catchAllocFailure([&]() -> Status {
    const uint64_t before = numAllocations();
    Status reserved = reserveArena(bound, 0, arena, hostArena);
    if (reserved.ok())
      reserved = reserveWorkspace(bound);
    if (!reserved.ok() || numAllocations() != before)
      forgetRecordings();
    RLX_RETURN_IF_ERROR(std::move(reserved));
    RLX_RETURN_IF_ERROR(hostKernels.reserve(bound));
    RLX_RETURN_IF_ERROR(placeInputs(bound));
    std::ranges::fill(inputNeeded, 0);
    std::ranges::fill(outputNeeded, 0);
    blockNeeded = 0;
    ++needed;
    layout = &outputLayout;
    values.assign(bound.values.begin(), bound.values.end());
    plan = &bound;
    Execution execution = mainExecution(inFlightRuns[0], *prepareRecording, nullptr, nullptr);
    isOneSegment = endOfSegment(execution, 0) == program.main.size();
    return okStatus();
  });
}

// Whether a run needs memory that earlier runs did not need.
bool GpuExecutor::noteNeeds(std::span<const RunInput> given, std::span<const RunOutput> results) {
  bool isNew = false;
  for (size_t i = 0; i < given.size(); ++i)
    if (!given[i].buffer && !inputNeeded[i])
      isNew = inputNeeded[i] = 1;
  for (size_t k = 0; k < results.size(); ++k) {
    const RunOutput &to = results[k];
    if (!to.buffer && !outputNeeded[k])
      isNew = outputNeeded[k] = 1;
    const int64_t end = layout->offsets[k] + layout->bytes[k];
    const bool isThere = !to.buffer && isDirectResult(k);
    if ((isThere || wantedByHost(to)) && blockNeeded < end) {
      blockNeeded = end;
      isNew = true;
    }
  }
  needed += isNew;
  return isNew;
}

// Reserves device memory for inputs and results that are not direct.
Status GpuExecutor::reserveTensors() {
  Ranges in, out;
  for (size_t i = 0; i < program.inputs.size(); ++i)
    if (inputNeeded[i] && !isDirectInput(i))
      in.push_back({inputOffsets[i], plan->ranges[program.inputs[i].buffer].size});
  for (size_t k = 0; k < program.outputs.size(); ++k)
    if (outputNeeded[k] && !isDirectResult(k))
      out.push_back({layout->offsets[k], layout->bytes[k]});
  const uint64_t before = numAllocations();
  Status reserved = inputs.reserve(context, std::move(in), MemoryKind::Device, "inputs");
  if (reserved.ok())
    reserved = outputs.reserve(context, std::move(out), MemoryKind::Device, "outputs");
  if (!reserved.ok() || numAllocations() != before)
    forgetRecordings();
  return reserved;
}

Status GpuExecutor::reserveStatus(InFlightRun &lane) {
  const size_t most = std::max(shared->mainFailing.size(), shared->prepareFailing.size());
  if (most == 0 || lane.status.block)
    return okStatus();
  RLX_ASSIGN_OR_RETURN(lane.status.block,
                       context->allocate(most * statusStride, MemoryKind::Readback,
                                         "what kernels say about failures"));
  lane.status.size = most * statusStride;
  return okStatus();
}

// Reserves host-visible memory. Results are in one block, as callers see it; even those without
// bytes have an offset.
Status GpuExecutor::reserveRun(InFlightRun &lane) {
  if (lane.reservedFor == needed)
    return okStatus();
  lane.reservedFor = 0;
  const bool isShared = context->sharesMemory();
  const int64_t block = std::max<int64_t>(blockNeeded, 1);
  const uint64_t before = lane.numAllocations();
  Ranges in, direct;
  for (size_t i = 0; i < program.inputs.size(); ++i)
    if (inputNeeded[i])
      (isDirectInput(i) ? direct : in)
          .push_back({inputOffsets[i], plan->ranges[program.inputs[i].buffer].size});
  Status reserved = lane.in.reserve(context, std::move(in), MemoryKind::Upload, "inputs");
  if (reserved.ok())
    reserved = lane.direct.reserve(context, std::move(direct),
                                   isShared ? MemoryKind::Shared : MemoryKind::Window, "inputs");
  if (reserved.ok())
    reserved = lane.out.reserve(context, {{0, block}},
                                isShared ? MemoryKind::Shared : MemoryKind::Readback, "outputs");
  if (!reserved.ok() || lane.numAllocations() != before)
    forgetRecordings(lane);
  RLX_RETURN_IF_ERROR(std::move(reserved));
  lane.block = lane.out.at(0, block);
  RLX_RETURN_IF_ERROR(reserveStatus(lane));
  if (!lane.fence) {
    RLX_ASSIGN_OR_RETURN(lane.fence, commands->makeFence());
  }
  lane.reservedFor = needed;
  return okStatus();
}

// Reserves everything a run needs, and retries allocations that failed before.
Status GpuExecutor::reserveFor(InFlightRun &lane, std::span<const RunInput> given,
                               std::span<const RunOutput> results) {
  if (noteNeeds(given, results) || lane.reservedFor != needed)
    RLX_RETURN_IF_ERROR(reserveTensors());
  return reserveRun(lane);
}

// Sets where the device reads the inputs of a run and writes its results.
Status GpuExecutor::pointRun(InFlightRun &lane, std::span<const RunInput> given,
                             std::span<const RunOutput> results) {
  const auto sliceIn = [&](const DeviceBuffer &buffer, int64_t size) -> StatusOr<BufferSlice> {
    const auto &memory = static_cast<const GpuBuffer &>(buffer);
    if (!memory.isOf(*context))
      return unavailable("a handle is in memory of a device that was lost; set its content again");
    if (memory.bytes() < size)
      return internalError(
          strCat("a handle has ", memory.bytes(), " bytes, but the run uses ", size));
    return memory.slice(size);
  };
  for (size_t i = 0; i < given.size(); ++i) {
    const int64_t size = plan->ranges[program.inputs[i].buffer].size;
    lane.given[i] = given[i];
    if (given[i].buffer) {
      RLX_ASSIGN_OR_RETURN(lane.inputs[i], sliceIn(*given[i].buffer, size));
    } else {
      lane.inputs[i] = (isDirectInput(i) ? lane.direct : inputs).at(inputOffsets[i], size);
    }
  }
  for (size_t k = 0; k < results.size(); ++k) {
    lane.results[k] = results[k];
    if (results[k].buffer) {
      RLX_ASSIGN_OR_RETURN(lane.outputs[k], sliceIn(*results[k].buffer, layout->bytes[k]));
    } else {
      lane.outputs[k] =
          (isDirectResult(k) ? lane.out : outputs).at(layout->offsets[k], layout->bytes[k]);
    }
  }
  return okStatus();
}

Status GpuExecutor::reserveOutputs() {
  if (!plan)
    return internalError("no shape is bound");
  return catchAllocFailure([&]() -> Status { return reserveFor(inFlightRuns[0], {}, inBlock); });
}

std::span<std::byte> GpuExecutor::outputBlock() const {
  const BufferSlice &block = inFlightRuns[0].block;
  if (!block.block)
    return {};
  return {block.block->mapped(), static_cast<size_t>(block.size)};
}

StatusOr<BufferSlice> GpuExecutor::sliceOf(const Execution &execution, uint32_t buffer) const {
  const BufferRange &range = execution.plan.ranges[buffer];
  if (range.size == 0)
    return BufferSlice();
  int64_t offset = range.offset;
  if (range.moving) {
    RLX_ASSIGN_OR_RETURN(const int64_t by,
                         movedBy(program, execution.plan, buffer, execution.values));
    offset += by;
  }
  const Buffer &root = program.buffers[shared->roots[buffer]];
  switch (root.kind) {
  case BufferKind::Input:
    return execution.lane.inputs[root.index].part(offset, range.size);
  case BufferKind::Output:
    if (isComputedOutput(root.index))
      return computedOutputs[root.index].at(offset, range.size);
    return execution.lane.outputs[root.index].part(offset, range.size);
  case BufferKind::Constant:
    return shared->constants.at(offset, range.size);
  case BufferKind::Arena:
    if (const uint32_t stage = sizes.stages().ofBuffer[shared->roots[buffer]]; stage != 0)
      return (root.onHost ? stageHostArenas : stageArenas)[stage].at(offset, range.size);
    return (root.onHost ? execution.hostArena : execution.arena).at(offset, range.size);
  case BufferKind::Persistent:
    return weights->persistent.at(offset, range.size);
  case BufferKind::Param:
    return weights->params[root.index].part(offset, range.size);
  case BufferKind::View:
    break; // no root is a view
  }
  return BufferSlice();
}

// The address of a buffer in host memory, or of a constant.
StatusOr<void *> GpuExecutor::hostPointer(const Execution &execution, uint32_t buffer) const {
  alignas(kBufferAlignment) static std::byte emptyBuffer[kBufferAlignment];
  const BufferRange &range = execution.plan.ranges[buffer];
  if (range.size == 0)
    return static_cast<void *>(emptyBuffer);
  if (program.buffers[shared->roots[buffer]].kind == BufferKind::Constant && !range.moving)
    return static_cast<void *>(const_cast<uint8_t *>(program.constants.data()) + range.offset);
  if (program.buffers[shared->roots[buffer]].kind == BufferKind::Constant) {
    RLX_ASSIGN_OR_RETURN(const int64_t by,
                         movedBy(program, execution.plan, buffer, execution.values));
    return static_cast<void *>(const_cast<uint8_t *>(program.constants.data()) + range.offset + by);
  }
  RLX_ASSIGN_OR_RETURN(const BufferSlice slice, sliceOf(execution, buffer));
  if (!slice.block || !slice.block->mapped())
    return internalError(strCat("buffer ", buffer, " is not in the host's memory"));
  return static_cast<void *>(slice.mapped());
}

} // namespace rlx::rt
