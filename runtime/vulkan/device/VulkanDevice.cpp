// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Vulkan device, and the list of devices.
//
// Devices are probed when they are listed, and started by GpuDevice.
#include "runtime/vulkan/device/VulkanDevice.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/vulkan/device/VulkanContext.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

namespace rlx::rt {

VulkanDevice::VulkanDevice(std::shared_ptr<const VulkanInstance> owner, VkPhysicalDevice device,
                           std::string name, std::string folder, const VulkanSettings &settings)
    : GpuDevice(std::move(name), std::move(folder)), instance(std::move(owner)), physical(device),
      sharesMemory(!settings.separateMemory), goesDirect(!settings.copiesAll),
      probed(probeDevice(*instance, device)) {}

std::string VulkanDevice::description() const {
  const uint64_t mebibytes = probed.memoryBytes >> 20;
  return strCat(profile().name, isSoftware() ? ", on the CPU, " : ", ", probed.driver, ", Vulkan ",
                profile().versionMajor, ".", profile().versionMinor, ", ", mebibytes, " MiB");
}

StatusOr<std::shared_ptr<GpuContext>> VulkanDevice::createContext(const std::string &folder) {
  RLX_ASSIGN_OR_RETURN(auto made, VulkanContext::create(instance, physical, probed, folder,
                                                        sharesMemory, goesDirect));
  return std::shared_ptr<GpuContext>(std::move(made));
}

std::vector<std::unique_ptr<Device>> findVulkanDevices(const std::string &cacheFolder,
                                                       std::string &why) {
  const VulkanSettings &settings = useVulkanSettings();
  std::vector<std::unique_ptr<Device>> devices;
  Status status = catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const VulkanInstance> instance,
                         VulkanInstance::create(settings));
    for (VkPhysicalDevice physical : instance->devices())
      devices.push_back(std::make_unique<VulkanDevice>(
          instance, physical, strCat(kVulkanTarget, ":", devices.size()), cacheFolder, settings));
    return okStatus();
  });
  if (!status.ok())
    why = status.message();
  return devices;
}

} // namespace rlx::rt
