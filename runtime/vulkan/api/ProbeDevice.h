// What a driver says about a physical device: as a profile, and as what has to be enabled for that
// profile to hold.
#ifndef RLX_RUNTIME_VULKAN_API_PROBEDEVICE_H
#define RLX_RUNTIME_VULKAN_API_PROBEDEVICE_H

#include <memory>
#include <string>
#include <vector>

#include "runtime/vulkan/api/DeviceProfile.h"
#include "runtime/vulkan/api/VulkanInstance.h"

namespace rlx::rt {

// A structure of features of Vulkan: all of them are a header and then booleans.
struct FeatureStruct {
  static constexpr size_t kMax = 32;
  VkStructureType sType;
  void *pNext;
  VkBool32 values[kMax];
};

// Threads: a value. The structures point to each other.
struct ProbedDevice {
  DeviceProfile profile;
  std::string driver; // "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  uint64_t memoryBytes = 0; // of the largest heap of the device's own
  // Whether sizes of subgroups vary, and pipelines have to ask for the profile's.
  bool choosesSubgroupSize = false;
  // For vkCreateDevice: the features that kernels may use and the device has.
  std::vector<const char *> extensions;
  std::unique_ptr<VkPhysicalDeviceFeatures2> features;
  std::vector<std::unique_ptr<FeatureStruct>> structs;
};

// The features among them, by name. A kernel asks for the modes of the floats that it has: where a
// device wants the same mode for several widths, it cannot ask for one, and that is none here.
std::vector<const char *> floatControls(const VkPhysicalDeviceFloatControlsProperties &properties);

// Features that are about subgroups the profile has only if all subgroups of a kernel can be made
// whole and of the profile's size: code relies on that. `functions`: the instance's, if not those
// of a test.
ProbedDevice probeDevice(const VulkanInstance &instance, VkPhysicalDevice device,
                         const VulkanInstanceFunctions &functions);
inline ProbedDevice probeDevice(const VulkanInstance &instance, VkPhysicalDevice device) {
  return probeDevice(instance, device, instance.functions());
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_PROBEDEVICE_H
