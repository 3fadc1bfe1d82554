// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vulkan in this process: its library, its instance, and the physical devices in RLX's order.
//
// Every context keeps the instance alive. Devices are identified by their index in this order:
// "vulkan:0" is the first.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANINSTANCE_H
#define RLX_RUNTIME_VULKAN_API_VULKANINSTANCE_H

#include <memory>
#include <string>
#include <vector>

#include "runtime/vulkan/api/VulkanAPI.h"
#include "runtime/vulkan/api/VulkanSettings.h"

namespace rlx::rt {

// Threads: immutable once made.
class VulkanInstance {
public:
  // NotFound if the library, a driver, or a supported version is missing.
  static StatusOr<std::shared_ptr<const VulkanInstance>> create(const VulkanSettings &settings);
  VulkanInstance(const VulkanInstance &) = delete;
  ~VulkanInstance();

  const VulkanInstanceFunctions &functions() const { return vk; }
  // Looks up an instance function that is not in the table above.
  PFN_vkVoidFunction find(const char *name) const;
  // The newest Vulkan version that devices may use.
  uint32_t version() const { return apiVersion; }
  // Discrete GPUs first, then integrated ones, virtual ones, CPUs, and others; within a group in
  // the driver's order. Devices older than Vulkan 1.1 are left out.
  const std::vector<VkPhysicalDevice> &devices() const { return physical; }

private:
  VulkanInstance() = default;
  Status make(const VulkanSettings &settings);
  Status listDevices();

  VulkanGlobals globals;
  VulkanInstanceFunctions vk;
  uint32_t apiVersion = 0;
  VkInstance instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  std::vector<VkPhysicalDevice> physical;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_VULKANINSTANCE_H
