// The devices of this process. The CPU is always there and first; Vulkan devices are looked for
// when they are first asked for; others are added.
#ifndef RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
#define RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/Device.h"
#include "runtime/vulkan/api/VulkanSettings.h"

namespace rlx::rt {

// Threads: any. Devices live as long as the process.
class DeviceRegistry {
public:
  // The process-wide registry.
  static DeviceRegistry &get();

  // AlreadyExists when the name is taken.
  Status add(std::unique_ptr<Device> device);
  // By unique name, "vulkan" for the first Vulkan device, or "vulkan:" and a part of the driver's
  // name for it, in any case: "vulkan:llvmpipe". NotFound lists the devices there are, for which it
  // looks for Vulkan devices too, or says why there is no Vulkan device if that was asked for.
  StatusOr<Device *> find(std::string_view name);
  // The first device that runs kernels of `target`.
  StatusOr<Device *> findForTarget(std::string_view target);
  // Looks for Vulkan devices too.
  std::vector<Device *> all();

  // Before Vulkan devices are first used. Once they have been looked for only the cache's folder
  // can be changed, for devices that are not in use yet; FailedPrecondition for the rest.
  Status configureVulkan(VulkanSettings settings);
  // Only the folder, which may be empty.
  void keepPipelinesIn(std::string folder);
  // Why there are no Vulkan devices; empty if there are, or nobody has looked.
  std::string whyNoVulkan() const;
  // For people: a line for each device, name and description, and one that says why there is no
  // Vulkan device if there is none.
  std::string listText();

private:
  DeviceRegistry();
  std::string namesLocked() const;
  void lookForVulkanLocked();
  void keepPipelinesLocked(std::string folder);
  Device *findLocked(std::string_view name) const;
  Status noVulkanDeviceLocked() const;

  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Device>> devices;
  VulkanSettings vulkanSettings;
  bool lookedForVulkan = false;
  std::string noVulkan; // why there is none
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
