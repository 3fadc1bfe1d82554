// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU in use, as the executor sees it: its memory, its kernels and its commands.
//
// A back end (runtime/vulkan) derives GpuContext, GpuBlock, GpuKernels, GpuCommandPool and
// GpuRecorder; the executor, its memory and its transfers are shared. All executors of a device
// share one context until the device is lost.
#ifndef RLX_RUNTIME_GPU_API_GPUCONTEXT_H
#define RLX_RUNTIME_GPU_API_GPUCONTEXT_H

#include <atomic>
#include <memory>
#include <string_view>

#include "runtime/gpu/api/GpuCommands.h"
#include "runtime/program/model/KernelTable.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The longest wait without any progress of the device; then it counts as hung. Nothing that RLX
// runs takes this long on a working device.
inline constexpr uint64_t kRunTimeoutNs = 600'000'000'000;

// Threads: any, unless a function says otherwise. Owned by shared pointers only.
class GpuContext : public std::enable_shared_from_this<GpuContext> {
public:
  GpuContext(const GpuContext &) = delete;
  virtual ~GpuContext() = default;

  // Its target is the Kernel::target of the kernels that the device runs.
  const DeviceProfile &profile() const { return knownProfile; }

  // Allocates at least `bytes`. OutOfMemory names the `purpose`.
  StatusOr<std::shared_ptr<GpuBlock>> allocate(uint64_t bytes, MemoryKind kind,
                                               std::string_view purpose);
  // The largest size of a block.
  uint64_t maxBlockBytes() const { return maxBytes - kBlockUnit; }
  // The largest size of an allocation.
  uint64_t maxAllocation() const { return maxBytes; }
  // Call it before anything is loaded.
  void setMaxAllocationForTests(uint64_t bytes) { maxBytes = bytes; }
  // Whether host and device use the same memory (MemoryKind::Shared): on integrated GPUs and CPU
  // drivers.
  bool sharesMemory() const { return isShared; }
  // Up to these sizes, kernels read inputs where the host wrote them (MemoryKind::Window) and write
  // results where the host reads them (MemoryKind::Readback), without copies.
  uint64_t directInputBytes() const { return maxDirectInput; }
  uint64_t directResultBytes() const { return maxDirectResult; }
  // Bytes of all blocks that exist now.
  uint64_t allocatedBytes() const { return allocated.load(std::memory_order_relaxed); }
  // Called by blocks.
  void countAllocation(int64_t bytes) {
    allocated.fetch_add(static_cast<uint64_t>(bytes), std::memory_order_relaxed);
  }

  // Loads the kernels of a program for the device's target. NotFound lists all kernels that `table`
  // lacks. DataLoss for code that is no kernel. Unsupported for kernels that need more than the
  // device has.
  StatusOr<std::shared_ptr<const GpuKernels>> loadKernels(const Program &program,
                                                          const KernelTable &table);
  virtual StatusOr<std::unique_ptr<GpuCommandPool>> makeCommandPool() = 0;

  // Unavailable if the device is lost: do not record or submit any more. Earlier work may not be
  // done.
  Status checkUsable() const;
  bool isLost() const { return lost.load(std::memory_order_relaxed); }
  // Whether the device never finished its work. Objects in use by that work must not be destroyed;
  // they leak.
  bool isHung() const { return hung.load(std::memory_order_relaxed); }
  // Marks the device as lost.
  void giveUp() { lost = true; }

protected:
  explicit GpuContext(const DeviceProfile &profile) : knownProfile(profile) {}
  // `bytes` is a multiple of kBlockUnit, at most maxAllocation(). The block is counted.
  virtual StatusOr<std::shared_ptr<GpuBlock>> allocateBlock(uint64_t bytes, MemoryKind kind) = 0;
  // `table` has all kernels of the device's target.
  virtual StatusOr<std::shared_ptr<const GpuKernels>> makeKernels(const Program &program,
                                                                  const KernelTable &table) = 0;
  // The error of a wait that took longer than kRunTimeoutNs.
  Status notFinished() const;

  DeviceProfile knownProfile;
  // Set by the back end before anything else uses the context.
  uint64_t maxBytes = 0;
  bool isShared = false;
  uint64_t maxDirectInput = 0, maxDirectResult = 0;
  std::atomic<bool> lost{false}, hung{false};

private:
  std::atomic<uint64_t> allocated{0};
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_API_GPUCONTEXT_H
