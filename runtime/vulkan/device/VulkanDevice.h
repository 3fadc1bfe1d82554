// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Vulkan device: kernels are SPIR-V; memory may be separate from the host's.
//
// A lost device is started again when the next executable is loaded. Executables of the lost device
// stay unusable and return Unavailable.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANDEVICE_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANDEVICE_H

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device/Device.h"
#include "runtime/device/ProfileJson.h"
#include "runtime/vulkan/api/ProbeDevice.h"
#include "runtime/vulkan/api/VulkanSettings.h"
#include "runtime/vulkan/device/VulkanContext.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

namespace rlx::rt {

// Threads: any. The device is started with the first executor. All executors share its queue.
class VulkanDevice : public Device {
public:
  // `name` is unique, such as "vulkan:0".
  VulkanDevice(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
               std::string name, std::string cacheFolder, const VulkanSettings &settings);

  std::string_view name() const override { return uniqueName; }
  std::string_view model() const override { return probed.profile.name; }
  std::string_view target() const override { return kVulkanTarget; }
  // Features and limits as in DeviceProfile::meets, and "cpu:FEATURE" for this machine's CPU.
  bool hasFeature(std::string_view feature) const override;
  std::string codegenProfile() const override { return profileJson(probed.profile); }
  std::string description() const override;
  bool runsHostKernels() const override { return true; }
  bool isSoftware() const override { return probed.type == VK_PHYSICAL_DEVICE_TYPE_CPU; }
  StatusOr<std::unique_ptr<Executor>> createExecutor(std::shared_ptr<const Program> program,
                                                     const KernelTable &kernels,
                                                     int64_t persistentBytes,
                                                     const ExecutorOptions &options) override;

  const DeviceProfile &profile() const { return probed.profile; }

  // Takes effect when the device is next started.
  void setCacheFolder(const std::string &folder) override;
  // Treats the device as lost: all its runs fail, and later loads start it again. For tests.
  void giveUp();
  // The context in use; null before the first executor and after the device was lost.
  std::shared_ptr<VulkanContext> current();

private:
  StatusOr<std::shared_ptr<VulkanContext>> start();

  std::shared_ptr<const VulkanInstance> instance;
  VkPhysicalDevice physical;
  std::string uniqueName, cacheFolder;
  bool sharesMemory, goesDirect;
  ProbedDevice probed;
  std::mutex mutex;
  std::shared_ptr<VulkanContext> context; // null until needed; replaced after a loss
};

// All Vulkan devices in order, with the pipeline cache in this folder (empty: none). If there are
// no devices, `why` gets the reason.
std::vector<std::unique_ptr<Device>> findVulkanDevices(const std::string &cacheFolder,
                                                       std::string &why);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANDEVICE_H
