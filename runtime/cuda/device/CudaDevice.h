// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA device: kernels are PTX, which the driver compiles; memory is separate from the host's.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDADEVICE_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDADEVICE_H

#include <memory>
#include <string>
#include <vector>

#include "runtime/cuda/device/CudaContext.h"
#include "runtime/cuda/kernel/CudaImage.h"
#include "runtime/gpu/executor/GpuDevice.h"

namespace rlx::rt {

class CudaDevice : public GpuDevice {
public:
  // `name` is unique, such as "cuda:0". Fails if the driver does not answer.
  static StatusOr<std::unique_ptr<CudaDevice>> create(const CudaAPI &api, int number,
                                                      std::string name, std::string cacheFolder);

  std::string description() const override;
  const DeviceProfile &profile() const override { return knownProfile; }

private:
  CudaDevice(const CudaAPI &cuda, std::string name, std::string folder)
      : GpuDevice(std::move(name), std::move(folder)), api(cuda) {}
  Status probe(int number);
  StatusOr<std::shared_ptr<GpuContext>> createContext(const std::string &folder) override;

  const CudaAPI &api;
  CudaOrdinal ordinal = 0;
  DeviceProfile knownProfile;
  uint64_t memoryBytes = 0;
  int driverVersion = 0;
  bool wasStarted = false;
};

// All CUDA devices in order, from compute capability 8.0 on. If there are none, `why` gets the
// reason.
std::vector<std::unique_ptr<Device>> findCudaDevices(const std::string &cacheFolder,
                                                     std::string &why);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDADEVICE_H
