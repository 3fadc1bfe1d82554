// Running a list of commands, segment by segment; see VulkanExecutor.h.
#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/KernelError.h"
#include "runtime/vulkan/VulkanExecutor.h"

namespace rlx::rt {

Status VulkanExecutor::prepare(const Plan &bound, RunObserver *observer) {
  return catchAllocFailure([&]() -> Status {
    RLX_RETURN_IF_ERROR(transfer.flush());
    if (program.prepare.empty())
      return okStatus();
    RLX_RETURN_IF_ERROR(reservePersistent());
    VulkanSpace temporaries, hostTemporaries;
    RLX_RETURN_IF_ERROR(reserveArena(bound, temporaries, hostTemporaries));
    RLX_RETURN_IF_ERROR(hostKernels.reserve(bound));
    RLX_RETURN_IF_ERROR(reserveWorkspace(bound));
    std::vector<int64_t> counted = bound.values;
    clearStatus();
    Status done = runCommands({program.prepare, shared->prepareStructure, bound, counted, true,
                               temporaries, hostTemporaries, prepareSegments, observer, nullptr});
    // What was recorded names memory that goes now; the bound shape has its own scratch.
    forgetRecordings();
    if (plan)
      RLX_RETURN_IF_ERROR(reserveWorkspace(*plan));
    return done;
  });
}

void VulkanExecutor::stageInputs(std::span<const void *const> given) {
  for (size_t i = 0; i < given.size(); ++i) {
    const int64_t size = plan->places[program.inputs[i].buffer].size;
    if (size == 0 || !given[i])
      continue;
    const VulkanPiece piece = inputStaging.at(inputOffsets[i], size);
    std::memcpy(piece.block->mapped() + piece.offset, given[i], piece.size);
  }
}

void VulkanExecutor::deliverOutputs(std::span<void *const> results) const {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i] || layout->bytes[i] == 0)
      continue;
    const VulkanPiece piece = outputStaging.at(layout->offsets[i], layout->bytes[i]);
    std::memcpy(results[i], piece.block->mapped() + piece.offset, piece.size);
  }
}

Status VulkanExecutor::run(std::span<const void *const> given, std::span<void *const> results,
                           RunObserver *observer, OperandTaps *taps) {
  if (!plan)
    return internalError("run without a bound shape");
  return catchAllocFailure([&]() -> Status {
    RLX_RETURN_IF_ERROR(transfer.flush());
    stageInputs(given);
    clearStatus();
    inputsDone = outputsDone = false;
    const Course course{program.main, shared->mainStructure, *plan,    values, false, arena,
                        hostArena,    segmentsFor(taps),     observer, taps};
    RLX_RETURN_IF_ERROR(runCommands(course));
    if (!outputsDone)
      RLX_RETURN_IF_ERROR(runAlone(&VulkanExecutor::recordOutputs));
    deliverOutputs(results);
    return okStatus();
  });
}

// Other taps cut the list elsewhere.
std::vector<VulkanExecutor::Segment> &VulkanExecutor::segmentsFor(const OperandTaps *taps) {
  if (!taps)
    return segments;
  bool isSame = tappedSegments.size() == segments.size();
  tappedSegments.resize(segments.size());
  tapped.resize(segments.size());
  for (size_t i = 0; i < program.main.size(); ++i) {
    const uint8_t isTapped = !taps->of(i).empty();
    isSame &= std::exchange(tapped[i], isTapped) == isTapped;
  }
  if (!isSame)
    for (Segment &segment : tappedSegments)
      segment.isRecorded = false;
  return tappedSegments;
}

// Something small that is not worth keeping.
Status VulkanExecutor::runAlone(Status (VulkanExecutor::*what)(VulkanRecorder &) const) {
  transient->reset();
  RLX_RETURN_IF_ERROR(commands->begin(single));
  transient->start(single);
  RLX_RETURN_IF_ERROR((this->*what)(*transient));
  RLX_RETURN_IF_ERROR(commands->end(single));
  return transient->numCommands() ? commands->runAndWait(single) : okStatus();
}

void VulkanExecutor::clearStatus() {
  if (status.block)
    std::memset(status.block->mapped(), 0, status.size);
}

// The first in the order of the program, as if those after it had not run.
Status VulkanExecutor::firstKernelError(const Course &course) const {
  if (!status.block)
    return okStatus();
  const std::vector<uint32_t> &list = failing(course.inPrepare);
  for (size_t slot = 0; slot < list.size(); ++slot) {
    uint32_t word = 0;
    std::memcpy(&word, status.block->mapped() + slot * statusStride, sizeof(word));
    if (word != 0)
      return kernelError(program, course.commands[list[slot]], static_cast<int32_t>(word));
  }
  return okStatus();
}

StatusOr<size_t> VulkanExecutor::runSegment(const Course &course, size_t begin) {
  RLX_ASSIGN_OR_RETURN(Segment *const segment, recordedSegment(course, begin));
  if (!segment->isEmpty)
    RLX_RETURN_IF_ERROR(commands->runAndWait(segment->commands ? segment->commands : single));
  RLX_RETURN_IF_ERROR(firstKernelError(course));
  outputsDone |= !course.inPrepare && segment->end == course.commands.size();
  return segment->end;
}

Status VulkanExecutor::runCommands(const Course &course) {
  for (size_t i = 0; i < course.commands.size();) {
    const Command &command = course.commands[i];
    const bool isSegment =
        !course.observer && (course.segments[i].isRecorded || endOfSegment(course, i) != i);
    // A segment at the beginning brings the inputs itself.
    if (!inputsDone && !course.inPrepare && !isSegment)
      RLX_RETURN_IF_ERROR(runAlone(&VulkanExecutor::recordInputs));
    inputsDone |= !course.inPrepare;
    if (isSegment) {
      RLX_ASSIGN_OR_RETURN(i, runSegment(course, i));
    } else if (command.kind > CommandKind::Copy) {
      RLX_ASSIGN_OR_RETURN(i, follow(course, i));
    } else if (course.isWatched(i)) {
      RLX_RETURN_IF_ERROR(runWatched(course, i++));
    } else {
      unsigned threadsUsed = 1;
      RLX_RETURN_IF_ERROR(runOnHost(course, i++, threadsUsed));
    }
  }
  return okStatus();
}

Status VulkanExecutor::runOnHost(const Course &course, size_t index, unsigned &threadsUsed) {
  const Command &command = course.commands[index];
  for (size_t i = 0; i < command.buffers.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(hostArguments[i], hostPointer(course, command.buffers[i]));
  }
  threadsUsed = 1;
  if (command.kind == CommandKind::Copy) {
    if (const int64_t size = course.plan.places[command.buffers[1]].size)
      std::memmove(hostArguments[1], hostArguments[0], static_cast<size_t>(size));
    return okStatus();
  }
  return hostKernels.run(command, course.plan.commands[index], course.plan, hostArguments.data(),
                         threadsUsed);
}

StatusOr<bool> VulkanExecutor::conditionOf(const Course &course, size_t index) {
  const uint32_t buffer = course.commands[index].buffers[0];
  uint8_t value = 0;
  if (isOnHost(buffer)) {
    RLX_ASSIGN_OR_RETURN(const void *const place, hostPointer(course, buffer));
    value = *static_cast<const uint8_t *>(place);
  } else { // of a program without kernels, which any device runs
    RLX_ASSIGN_OR_RETURN(const VulkanPiece piece, pieceOf(course, buffer));
    RLX_RETURN_IF_ERROR(transfer.download(piece, &value));
  }
  return value != 0;
}

// The command after one of host control flow.
StatusOr<size_t> VulkanExecutor::follow(const Course &course, size_t index) {
  bool holds = false;
  if (asksCondition(course.commands[index])) {
    RLX_ASSIGN_OR_RETURN(holds, conditionOf(course, index));
  }
  return nextCommand(program, course.commands, course.structure, course.plan, course.values, index,
                     holds);
}

} // namespace rlx::rt
