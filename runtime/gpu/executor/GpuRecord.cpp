// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cutting of command lists into segments, and their recording. Part of GpuExecutor.
//
// Loops of device commands are unrolled if they are short enough, so that a whole run can be one
// submission.
#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/gpu/executor/GpuExecutor.h"

namespace rlx::rt {

// Whether the device runs the command. The host does copies inside its own memory.
bool GpuExecutor::isForDevice(const Command &command) const {
  if (command.kind == CommandKind::Dispatch)
    return shared->kernels->find(command.kernel) != nullptr;
  if (command.kind != CommandKind::Copy || !isOnHost(command.buffers[1]))
    return command.kind == CommandKind::Copy;
  const BufferKind from = program.buffers[shared->roots[command.buffers[0]]].kind;
  return !isOnHost(command.buffers[0]) && from != BufferKind::Constant;
}

// The number of commands when loops in the range are unrolled. More than kMaxUnrolled if that is
// too many, or if the host has work in it.
uint64_t GpuExecutor::unrolledSize(const Execution &execution, size_t begin, size_t end) const {
  constexpr uint64_t kTooMany = kMaxUnrolled + 1;
  uint64_t total = 0;
  for (size_t i = begin; i < end && total < kTooMany; ++i) {
    const Command &command = execution.commands[i];
    uint64_t size = 1;
    if (command.kind == CommandKind::For) {
      const size_t close = execution.structure.jumps[i].target - 1;
      const auto tripCount =
          static_cast<uint64_t>(execution.plan.dims[execution.plan.commands[i].dimsBegin]);
      const uint64_t body = unrolledSize(execution, i + 1, close);
      // A body with host commands remains one even with 0 iterations.
      if (__builtin_mul_overflow(body, tripCount, &size) || body >= kTooMany)
        size = kTooMany;
      i = close;
    } else if (!isForDevice(command) || execution.isWatched(i)) {
      return kTooMany;
    }
    total += size;
  }
  return std::min(total, kTooMany);
}

// The end of the segment that starts at `begin`; `begin` itself if the host must do that command.
size_t GpuExecutor::endOfSegment(const Execution &execution, size_t begin) const {
  size_t i = begin;
  for (uint64_t total = 0; i < execution.commands.size();) {
    if (execution.skips(i)) {
      ++i;
      continue;
    }
    const CommandKind kind = execution.commands[i].kind;
    const size_t next = kind == CommandKind::For ? execution.structure.jumps[i].target : i + 1;
    const bool isWork = kind <= CommandKind::Copy || kind == CommandKind::For;
    if (!isWork || execution.isWatched(i) ||
        (kind <= CommandKind::Copy && !isForDevice(execution.commands[i])))
      return i;
    if (kind == CommandKind::For) {
      total += unrolledSize(execution, i, next);
      if (total > kMaxUnrolled)
        return i;
    }
    i = next;
  }
  return i;
}

// Whether a buffer in the range moves with a loop outside the range. Without an enclosing loop,
// everything that moves is inside.
bool GpuExecutor::movesWithLoops(const Execution &execution, size_t begin, size_t end) const {
  bool isInLoop = false;
  for (size_t i = 0; i < begin; ++i)
    isInLoop |= execution.commands[i].kind == CommandKind::For &&
                execution.structure.jumps[i].target > begin;
  if (!isInLoop)
    return false;
  for (size_t i = begin; i < end; ++i)
    if (execution.structure.movesArguments[i])
      return true;
  return false;
}

// Whether a command in the range depends on a size that the run computes.
bool GpuExecutor::dependsOnSizes(const Execution &execution, size_t begin, size_t end) const {
  if (execution.inPrepare || !sizes.stages().hasComputed())
    return false;
  for (size_t i = begin; i < end; ++i)
    if (sizes.stages().ofCommand[i] != 0)
      return true;
  return false;
}

// Whether kernels read an input from the host in place.
bool GpuExecutor::isDirectInput(size_t index) const {
  const int64_t size = plan->ranges[program.inputs[index].buffer].size;
  return static_cast<uint64_t>(size) <= context->directInputBytes();
}

// Whether kernels write a result without a handle where the host reads it.
bool GpuExecutor::isDirectResult(size_t index) const {
  return context->sharesMemory() ||
         (static_cast<uint64_t>(layout->bytes[index]) <= context->directResultBytes() &&
          !shared->outputIsRead[index]);
}

// The staging slice for an input. Empty if the device reads the input in place or has it already.
BufferSlice GpuExecutor::stagedInput(const InFlightRun &lane, size_t index) const {
  if (isDirectInput(index) || !lane.given[index].data)
    return {};
  return lane.in.at(inputOffsets[index], plan->ranges[program.inputs[index].buffer].size);
}

Status GpuExecutor::recordInputs(const Execution &execution, GpuRecorder &into) const {
  for (size_t i = 0; i < program.inputs.size(); ++i)
    if (const BufferSlice from = stagedInput(execution.lane, i); from.block)
      RLX_RETURN_IF_ERROR(into.copy(from, execution.lane.inputs[i]));
  return okStatus();
}

// Whether the device copies a result: the host wants it, and it is not where the host reads.
bool GpuExecutor::goesToHost(const InFlightRun &lane, size_t index) const {
  const RunOutput &to = lane.results[index];
  return wantedByHost(to) && (to.buffer || !isDirectResult(index));
}

Status GpuExecutor::recordOutputs(const Execution &execution, GpuRecorder &into) const {
  for (size_t k = 0; k < program.outputs.size(); ++k)
    if (goesToHost(execution.lane, k))
      RLX_RETURN_IF_ERROR(
          into.copy(execution.lane.outputs[k],
                    execution.lane.block.part(layout->offsets[k], layout->bytes[k])));
  return okStatus();
}

// Names of operands, for messages: " (operand 0 is 'x', operand 2 is 'y')".
std::string GpuExecutor::namedOperands(const Command &command) const {
  std::string text;
  for (size_t i = 0; i < command.buffers.size(); ++i)
    for (const std::vector<TensorSpec> *specs :
         {&program.inputs, &program.params, &program.outputs})
      for (const TensorSpec &spec : *specs)
        if (shared->roots[spec.buffer] == shared->roots[command.buffers[i]])
          text += strCat(text.empty() ? " (" : ", ", "operand ", i, " is '", spec.name, "'");
  return text.empty() ? text : text + ")";
}

Status GpuExecutor::recordOne(const Execution &execution, size_t index, GpuRecorder &into) {
  const Command &command = execution.commands[index];
  if (!execution.plan.commands[index].isReady)
    return notReady(program, execution.plan, index);
  if (command.kind == CommandKind::Copy) {
    RLX_ASSIGN_OR_RETURN(const BufferSlice from, sliceOf(execution, command.buffers[0]));
    RLX_ASSIGN_OR_RETURN(const BufferSlice to, sliceOf(execution, command.buffers[1]));
    return into.copy(from, to);
  }
  const BoundCommand &bound = execution.plan.commands[index];
  dispatch.kernel = shared->kernels->find(command.kernel);
  dispatch.operands.clear();
  for (uint32_t buffer : command.buffers) {
    RLX_ASSIGN_OR_RETURN(BufferSlice slice, sliceOf(execution, buffer));
    dispatch.operands.push_back(std::move(slice));
  }
  dispatch.numOutputs = command.numOutputs;
  if (dispatch.kernel->usesStatus) {
    const std::vector<uint32_t> &list = failing(execution.inPrepare);
    const auto slot = std::ranges::lower_bound(list, static_cast<uint32_t>(index)) - list.begin();
    dispatch.status = {execution.lane.status.block, static_cast<uint64_t>(slot) * statusStride,
                       sizeof(uint32_t)};
  }
  dispatch.workspace = workspace;
  dispatch.dims = std::span(execution.plan.dims).subspan(bound.dimsBegin, command.dims.size());
  dispatch.grid = bound.grid;
  Status recorded = into.dispatch(dispatch);
  // `dispatch` must not keep memory that may be freed, such as released params.
  dispatch.operands.clear();
  dispatch.status = dispatch.workspace = {};
  if (!recorded.ok())
    return std::move(recorded).withContext(
        strCat("recording command '", command.label, "'", namedOperands(command)));
  return okStatus();
}

Status GpuExecutor::recordRange(const Execution &execution, size_t begin, size_t end,
                                GpuRecorder &into) {
  for (size_t i = begin; i < end; ++i) {
    const Command &command = execution.commands[i];
    if (execution.skips(i))
      continue;
    if (command.kind != CommandKind::For) {
      RLX_RETURN_IF_ERROR(recordOne(execution, i, into));
      continue;
    }
    const size_t close = execution.structure.jumps[i].target - 1;
    const int64_t tripCount = execution.plan.dims[execution.plan.commands[i].dimsBegin];
    int64_t &counter = execution.values[program.symbols.size() + command.counter];
    for (counter = 0; counter < tripCount; ++counter)
      RLX_RETURN_IF_ERROR(recordRange(execution, i + 1, close, into));
    i = close;
  }
  return okStatus();
}

// The segment at `begin`, recorded. In main, the first segment also uploads the inputs, and one at
// the end downloads the outputs.
StatusOr<GpuExecutor::Segment *> GpuExecutor::recordedSegment(const Execution &execution,
                                                              size_t begin) {
  Segment &segment = execution.recording.segments[begin];
  if (segment.isRecorded)
    return &segment;
  segment.end = endOfSegment(execution, begin);
  const bool isKept = !movesWithLoops(execution, begin, segment.end) &&
                      !dependsOnSizes(execution, begin, segment.end);
  if (isKept && !segment.commands) {
    RLX_ASSIGN_OR_RETURN(segment.commands, commands->makeList(ListUse::Repeated));
  }
  GpuRecorder &into = isKept ? *execution.recording.recorder : *transient;
  if (!isKept)
    transient->reset();
  counts.recordings.fetch_add(1, std::memory_order_relaxed);
  RLX_RETURN_IF_ERROR(into.begin(isKept ? *segment.commands : *single));
  if (begin == 0 && !execution.inPrepare)
    RLX_RETURN_IF_ERROR(recordInputs(execution, into));
  RLX_RETURN_IF_ERROR(recordRange(execution, begin, segment.end, into));
  if (segment.end == execution.commands.size() && !execution.inPrepare)
    RLX_RETURN_IF_ERROR(recordOutputs(execution, into));
  RLX_RETURN_IF_ERROR(into.end());
  segment.isEmpty = into.numCommands() == 0;
  segment.isRecorded = isKept;
  if (!isKept)
    segment.commands = nullptr;
  return &segment;
}

// --- which recording a run takes

StatusOr<std::unique_ptr<GpuExecutor::Recording>>
GpuExecutor::makeRecording(size_t numCommands) const {
  auto made = std::make_unique<Recording>();
  made->segments.resize(numCommands + 1);
  made->recorder = commands->makeRecorder(nothing);
  return made;
}

void GpuExecutor::forget(Recording &recording) {
  recording.key.clear();
  for (Segment &segment : recording.segments)
    segment.isRecorded = false;
  recording.recorder->reset();
}

void GpuExecutor::forgetRecordings(InFlightRun &lane) {
  for (const std::unique_ptr<Recording> &recording : lane.recordings)
    forget(*recording);
}

// Everything in a recording that depends on the run: sizes, addresses of inputs and results,
// transfers with the host, and where taps cut the list. Addresses are those recorded, not their
// origin: the same slice may serve another purpose once a handle replaces an input, or other sizes
// were bound in between. Blocks for all sizes (temporaries, scratch, weights) are not included. If
// one of them changes, recordings are dropped; their layout follows from the sizes.
void GpuExecutor::keyOf(const InFlightRun &lane, const OperandTaps *taps) {
  const auto add = [&](const BufferSlice &slice) {
    key.push_back(slice.block ? slice.block->id() : 0);
    key.push_back(slice.block ? slice.offset : 0);
  };
  key.assign(1, taps != nullptr);
  for (size_t i = 0; i < program.symbols.size(); ++i)
    if (sizes.stages().ofSymbol[i] == 0)
      key.push_back(static_cast<uint64_t>(plan->values[i]));
  for (size_t i = 0; i < lane.inputs.size(); ++i) {
    add(lane.inputs[i]);
    add(stagedInput(lane, i));
  }
  for (size_t k = 0; k < lane.outputs.size(); ++k) {
    add(lane.outputs[k]);
    key.push_back(goesToHost(lane, k));
  }
  add(lane.block);
  for (size_t i = 0; taps && i < program.main.size(); ++i)
    if (!taps->of(i).empty())
      key.push_back(i);
}

// Handles that outputs feed alternate between two buffers, so two recordings are common.
StatusOr<GpuExecutor::Recording *> GpuExecutor::recordingFor(InFlightRun &lane,
                                                             const OperandTaps *taps) {
  constexpr size_t kMax = 8;
  keyOf(lane, taps);
  Recording *oldest = nullptr;
  for (const std::unique_ptr<Recording> &recording : lane.recordings) {
    if (recording->key == key) {
      recording->lastUse = ++useCounter;
      return recording.get();
    }
    if (!oldest || recording->key.empty() || recording->lastUse < oldest->lastUse)
      oldest = oldest && oldest->key.empty() ? oldest : recording.get();
  }
  if (!oldest || (lane.recordings.size() < kMax && !oldest->key.empty())) {
    RLX_ASSIGN_OR_RETURN(auto made, makeRecording(program.main.size()));
    lane.recordings.push_back(std::move(made));
    oldest = lane.recordings.back().get();
  }
  forget(*oldest);
  oldest->key = key;
  oldest->lastUse = ++useCounter;
  return oldest;
}

} // namespace rlx::rt
