// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Probing of a physical device: its profile, and the features that must be enabled for that profile
// to hold.
//
// A feature is in the profile only if kernels can rely on it after vkCreateDevice. Nothing is
// created here.
#ifndef RLX_RUNTIME_VULKAN_API_PROBEDEVICE_H
#define RLX_RUNTIME_VULKAN_API_PROBEDEVICE_H

#include <memory>
#include <string>
#include <vector>

#include "runtime/device/DeviceProfile.h"
#include "runtime/vulkan/api/VulkanInstance.h"

namespace rlx::rt {

// The layout that all of Vulkan's feature structures share: a header, then booleans.
struct FeatureStruct {
  static constexpr size_t kMax = 32;
  VkStructureType sType;
  void *pNext;
  VkBool32 values[kMax];
};

// The result of probing. Threads: a value. The structures point to each other.
struct ProbedDevice {
  DeviceProfile profile;
  std::string driver; // name and version: "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  uint64_t memoryBytes = 0; // size of the largest device-local heap
  // Whether subgroup sizes vary, so that pipelines must ask for the profile's size.
  bool choosesSubgroupSize = false;
  // For vkCreateDevice: the features that kernels may use and the device has.
  std::vector<const char *> extensions;
  std::unique_ptr<VkPhysicalDeviceFeatures2> features;
  std::vector<std::unique_ptr<FeatureStruct>> structs;
};

// The float control features, by name. A kernel sets the modes of the float widths that it uses. If
// a device requires the same mode for several widths, a kernel cannot set one alone, so the feature
// is left out.
std::vector<const char *> floatControls(const VkPhysicalDeviceFloatControlsProperties &properties);

// Probes a device. Features about subgroups are listed only if all subgroups of a kernel can be
// full and have the profile's size, since code relies on that. Tests pass their own `functions`.
ProbedDevice probeDevice(const VulkanInstance &instance, VkPhysicalDevice device,
                         const VulkanInstanceFunctions &functions);
inline ProbedDevice probeDevice(const VulkanInstance &instance, VkPhysicalDevice device) {
  return probeDevice(instance, device, instance.functions());
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_PROBEDEVICE_H
