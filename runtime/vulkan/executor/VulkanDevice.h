// A device of Vulkan: kernels are SPIR-V, memory is its own.
#ifndef RLX_RUNTIME_VULKAN_EXECUTOR_VULKANDEVICE_H
#define RLX_RUNTIME_VULKAN_EXECUTOR_VULKANDEVICE_H

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device/Device.h"
#include "runtime/vulkan/api/ProbeDevice.h"
#include "runtime/vulkan/api/ProfileJson.h"
#include "runtime/vulkan/api/VulkanContext.h"
#include "runtime/vulkan/api/VulkanSettings.h"

namespace rlx::rt {

// Threads: any. Starts the device when the first executor is made; all executors share its queue.
class VulkanDevice : public Device {
public:
  // `name` as in "vulkan:0".
  VulkanDevice(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
               std::string name, const VulkanSettings &settings);

  std::string_view name() const override { return uniqueName; }
  std::string_view target() const override { return "vulkan"; }
  // What DeviceProfile::meets, and "cpu:FEATURE", which asks this machine's processor.
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

  // For when the device is started next.
  void setCacheFolder(std::string folder);
  // Treats the device as lost: runs of all that uses it fail, and what is loaded from now on starts
  // it anew. For tests of what comes of that.
  void giveUp();
  // What is in use at the moment; null before the first executor, or when it was lost.
  std::shared_ptr<VulkanContext> current();

private:
  StatusOr<std::shared_ptr<VulkanContext>> start();

  std::shared_ptr<const VulkanInstance> instance;
  VkPhysicalDevice physical;
  std::string uniqueName, cacheFolder;
  bool sharesMemory, goesDirect;
  ProbedDevice probed;
  std::mutex mutex;
  std::shared_ptr<VulkanContext> context; // null until needed; another one when it was lost
};

// All devices there are, in order; empty with the reason in `why` if there are none.
std::vector<std::unique_ptr<Device>> findVulkanDevices(const VulkanSettings &settings,
                                                       std::string &why);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_EXECUTOR_VULKANDEVICE_H
