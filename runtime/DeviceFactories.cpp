// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of device kinds (see DeviceFactory.h). This is the only file of the runtime that names
// all of them.
#include "runtime/device/DeviceFactory.h"

#include "runtime/cpu/CPUDevice.h"
#include "runtime/cpu/CodeImage.h"
#include "runtime/cuda/device/CudaDevice.h"
#include "runtime/cuda/kernel/CudaImage.h"
#include "runtime/vulkan/device/VulkanDevice.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

namespace rlx::rt {

static std::vector<std::unique_ptr<Device>> findCpu(const std::string &, std::string &) {
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(std::make_unique<CPUDevice>());
  return devices;
}

// Never destroyed, as devices are not.
static std::vector<DeviceFactory> &allFactories() {
  static auto *const all = new std::vector<DeviceFactory>{
      {"cpu", "CPU", /*isAlwaysThere=*/true, findCpu, loadCodeImage},
      {kCudaTarget, "CUDA", /*isAlwaysThere=*/false, findCudaDevices, loadCudaImage},
      {kVulkanTarget, "Vulkan", /*isAlwaysThere=*/false, findVulkanDevices, loadSpirvImage},
  };
  return *all;
}

std::span<const DeviceFactory> deviceFactories() {
  return allFactories();
}

void registerDeviceFactory(const DeviceFactory &factory) {
  if (!findDeviceFactory(factory.target))
    allFactories().push_back(factory);
}

const DeviceFactory *findDeviceFactory(std::string_view target) {
  for (const DeviceFactory &factory : deviceFactories())
    if (factory.target == target)
      return &factory;
  return nullptr;
}

} // namespace rlx::rt
