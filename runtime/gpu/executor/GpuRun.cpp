// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution of a command list, segment by segment. Part of GpuExecutor.
//
// A plan of one segment is submitted without waiting; all others wait between segments.
#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/gpu/executor/GpuExecutor.h"
#include "runtime/program/model/KernelError.h"

namespace rlx::rt {

Status GpuExecutor::prepare(const Plan &bound, const PrepareSubset &subset, RunObserver *observer) {
  return catchAllocFailure([&]() -> Status {
    RLX_RETURN_IF_ERROR(context->checkUsable()); // as in prepareRun()
    RLX_RETURN_IF_ERROR(transfer.flush());
    const auto numRun = static_cast<size_t>(std::ranges::count(subset, 1));
    if (numRun == 0)
      return okStatus();
    RLX_RETURN_IF_ERROR(reservePersistent(/*keep=*/numRun < subset.size()));
    GpuSpace temporaries, hostTemporaries;
    RLX_RETURN_IF_ERROR(reserveArena(bound, 0, temporaries, hostTemporaries));
    RLX_RETURN_IF_ERROR(hostKernels.reserve(bound));
    RLX_RETURN_IF_ERROR(reserveWorkspace(bound));
    std::vector<int64_t> counted = bound.values;
    clearStatus(inFlightRuns[0]);
    Status done = runCommands({program.prepare, shared->prepareStructure, bound, counted, true,
                               temporaries, hostTemporaries, inFlightRuns[0], *prepareRecording,
                               observer, nullptr, subset});
    // Recordings refer to memory that is freed now; the bound shape has separate scratch.
    forget(*prepareRecording);
    forgetRecordings();
    if (plan)
      RLX_RETURN_IF_ERROR(reserveWorkspace(*plan));
    return done;
  });
}

void GpuExecutor::stageInputs(const InFlightRun &lane, std::span<const RunInput> given) {
  for (size_t i = 0; i < given.size(); ++i) {
    const int64_t size = plan->ranges[program.inputs[i].buffer].size;
    if (size == 0 || !given[i].data)
      continue;
    const BufferSlice slice = (isDirectInput(i) ? lane.direct : lane.in).at(inputOffsets[i], size);
    std::memcpy(slice.mapped(), given[i].data, slice.size);
    counts.upload(slice.size);
  }
}

// Results that are in host memory already, or never were in it, are not counted again.
void GpuExecutor::deliverOutputs(InFlightRun &lane) {
  for (size_t k = 0; k < lane.results.size(); ++k) {
    const int64_t size = layout->bytes[k];
    const RunOutput &to = lane.results[k];
    if (size != 0 && (to.data || (wantedByHost(to) && !context->sharesMemory())))
      counts.read(static_cast<uint64_t>(size));
    if (size == 0 || !to.data)
      continue;
    const BufferSlice slice = lane.block.part(layout->offsets[k], size);
    std::memcpy(to.data, slice.mapped(), slice.size);
  }
}

// Called whether the run succeeded or failed: contents of handles may now be freed.
void GpuExecutor::letGo(InFlightRun &lane) {
  std::ranges::fill(lane.inputs, BufferSlice());
  std::ranges::fill(lane.outputs, BufferSlice());
}

// All steps before submission.
Status GpuExecutor::prepareRun(InFlightRun &lane, std::span<const RunInput> given,
                               std::span<const RunOutput> results) {
  // A hung device may still use recordings and their memory.
  hasSubmitted = false;
  RLX_RETURN_IF_ERROR(context->checkUsable());
  RLX_RETURN_IF_ERROR(transfer.send());
  RLX_RETURN_IF_ERROR(reserveFor(lane, given, results));
  RLX_RETURN_IF_ERROR(pointRun(lane, given, results));
  stageInputs(lane, given);
  clearStatus(lane);
  return okStatus();
}

GpuExecutor::Execution GpuExecutor::mainExecution(const InFlightRun &lane, Recording &recording,
                                                  RunObserver *observer, OperandTaps *taps) {
  return {program.main, shared->mainStructure,
          *plan,        values,
          false,        arena,
          hostArena,    lane,
          recording,    observer,
          taps,         {}};
}

Status GpuExecutor::run(std::span<const RunInput> given, std::span<const RunOutput> results,
                        RunObserver *observer, OperandTaps *taps) {
  if (!plan)
    return internalError("run without a bound shape");
  InFlightRun &lane = inFlightRuns[0];
  Status done = catchAllocFailure([&]() -> Status {
    RLX_RETURN_IF_ERROR(prepareRun(lane, given, results));
    RLX_ASSIGN_OR_RETURN(Recording *const recording, recordingFor(lane, taps));
    inputsDone = outputsDone = false;
    const Execution execution = mainExecution(lane, *recording, observer, taps);
    RLX_RETURN_IF_ERROR(runCommands(execution));
    if (!outputsDone)
      RLX_RETURN_IF_ERROR(runAlone(execution, &GpuExecutor::recordOutputs));
    RLX_RETURN_IF_ERROR(downloadComputed());
    deliverOutputs(lane);
    return okStatus();
  });
  letGo(lane);
  return done;
}

Status GpuExecutor::start(std::span<const RunInput> given, std::span<const RunOutput> results) {
  if (!canStart())
    return internalError("a run that is not one piece of work was to be started");
  InFlightRun &lane = inFlightRuns[nextRun];
  Status begun = catchAllocFailure([&]() -> Status {
    RLX_RETURN_IF_ERROR(prepareRun(lane, given, results));
    RLX_ASSIGN_OR_RETURN(Recording *const recording, recordingFor(lane, nullptr));
    const Execution execution = mainExecution(lane, *recording, nullptr, nullptr);
    RLX_ASSIGN_OR_RETURN(Segment *const segment, recordedSegment(execution, 0));
    lane.isSubmitted = !segment->isEmpty;
    if (lane.isSubmitted) {
      RLX_RETURN_IF_ERROR(commands->submit(*segment->commands, *lane.fence));
      hasSubmitted = true;
      counts.start();
    }
    nextRun = (nextRun + 1) % inFlightRuns.size();
    return okStatus();
  });
  if (!begun.ok())
    letGo(lane);
  return begun;
}

Status GpuExecutor::finish() {
  InFlightRun &lane = inFlightRuns[oldestRun];
  oldestRun = (oldestRun + 1) % inFlightRuns.size();
  Status done = okStatus();
  if (lane.isSubmitted) {
    done = commands->wait(*lane.fence);
    counts.finish();
  }
  if (done.ok())
    done = catchAllocFailure([&] { return firstKernelError(lane, false, values); });
  if (done.ok())
    deliverOutputs(lane);
  letGo(lane);
  return done;
}

// Records and runs something small that is not worth keeping.
Status GpuExecutor::runAlone(const Execution &execution,
                             Status (GpuExecutor::*what)(const Execution &, GpuRecorder &) const) {
  transient->reset();
  RLX_RETURN_IF_ERROR(transient->begin(*single));
  RLX_RETURN_IF_ERROR((this->*what)(execution, *transient));
  RLX_RETURN_IF_ERROR(transient->end());
  return transient->numCommands() ? submitAndWait(*single) : okStatus();
}

Status GpuExecutor::submitAndWait(GpuCommandList &list) {
  hasSubmitted = true;
  return commands->runAndWait(list);
}

void GpuExecutor::clearStatus(const InFlightRun &lane) {
  if (lane.status.block)
    std::memset(lane.status.block->mapped(), 0, lane.status.size);
}

// The first error in program order, as if later commands had not run.
Status GpuExecutor::firstKernelError(const InFlightRun &lane, bool inPrepare,
                                     std::span<const int64_t> values) const {
  if (!lane.status.block)
    return okStatus();
  const std::vector<uint32_t> &list = failing(inPrepare);
  for (size_t slot = 0; slot < list.size(); ++slot) {
    uint32_t word = 0;
    std::memcpy(&word, lane.status.block->mapped() + slot * statusStride, sizeof(word));
    if (word != 0)
      return kernelError(program, (inPrepare ? program.prepare : program.main)[list[slot]],
                         static_cast<int32_t>(word), values);
  }
  return okStatus();
}

StatusOr<size_t> GpuExecutor::runSegment(const Execution &execution, size_t begin) {
  RLX_ASSIGN_OR_RETURN(Segment *const segment, recordedSegment(execution, begin));
  if (!segment->isEmpty) {
    counts.start();
    Status done = submitAndWait(segment->commands ? *segment->commands : *single);
    counts.finish();
    RLX_RETURN_IF_ERROR(std::move(done));
  }
  RLX_RETURN_IF_ERROR(firstKernelError(execution.lane, execution.inPrepare, execution.values));
  outputsDone |= !execution.inPrepare && segment->end == execution.commands.size();
  return segment->end;
}

Status GpuExecutor::runCommands(const Execution &execution) {
  for (size_t i = 0; i < execution.commands.size();) {
    if (execution.skips(i)) {
      ++i;
      continue;
    }
    const Command &command = execution.commands[i];
    if (!execution.plan.commands[i].isReady)
      return notReady(program, execution.plan, i);
    const bool isSegment = !execution.observer && (execution.recording.segments[i].isRecorded ||
                                                   endOfSegment(execution, i) != i);
    // A segment at the beginning uploads the inputs itself.
    if (!inputsDone && !execution.inPrepare && !isSegment)
      RLX_RETURN_IF_ERROR(runAlone(execution, &GpuExecutor::recordInputs));
    inputsDone |= !execution.inPrepare;
    if (isSegment) {
      RLX_ASSIGN_OR_RETURN(i, runSegment(execution, i));
    } else if (command.kind > CommandKind::Copy) {
      RLX_ASSIGN_OR_RETURN(i, follow(execution, i));
    } else if (execution.isWatched(i)) {
      RLX_RETURN_IF_ERROR(runWatched(execution, i++));
    } else {
      unsigned threadsUsed = 1;
      RLX_RETURN_IF_ERROR(runOnHost(execution, i++, threadsUsed));
    }
  }
  return okStatus();
}

Status GpuExecutor::runOnHost(const Execution &execution, size_t index, unsigned &threadsUsed) {
  const Command &command = execution.commands[index];
  for (size_t i = 0; i < command.buffers.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(hostArguments[i], hostPointer(execution, command.buffers[i]));
  }
  threadsUsed = 1;
  if (command.kind == CommandKind::Copy) {
    if (const int64_t size = execution.plan.ranges[command.buffers[1]].size)
      std::memmove(hostArguments[1], hostArguments[0], static_cast<size_t>(size));
    return okStatus();
  }
  return hostKernels.run(command, execution.plan.commands[index], execution.plan,
                         hostArguments.data(), threadsUsed);
}

// Copies the whole buffer, a condition or a size, to `element`.
Status GpuExecutor::readElement(const Execution &execution, uint32_t buffer, void *element) {
  if (isOnHost(buffer) || program.buffers[shared->roots[buffer]].kind == BufferKind::Constant) {
    RLX_ASSIGN_OR_RETURN(const void *const pointer, hostPointer(execution, buffer));
    std::memcpy(element, pointer, static_cast<size_t>(execution.plan.ranges[buffer].size));
    return okStatus();
  }
  // A program without kernels, which any device runs.
  RLX_ASSIGN_OR_RETURN(const BufferSlice slice, sliceOf(execution, buffer));
  return transfer.download(slice, element);
}

StatusOr<bool> GpuExecutor::conditionOf(const Execution &execution, size_t index) {
  uint8_t value = 0;
  RLX_RETURN_IF_ERROR(readElement(execution, execution.commands[index].buffers[0], &value));
  return value != 0;
}

Status GpuExecutor::setSize(const Execution &execution, const Command &command) {
  alignas(8) std::byte element[8];
  if (!command.buffers.empty())
    RLX_RETURN_IF_ERROR(readElement(execution, command.buffers[0], element));
  RLX_ASSIGN_OR_RETURN(const int64_t value, newSize(command, element, values));
  RLX_RETURN_IF_ERROR(sizes.set(*plan, command.symbol, value));
  std::copy_n(plan->values.begin(), program.symbols.size(), values.begin());
  return reserveStage(sizes.stages().ofSymbol[command.symbol]);
}

// Results whose sizes the run has computed are not in the output block.
Status GpuExecutor::downloadComputed() {
  for (size_t k = 0; k < program.outputs.size(); ++k) {
    if (!isComputedOutput(k))
      continue;
    const int64_t size = plan->ranges[program.outputs[k].buffer].size;
    if (!computedResults[k].reserve(static_cast<size_t>(size)))
      return outOfMemory(strCat("no memory for output '", program.outputs[k].name, "'"));
    if (size == 0)
      continue;
    RLX_RETURN_IF_ERROR(
        transfer.download(computedOutputs[k].at(0, size), computedResults[k].data()));
    counts.read(static_cast<uint64_t>(size));
  }
  return okStatus();
}

// Returns the index of the command after a control-flow command.
StatusOr<size_t> GpuExecutor::follow(const Execution &execution, size_t index) {
  bool holds = false;
  if (execution.commands[index].kind == CommandKind::SetSize)
    RLX_RETURN_IF_ERROR(setSize(execution, execution.commands[index]));
  if (asksCondition(execution.commands[index])) {
    RLX_ASSIGN_OR_RETURN(holds, conditionOf(execution, index));
  }
  return nextCommand(program, execution.commands, execution.structure, execution.plan,
                     execution.values, index, holds);
}

} // namespace rlx::rt
