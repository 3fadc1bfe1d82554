// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of this process.
//
// The CPU is always there and first. Vulkan devices are enumerated when they are first asked for,
// since loading Vulkan takes time. Other devices are added with add().
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
  // The registry of the process.
  static DeviceRegistry &get();

  // Adds a device. AlreadyExists if its name is taken.
  Status add(std::unique_ptr<Device> device);
  // Finds a device by its unique name. "vulkan" is the first Vulkan device. "vulkan:TEXT" is the
  // first whose name contains TEXT, ignoring case: "vulkan:llvmpipe". NotFound lists all devices,
  // or says why no Vulkan device was found.
  StatusOr<Device *> find(std::string_view name);
  // The first device that runs kernels of `target`. NotFound otherwise.
  StatusOr<Device *> findForTarget(std::string_view target);
  // All devices, including Vulkan devices.
  std::vector<Device *> all();

  // Sets how Vulkan is used. Call it before Vulkan devices are enumerated. Afterwards only the
  // cache folder can change, for devices not in use yet; any other change is FailedPrecondition.
  Status configureVulkan(VulkanSettings settings);
  // Sets the folder of the Vulkan pipeline cache; empty keeps nothing.
  void keepPipelinesIn(std::string folder);
  // The reason why there are no Vulkan devices. Empty if there are, or if they were not enumerated
  // yet.
  std::string whyNoVulkan() const;
  // A list for people: name and description of each device, one per line. A last line says why no
  // Vulkan device was found, if so.
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
  std::string noVulkan; // the reason why there are none
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
