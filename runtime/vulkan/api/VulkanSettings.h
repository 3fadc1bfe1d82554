// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of Vulkan in this process, made before its first use. Needs no Vulkan header.
//
// The runtime itself reads no environment variable.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H
#define RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H

#include <cstdint>

#include "runtime/base/Status.h"

namespace rlx::rt {

struct VulkanSettings {
  // Loads the validation layer, which checks every call. Its messages are counted and printed to
  // standard error.
  bool validation = false;
  // Treats all device memory as separate from host memory, to test the code for discrete GPUs.
  bool separateMemory = false;
  // Copies small inputs and results too if memory is not shared, to test the code for large ones.
  bool copiesAll = false;

  bool operator==(const VulkanSettings &) const = default;
};

// Sets how this process uses Vulkan. FailedPrecondition for other settings than those in use, once
// Vulkan devices were enumerated. Threads: any.
Status configureVulkan(const VulkanSettings &settings);
// The settings, which cannot change from now on.
const VulkanSettings &useVulkanSettings();

// The number of validation messages since the process started.
uint64_t vulkanValidationMessages() noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H
