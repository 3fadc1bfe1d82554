// Where the memory of a bound shape lies; see VulkanExecutor.h.
#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/vulkan/VulkanExecutor.h"

namespace rlx::rt {

using Ranges = std::vector<VulkanSpace::Range>;

Status VulkanExecutor::reserveArena(const Plan &bound, VulkanSpace &device, VulkanSpace &host) {
  Ranges onDevice, onHost;
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].kind == BufferKind::Arena && bound.places[i].size != 0)
      (program.buffers[i].onHost ? onHost : onDevice)
          .push_back({bound.places[i].offset, bound.places[i].size});
  RLX_RETURN_IF_ERROR(
      device.reserve(context, std::move(onDevice), MemoryPlace::Device, "temporaries"));
  return host.reserve(context, std::move(onHost), MemoryPlace::Readback, "temporaries of the host");
}

Status VulkanExecutor::reserveWorkspace(const Plan &bound) {
  const auto bytes = static_cast<uint64_t>(bound.deviceWorkspaceBytes);
  if (workspace.block && workspace.block->size() >= bytes) {
    workspace.size = bytes;
    return okStatus();
  }
  workspace = {};
  if (bytes == 0)
    return okStatus();
  RLX_ASSIGN_OR_RETURN(workspace.block, VulkanBlock::allocate(context, bytes, MemoryPlace::Device,
                                                              "scratch of kernels"));
  workspace.size = bytes;
  return okStatus();
}

// Inputs lie one after the other; outputs as the caller's block has them, which the host reads.
Status VulkanExecutor::reserveTensors(const Plan &bound, const OutputLayout &outputLayout) {
  Ranges ranges;
  int64_t end = 0;
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const int64_t size = bound.places[program.inputs[i].buffer].size;
    inputOffsets[i] = end;
    ranges.push_back({end, size});
    if (__builtin_add_overflow(end, size, &end) || end > INT64_MAX - int64_t(kBufferAlignment))
      return outOfRange("the inputs have more than 2^63 - 1 bytes");
    end = (end + int64_t(kBufferAlignment) - 1) / int64_t(kBufferAlignment) *
          int64_t(kBufferAlignment);
  }
  RLX_RETURN_IF_ERROR(inputs.reserve(context, ranges, MemoryPlace::Device, "inputs"));
  RLX_RETURN_IF_ERROR(inputStaging.reserve(context, ranges, MemoryPlace::Upload, "inputs"));
  ranges.clear();
  for (size_t i = 0; i < program.outputs.size(); ++i)
    ranges.push_back({outputLayout.offsets[i], outputLayout.bytes[i]});
  RLX_RETURN_IF_ERROR(outputs.reserve(context, ranges, MemoryPlace::Device, "outputs"));
  return outputStaging.reserve(context, {{0, outputLayout.totalBytes}}, MemoryPlace::Readback,
                               "outputs");
}

Status VulkanExecutor::bind(const Plan &bound, const OutputLayout &outputLayout) {
  plan = nullptr;
  return catchAllocFailure([&]() -> Status {
    forgetRecordings();
    RLX_RETURN_IF_ERROR(reserveArena(bound, arena, hostArena));
    RLX_RETURN_IF_ERROR(reserveWorkspace(bound));
    RLX_RETURN_IF_ERROR(hostKernels.reserve(bound));
    RLX_RETURN_IF_ERROR(reserveTensors(bound, outputLayout));
    layout = &outputLayout;
    values.assign(bound.values.begin(), bound.values.end());
    plan = &bound;
    return okStatus();
  });
}

Status VulkanExecutor::reserveOutputs() {
  return plan ? okStatus() : internalError("no shape is bound");
}

std::span<std::byte> VulkanExecutor::outputBlock() const {
  if (!layout || layout->totalBytes == 0)
    return {};
  const VulkanPiece block = outputStaging.at(0, layout->totalBytes);
  if (!block.block)
    return {};
  return {block.block->mapped(), static_cast<size_t>(block.size)};
}

StatusOr<VulkanPiece> VulkanExecutor::pieceOf(const Course &course, uint32_t buffer) const {
  const BufferPlace &place = course.plan.places[buffer];
  if (place.size == 0)
    return VulkanPiece();
  int64_t offset = place.offset;
  if (place.moving) {
    RLX_ASSIGN_OR_RETURN(const int64_t by, movedBy(program, course.plan, buffer, course.values));
    offset += by;
  }
  const Buffer &root = program.buffers[shared->roots[buffer]];
  switch (root.kind) {
  case BufferKind::Input:
    return inputs.at(inputOffsets[root.index] + offset, place.size);
  case BufferKind::Output:
    return outputs.at(layout->offsets[root.index] + offset, place.size);
  case BufferKind::Constant:
    return shared->constants.at(offset, place.size);
  case BufferKind::Arena:
    return (root.onHost ? course.hostArena : course.arena).at(offset, place.size);
  case BufferKind::Persistent:
    return weights->persistent.at(offset, place.size);
  case BufferKind::Param: {
    const VulkanPiece &param = weights->params[root.index];
    return VulkanPiece{param.block, param.offset + static_cast<uint64_t>(offset),
                       static_cast<uint64_t>(place.size)};
  }
  case BufferKind::View:
    break; // no root is one
  }
  return VulkanPiece();
}

// Of a buffer that is in the host's memory, or a constant.
StatusOr<void *> VulkanExecutor::hostPointer(const Course &course, uint32_t buffer) const {
  alignas(kBufferAlignment) static std::byte emptyBuffer[kBufferAlignment];
  const BufferPlace &place = course.plan.places[buffer];
  if (place.size == 0)
    return static_cast<void *>(emptyBuffer);
  if (program.buffers[shared->roots[buffer]].kind == BufferKind::Constant && !place.moving)
    return static_cast<void *>(const_cast<uint8_t *>(program.constants.data()) + place.offset);
  if (program.buffers[shared->roots[buffer]].kind == BufferKind::Constant) {
    RLX_ASSIGN_OR_RETURN(const int64_t by, movedBy(program, course.plan, buffer, course.values));
    return static_cast<void *>(const_cast<uint8_t *>(program.constants.data()) + place.offset + by);
  }
  RLX_ASSIGN_OR_RETURN(const VulkanPiece piece, pieceOf(course, buffer));
  if (!piece.block || !piece.block->mapped())
    return internalError(strCat("buffer ", buffer, " is not in the host's memory"));
  return static_cast<void *>(piece.block->mapped() + piece.offset);
}

} // namespace rlx::rt
