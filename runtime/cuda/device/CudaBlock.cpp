// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation and release of blocks.
//
// The driver waits for work that uses memory before it frees it.
#include "runtime/cuda/device/CudaBlock.h"

namespace rlx::rt {

StatusOr<std::shared_ptr<CudaBlock>> CudaBlock::create(std::shared_ptr<CudaContext> context,
                                                       uint64_t bytes, MemoryKind kind) {
  std::shared_ptr<CudaBlock> block(new CudaBlock(std::move(context), bytes));
  RLX_RETURN_IF_ERROR(block->make(kind));
  return block;
}

Status CudaBlock::make(MemoryKind kind) {
  const CudaAPI &cuda = context->api();
  RLX_RETURN_IF_ERROR(context->activate());
  if (kind == MemoryKind::Device) {
    if (const CudaResult result = cuda.cuMemAlloc(&device, size()); result != kCudaSuccess)
      return context->failure(result, "allocating memory of");
    context->countAllocation(static_cast<int64_t>(size()));
    return okStatus();
  }
  void *host = nullptr;
  if (const CudaResult result =
          cuda.cuMemHostAlloc(&host, size(), kCudaHostPortable | kCudaHostMapped);
      result != kCudaSuccess)
    return context->failure(result, "allocating the host's memory for");
  pointer = static_cast<std::byte *>(host);
  context->countAllocation(static_cast<int64_t>(size()));
  if (const CudaResult result = cuda.cuMemHostGetDevicePointer(&device, host, 0);
      result != kCudaSuccess)
    return context->failure(result, "mapping the host's memory into");
  return okStatus();
}

// Memory in use by a hung device leaks, and that of a lost one went with its context.
CudaBlock::~CudaBlock() {
  if (device || pointer)
    context->countAllocation(-static_cast<int64_t>(size()));
  const CudaAPI &cuda = context->api();
  if (context->isLost() || cuda.cuCtxSetCurrent(context->handle()) != kCudaSuccess)
    return;
  if (pointer)
    (void)cuda.cuMemFreeHost(pointer);
  else if (device)
    (void)cuda.cuMemFree(device);
}

} // namespace rlx::rt
