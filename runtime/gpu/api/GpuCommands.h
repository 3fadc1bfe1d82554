// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command lists of a device: recording, submission and waiting.
//
// A list has dispatches and copies. It is a command buffer on Vulkan; it is a graph on CUDA if it
// runs often. Work that is submitted later begins when all earlier work of the same context is
// done, and sees its writes. Inside a list, a recorder finds the commands that depend on each
// other.
#ifndef RLX_RUNTIME_GPU_API_GPUCOMMANDS_H
#define RLX_RUNTIME_GPU_API_GPUCOMMANDS_H

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/device/DeviceProfile.h"
#include "runtime/gpu/api/GpuKernels.h"
#include "runtime/gpu/api/GpuMemory.h"
#include "runtime/gpu/api/Hazards.h"

namespace rlx::rt {

// A list of recorded commands. Threads: confined to one executor.
class GpuCommandList {
public:
  virtual ~GpuCommandList() = default;
  // The device's time for the last run of a list that was recorded with a timer, once that run is
  // done. 0 if the device has no clock.
  virtual uint64_t elapsedNs() const = 0;
};

// Signals the end of a submission. Threads: confined to one executor.
class GpuFence {
public:
  virtual ~GpuFence() = default;
};

// How often a list runs: a list that runs once needs no graph.
enum class ListUse : uint8_t { Once, Repeated };

// One dispatch. Operands without bytes are empty slices.
struct GpuDispatch {
  const GpuKernel *kernel = nullptr;
  std::vector<BufferSlice> operands; // inputs, then outputs
  size_t numOutputs = 0;
  BufferSlice status, workspace; // if the kernel uses them
  std::span<const int64_t> dims;
  std::array<uint32_t, 3> grid{};
};

// Records command lists, one at a time, and owns the objects that they refer to (descriptor sets,
// scalars in memory). So a list must not run after its recorder was reset or destroyed.
//
// Commands are in groups: those of one group do not depend on each other and may run at the same
// time. A command that depends on an earlier one of its group (Hazards) begins the next group, and
// waits for the group before it.
//
// Threads: confined to one executor. The caller keeps the operands' memory alive.
class GpuRecorder {
public:
  GpuRecorder(const GpuRecorder &) = delete;
  virtual ~GpuRecorder() = default;

  // Drops the objects of all lists recorded so far. None of the lists may be used any more.
  virtual void reset() = 0;
  // Records into `list` from now on, after dropping its content. `isTimed`: measures the device's
  // time for it.
  Status begin(GpuCommandList &list, bool isTimed = false);
  // OutOfRange for sizes beyond the device's limits, DataLoss for an unaligned operand. Records
  // nothing if there is nothing to do.
  Status dispatch(const GpuDispatch &what);
  // Unsupported for slices that overlap without being equal.
  Status copy(const BufferSlice &from, const BufferSlice &to);
  // Ends the recording. The host, and later submissions, see the writes.
  virtual Status end() = 0;
  // Commands since begin(), and boundaries between their groups.
  uint32_t numCommands() const { return commandCount; }
  uint32_t numBarriers() const { return barrierCount; }
  // Counts the memory of the objects.
  virtual void countMemory(BlockBytes &) const {}

protected:
  explicit GpuRecorder(const DeviceProfile &limits) : profile(limits) {}
  // The back end's part of begin(), dispatch() and copy(). `beginsGroup`: the command waits for
  // all commands before it.
  virtual Status beginList(GpuCommandList &list, bool isTimed) = 0;
  virtual Status addDispatch(const GpuDispatch &what, bool beginsGroup) = 0;
  virtual Status addCopy(const BufferSlice &from, const BufferSlice &to, bool beginsGroup) = 0;

  const DeviceProfile &profile;

private:
  bool order();

  uint32_t commandCount = 0, barrierCount = 0;
  Hazards hazards;
  std::vector<Hazards::Access> accesses; // of the command that is being recorded
};

// The command lists and fences of one executor, which live as long as it. Threads: confined to one
// executor.
class GpuCommandPool {
public:
  GpuCommandPool(const GpuCommandPool &) = delete;
  virtual ~GpuCommandPool() = default;

  virtual StatusOr<GpuCommandList *> makeList(ListUse use) = 0;
  virtual StatusOr<GpuFence *> makeFence() = 0;
  // `nothing` stands for operands without bytes. It may be empty for a recorder of copies.
  virtual std::unique_ptr<GpuRecorder> makeRecorder(BufferSlice nothing) = 0;

  // Submits a recorded list. `fence` is signalled at its end and must be waited for before it is
  // used again. Unavailable if the device is lost or does not answer; its users must then be made
  // anew. Allocates nothing.
  virtual Status submit(GpuCommandList &list, GpuFence &fence) = 0;
  // Waits for the fence of a submit(). Returns at once if the device is hung. May overlap submit()
  // of another fence.
  virtual Status wait(GpuFence &fence) = 0;
  // Submits a list and waits for it.
  Status runAndWait(GpuCommandList &list);

protected:
  GpuCommandPool() = default;

private:
  GpuFence *ownFence = nullptr; // of runAndWait(); null until needed
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_API_GPUCOMMANDS_H
