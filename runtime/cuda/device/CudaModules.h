// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a program as functions of the driver, which compiles their PTX.
//
// The driver keeps compiled code on disk (its own cache), so only the first load of a
// kernel takes long.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDAMODULES_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDAMODULES_H

#include <memory>
#include <vector>

#include "runtime/cuda/device/CudaContext.h"
#include "runtime/cuda/kernel/CudaKernel.h"

namespace rlx::rt {

// A loaded kernel.
struct CudaFunction : GpuKernel {
  CudaHandle function = nullptr;
  unsigned threads = 0;     // of a block
  unsigned sharedBytes = 0; // that a launch adds
  std::vector<CudaTensorMap> maps;
};

class CudaModules : public GpuKernels {
public:
  // For GpuContext::loadKernels(): `table` has all kernels.
  static StatusOr<std::shared_ptr<const CudaModules>>
  create(std::shared_ptr<CudaContext> context, const Program &program, const KernelTable &table);
  ~CudaModules() override;
  const GpuKernel *find(uint32_t index) const override {
    return functions[index].function ? &functions[index] : nullptr;
  }

private:
  explicit CudaModules(std::shared_ptr<CudaContext> owner) : context(std::move(owner)) {}
  Status load(const CudaKernel &kernel, CudaFunction &into, CudaHandle &module);

  std::shared_ptr<CudaContext> context;
  std::vector<CudaFunction> functions; // one per kernel of the program
  std::vector<CudaHandle> modules;     // the same; null for the host's
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDAMODULES_H
