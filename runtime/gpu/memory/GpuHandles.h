// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contents of handles in device memory; implements DeviceMemory.h for GPUs.
//
// A fed handle swaps two of these buffers; neither leaves the device.
#ifndef RLX_RUNTIME_GPU_MEMORY_GPUHANDLES_H
#define RLX_RUNTIME_GPU_MEMORY_GPUHANDLES_H

#include <atomic>

#include "runtime/device/DeviceMemory.h"
#include "runtime/gpu/memory/GpuTransfer.h"

namespace rlx::rt {

// DeviceUse as atomic counters. Threads: any.
struct GpuCounts {
  std::atomic<uint64_t> uploads{0}, uploadedBytes{0}, reads{0}, readBytes{0}, submissions{0},
      recordings{0}, inFlight{0}, maxInFlight{0};

  void upload(uint64_t bytes);
  void read(uint64_t bytes);
  // Count a submitted and a finished run.
  void start();
  void finish() { inFlight.fetch_sub(1, std::memory_order_relaxed); }
  DeviceUse values() const;
};

// A device buffer of a handle. Threads: immutable.
class GpuBuffer : public DeviceBuffer {
public:
  GpuBuffer(const GpuContext *owner, std::shared_ptr<GpuBlock> memory)
      : context(owner), block(std::move(memory)) {}
  int64_t bytes() const override { return static_cast<int64_t>(block->size()); }
  const void *hostData() const override { return block->mapped(); }
  BufferSlice slice(int64_t size) const { return {block, 0, static_cast<uint64_t>(size)}; }
  // False after the device was lost and started again: then there are two contexts.
  bool isOf(const GpuContext &wanted) const { return context == &wanted; }

private:
  const GpuContext *context; // `block` keeps it alive
  std::shared_ptr<GpuBlock> block;
};

// Allocates and copies handle contents. Threads: confined to one executor, whose `transfer` and
// `counts` it uses.
class GpuHandleMemory : public DeviceMemory {
public:
  GpuHandleMemory(std::shared_ptr<GpuContext> owner, GpuTransfer &through, GpuCounts &counted)
      : context(std::move(owner)), transfer(through), counts(counted) {}
  StatusOr<std::unique_ptr<DeviceBuffer>> allocate(int64_t bytes) override;
  Status write(DeviceBuffer &to, const void *data, int64_t bytes) override;
  Status read(const DeviceBuffer &from, void *data, int64_t bytes) override;
  Status copy(const DeviceBuffer &from, DeviceBuffer &to, int64_t bytes) override;

private:
  std::shared_ptr<GpuContext> context;
  GpuTransfer &transfer;
  GpuCounts &counts;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_MEMORY_GPUHANDLES_H
