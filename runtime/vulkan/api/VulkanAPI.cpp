// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads libvulkan.so.1 and looks its functions up.
//
// A missing function is NotFound, and the message names it.
#include "runtime/vulkan/api/VulkanAPI.h"

#include <dlfcn.h>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

StatusOr<VulkanGlobals> VulkanGlobals::load() {
  // Never closed: drivers may crash when they are unloaded.
  void *const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return notFound(strCat("Vulkan's library cannot be loaded: ", dlerror()));
  VulkanGlobals globals;
  globals.vkGetInstanceProcAddr =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  if (!globals.vkGetInstanceProcAddr)
    return notFound("libvulkan.so.1 is not Vulkan's library: it has no vkGetInstanceProcAddr");
#define RLX_VULKAN_FIND(NAME)                                                                      \
  globals.NAME = reinterpret_cast<PFN_##NAME>(globals.vkGetInstanceProcAddr(nullptr, #NAME));      \
  if (!globals.NAME)                                                                               \
    return notFound("libvulkan.so.1 has no function " #NAME);
  RLX_VULKAN_GLOBAL_FUNCTIONS(RLX_VULKAN_FIND)
#undef RLX_VULKAN_FIND
  // Vulkan 1.0 lacks this function.
  const auto versionOf = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(
      globals.vkGetInstanceProcAddr(nullptr, "vkEnumerateInstanceVersion"));
  if (!versionOf || versionOf(&globals.version) != VK_SUCCESS ||
      globals.version < VK_API_VERSION_1_1)
    return notFound("Vulkan's library is of version 1.0, at least 1.1 is needed");
  return globals;
}

Status VulkanInstanceFunctions::load(const VulkanGlobals &globals, VkInstance instance) {
#define RLX_VULKAN_FIND(NAME)                                                                      \
  NAME = reinterpret_cast<PFN_##NAME>(globals.vkGetInstanceProcAddr(instance, #NAME));             \
  if (!NAME)                                                                                       \
    return notFound("Vulkan's instance has no function " #NAME);
  RLX_VULKAN_INSTANCE_FUNCTIONS(RLX_VULKAN_FIND)
#undef RLX_VULKAN_FIND
  return okStatus();
}

Status VulkanDeviceFunctions::load(const VulkanInstanceFunctions &instance, VkDevice device) {
#define RLX_VULKAN_FIND(NAME)                                                                      \
  NAME = reinterpret_cast<PFN_##NAME>(instance.vkGetDeviceProcAddr(device, #NAME));                \
  if (!NAME)                                                                                       \
    return notFound("Vulkan's device has no function " #NAME);
  RLX_VULKAN_DEVICE_FUNCTIONS(RLX_VULKAN_FIND)
#undef RLX_VULKAN_FIND
  return okStatus();
}

static std::string_view codeName(VkResult result) {
  switch (result) {
#define RLX_VULKAN_CODE(CODE)                                                                      \
  case CODE:                                                                                       \
    return #CODE;
    RLX_VULKAN_CODE(VK_NOT_READY)
    RLX_VULKAN_CODE(VK_TIMEOUT)
    RLX_VULKAN_CODE(VK_INCOMPLETE)
    RLX_VULKAN_CODE(VK_ERROR_OUT_OF_HOST_MEMORY)
    RLX_VULKAN_CODE(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    RLX_VULKAN_CODE(VK_ERROR_OUT_OF_POOL_MEMORY)
    RLX_VULKAN_CODE(VK_ERROR_FRAGMENTED_POOL)
    RLX_VULKAN_CODE(VK_ERROR_FRAGMENTATION)
    RLX_VULKAN_CODE(VK_ERROR_TOO_MANY_OBJECTS)
    RLX_VULKAN_CODE(VK_ERROR_INITIALIZATION_FAILED)
    RLX_VULKAN_CODE(VK_ERROR_DEVICE_LOST)
    RLX_VULKAN_CODE(VK_ERROR_MEMORY_MAP_FAILED)
    RLX_VULKAN_CODE(VK_ERROR_LAYER_NOT_PRESENT)
    RLX_VULKAN_CODE(VK_ERROR_EXTENSION_NOT_PRESENT)
    RLX_VULKAN_CODE(VK_ERROR_FEATURE_NOT_PRESENT)
    RLX_VULKAN_CODE(VK_ERROR_INCOMPATIBLE_DRIVER)
    RLX_VULKAN_CODE(VK_ERROR_INVALID_SHADER_NV)
#undef RLX_VULKAN_CODE
  default:
    return {};
  }
}

Status vulkanError(VkResult result, std::string_view what, std::source_location where) {
  const std::string_view known = codeName(result);
  const std::string text =
      strCat(what, ": ", known.empty() ? strCat("VkResult ", int(result)) : std::string(known));
  switch (result) {
  case VK_ERROR_OUT_OF_HOST_MEMORY:
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
  case VK_ERROR_OUT_OF_POOL_MEMORY:
  case VK_ERROR_FRAGMENTED_POOL:
  case VK_ERROR_FRAGMENTATION:
  case VK_ERROR_TOO_MANY_OBJECTS:
  case VK_ERROR_MEMORY_MAP_FAILED:
    return outOfMemory(text, where);
  case VK_ERROR_DEVICE_LOST:
    return unavailable(strCat(text, "; load the model again to go on"), where);
  case VK_ERROR_INCOMPATIBLE_DRIVER:
    return notFound(text, where);
  default:
    return internalError(text, where);
  }
}

} // namespace rlx::rt
