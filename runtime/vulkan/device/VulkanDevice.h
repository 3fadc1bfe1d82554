// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Vulkan device: kernels are SPIR-V; memory may be separate from the host's.
//
// GpuDevice starts it, again after a loss.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANDEVICE_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANDEVICE_H

#include <memory>
#include <string>
#include <vector>

#include "runtime/gpu/executor/GpuDevice.h"
#include "runtime/vulkan/api/ProbeDevice.h"
#include "runtime/vulkan/api/VulkanSettings.h"

namespace rlx::rt {

// Threads: any. All executors share the device's queue.
class VulkanDevice : public GpuDevice {
public:
  VulkanDevice(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
               std::string name, std::string cacheFolder, const VulkanSettings &settings);

  std::string description() const override;
  bool isSoftware() const override { return probed.type == VK_PHYSICAL_DEVICE_TYPE_CPU; }
  const DeviceProfile &profile() const override { return probed.profile; }

private:
  StatusOr<std::shared_ptr<GpuContext>> createContext(const std::string &folder) override;

  std::shared_ptr<const VulkanInstance> instance;
  VkPhysicalDevice physical;
  bool sharesMemory, goesDirect;
  ProbedDevice probed;
};

// All Vulkan devices in order, with the pipeline cache in this folder (empty: none). If there are
// no devices, `why` gets the reason.
std::vector<std::unique_ptr<Device>> findVulkanDevices(const std::string &cacheFolder,
                                                       std::string &why);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANDEVICE_H
