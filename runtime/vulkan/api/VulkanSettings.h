// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of Vulkan in this process, made before its first use. Needs no Vulkan header.
//
// Programs pass them to DeviceRegistry::configureVulkan(). The runtime itself reads no environment
// variable.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H
#define RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H

#include <cstdint>
#include <string>

namespace rlx::rt {

struct VulkanSettings {
  // Loads the validation layer, which checks every call. Its messages are counted and printed to
  // standard error.
  bool validation = false;
  // The folder of the pipeline cache; empty for none. It need not exist.
  std::string cacheFolder;
  // Treats all device memory as separate from host memory, to test the code for discrete GPUs.
  bool separateMemory = false;
  // Copies small inputs and results too if memory is not shared, to test the code for large ones.
  bool copiesAll = false;
};

// The number of validation messages since the process started.
uint64_t vulkanValidationMessages() noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H
