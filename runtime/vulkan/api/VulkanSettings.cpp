// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The settings of Vulkan, which are fixed with their first use (see VulkanSettings.h).
#include "runtime/vulkan/api/VulkanSettings.h"

#include <mutex>

namespace rlx::rt {
namespace {

struct Chosen {
  std::mutex mutex;
  VulkanSettings settings;
  bool isInUse = false;
};

// Never destroyed, as devices are not.
Chosen &chosen() {
  static auto *const one = new Chosen();
  return *one;
}

} // namespace

Status configureVulkan(const VulkanSettings &settings) {
  std::lock_guard lock(chosen().mutex);
  if (chosen().isInUse && !(settings == chosen().settings))
    return failedPrecondition("Vulkan is in use already; configure it before it is first used");
  chosen().settings = settings;
  return okStatus();
}

const VulkanSettings &useVulkanSettings() {
  std::lock_guard lock(chosen().mutex);
  chosen().isInUse = true;
  return chosen().settings;
}

} // namespace rlx::rt
