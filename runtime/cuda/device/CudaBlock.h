// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An allocation of a CUDA device: memory of the device, or pinned memory of the host, which kernels
// reach too.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDABLOCK_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDABLOCK_H

#include <memory>

#include "runtime/cuda/device/CudaContext.h"

namespace rlx::rt {

class CudaBlock : public GpuBlock {
public:
  // Pinned memory of the host stands in for MemoryKind::Window.
  static StatusOr<std::shared_ptr<CudaBlock>> create(std::shared_ptr<CudaContext> context,
                                                     uint64_t bytes, MemoryKind kind);
  ~CudaBlock() override;
  // The address for kernels and copies.
  CudaPointer address() const { return device; }

private:
  CudaBlock(std::shared_ptr<CudaContext> owner, uint64_t bytes)
      : GpuBlock(bytes), context(std::move(owner)) {}
  Status make(MemoryKind kind);

  std::shared_ptr<CudaContext> context;
  CudaPointer device = 0;
};

// The address of a slice; 0 if it is empty.
inline CudaPointer addressOf(const BufferSlice &slice) {
  return slice.block ? static_cast<const CudaBlock &>(*slice.block).address() + slice.offset : 0;
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDABLOCK_H
