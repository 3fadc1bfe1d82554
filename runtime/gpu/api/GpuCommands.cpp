// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common to all recorders: the checks of commands, and the order between them.
//
// Back ends add the commands themselves.
#include "runtime/gpu/api/GpuCommands.h"

#include <algorithm>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

Status GpuRecorder::begin(GpuCommandList &list, bool isTimed) {
  commandCount = barrierCount = 0;
  hazards.clear();
  return beginList(list, isTimed);
}

// Whether the command with these `accesses` begins a group.
bool GpuRecorder::order() {
  const bool beginsGroup = hazards.conflicts(accesses);
  if (beginsGroup) {
    hazards.clear();
    ++barrierCount;
  }
  hazards.add(accesses);
  ++commandCount;
  return beginsGroup;
}

Status GpuRecorder::copy(const BufferSlice &from, const BufferSlice &to) {
  const bool isSameBlock = from.block == to.block;
  if (to.size == 0 || (isSameBlock && from.offset == to.offset))
    return okStatus();
  if (isSameBlock && from.offset < to.offset + to.size && to.offset < from.offset + from.size)
    return unsupported("a copy to bytes that overlap those it is from");
  accesses = {{from.block.get(), from.offset, from.offset + from.size, false},
              {to.block.get(), to.offset, to.offset + to.size, true}};
  return addCopy(from, to, order());
}

// Whether all results are empty and no index check can fail.
static bool writesNothing(const GpuDispatch &what) {
  const auto results = std::span(what.operands).last(what.numOutputs);
  return !results.empty() && !what.kernel->usesStatus &&
         std::ranges::all_of(results, [](const BufferSlice &slice) { return slice.size == 0; });
}

Status GpuRecorder::dispatch(const GpuDispatch &what) {
  for (size_t axis = 0; axis < 3; ++axis)
    if (what.grid[axis] > profile.maxWorkgroupCount[axis])
      return outOfRange(strCat("the grid has ", what.grid[axis], " workgroups along axis ", axis,
                               ", but '", profile.name, "' does at most ",
                               profile.maxWorkgroupCount[axis]));
  if (std::ranges::count(what.grid, 0u) != 0 || writesNothing(what))
    return okStatus();
  accesses.clear();
  for (size_t i = 0; i < what.operands.size(); ++i) {
    const BufferSlice &slice = what.operands[i];
    if (slice.size == 0)
      continue;
    if (what.kernel->needsAligned && slice.offset % kOperandAlignment != 0)
      return dataLoss(strCat("operand ", i, " is not at a multiple of ", kOperandAlignment,
                             " bytes, which its kernel relies on"));
    accesses.push_back({slice.block.get(), slice.offset, slice.offset + slice.size,
                        i + what.numOutputs >= what.operands.size()});
  }
  if (const BufferSlice &scratch = what.workspace; what.kernel->usesWorkspace && scratch.size)
    accesses.push_back({scratch.block.get(), scratch.offset, scratch.offset + scratch.size, true});
  return addDispatch(what, order());
}

Status GpuCommandPool::runAndWait(GpuCommandList &list) {
  if (!ownFence) {
    RLX_ASSIGN_OR_RETURN(ownFence, makeFence());
  }
  RLX_RETURN_IF_ERROR(submit(list, *ownFence));
  return wait(*ownFence);
}

} // namespace rlx::rt
