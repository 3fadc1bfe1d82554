// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA device in use: its primary context, and the stream of all executors.
//
// The primary context is the one that other libraries of the process use, too. A fault of a kernel
// loses it; the device is then started anew.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDACONTEXT_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDACONTEXT_H

#include <atomic>
#include <memory>

#include "runtime/cuda/api/CudaAPI.h"
#include "runtime/gpu/api/GpuContext.h"

namespace rlx::rt {

// Threads: any. Each call into the driver makes the context current first.
class CudaContext : public GpuContext {
public:
  // Starts the device. `wasLost`: resets the primary context, which an earlier context of this
  // process has lost.
  static StatusOr<std::shared_ptr<CudaContext>> create(const CudaAPI &api, CudaOrdinal device,
                                                       const DeviceProfile &profile, bool wasLost);
  ~CudaContext() override;

  const CudaAPI &api() const { return cuda; }
  CudaHandle stream() const { return workStream; }
  CudaHandle handle() const { return context; }

  // Makes the context current in this thread. Unavailable if the device is lost.
  Status activate();
  // The error of a call, which may have lost the device.
  Status failure(CudaResult result, std::string_view doing);

  // Waits for a recorded event.
  Status waitFor(CudaHandle event);

  StatusOr<std::unique_ptr<GpuCommandPool>> makeCommandPool() override;

private:
  CudaContext(const CudaAPI &cuda, CudaOrdinal device, const DeviceProfile &profile);
  Status make(bool wasLost);
  StatusOr<std::shared_ptr<GpuBlock>> allocateBlock(uint64_t bytes, MemoryKind kind) override;
  StatusOr<std::shared_ptr<const GpuKernels>> makeKernels(const Program &program,
                                                          const KernelTable &table) override;

  const CudaAPI &cuda;
  CudaOrdinal device;
  CudaHandle context = nullptr, workStream = nullptr;
  std::atomic<uint64_t> waits{0}; // that ended
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDACONTEXT_H
