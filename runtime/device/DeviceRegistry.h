// The devices of this process. The CPU is always there and first; those of Vulkan are looked for
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
  // By unique name, "vulkan" for the first one of Vulkan, or "vulkan:" and a part of what its
  // driver calls it, in any case: "vulkan:llvmpipe". NotFound lists what there is, for which it
  // looks for devices of Vulkan too, or says why there is none of Vulkan if that was asked for.
  StatusOr<Device *> find(std::string_view name);
  // The first device that runs kernels of `target`.
  StatusOr<Device *> findForTarget(std::string_view target);
  // Looks for devices of Vulkan too.
  std::vector<Device *> all();

  // Before devices of Vulkan are first used. Once they have been looked for only the cache's folder
  // can be changed, for devices that are not in use yet; FailedPrecondition for the rest.
  Status configureVulkan(VulkanSettings settings);
  // Only the folder, which may be empty.
  void keepPipelinesIn(std::string folder);
  // Why there are none of Vulkan; empty if there are, or nobody has looked.
  std::string whyNoVulkan() const;
  // For people: a line for each device, name and description, and one that says why there is no
  // device of Vulkan if there is none.
  std::string listText();

private:
  DeviceRegistry();
  std::string namesLocked() const;
  void lookForVulkanLocked();
  void keepPipelinesLocked(std::string folder);
  Device *findLocked(std::string_view name) const;
  Status noneOfVulkanLocked() const;

  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Device>> devices;
  VulkanSettings vulkanSettings;
  bool lookedForVulkan = false;
  std::string noVulkan; // why there is none
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
