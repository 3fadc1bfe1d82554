// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooled memory: small buffers are slices of shared blocks.
//
// Params are in such pools, and the scalars of kernels that cannot be pushed.
#ifndef RLX_RUNTIME_GPU_MEMORY_GPUPOOL_H
#define RLX_RUNTIME_GPU_MEMORY_GPUPOOL_H

#include <memory>
#include <string_view>
#include <utility>

#include "runtime/gpu/api/GpuContext.h"

namespace rlx::rt {

// Many small slices in few blocks. A block is freed when all its slices are gone. Threads: confined
// to one executor.
class GpuPool {
public:
  GpuPool(std::shared_ptr<GpuContext> owner, MemoryKind memoryKind)
      : context(std::move(owner)), kind(memoryKind) {}
  StatusOr<BufferSlice> allocate(uint64_t bytes, uint64_t alignment, std::string_view purpose);
  // All slices are gone: fill the newest block from its beginning again.
  void rewind() { used = 0; }
  // Frees the newest block if it has no slices.
  void trim();
  // The block that is kept even without slices; null if there is none.
  const GpuBlock *newest() const { return open.get(); }

private:
  std::shared_ptr<GpuContext> context;
  MemoryKind kind;
  std::shared_ptr<GpuBlock> open; // the newest block, free from `used` on
  uint64_t used = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_MEMORY_GPUPOOL_H
