// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates the instance, with the validation layer if the settings ask for it, and sorts the
// devices.
//
// Messages of the layer are counted for tests.
#include "runtime/vulkan/api/VulkanInstance.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

static constexpr const char *kValidationLayer = "VK_LAYER_KHRONOS_validation";

static std::atomic<uint64_t> validationMessages{0};

uint64_t vulkanValidationMessages() noexcept {
  return validationMessages;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                                VkDebugUtilsMessageTypeFlagsEXT,
                                                const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                void *) {
  ++validationMessages;
  std::fprintf(stderr, "Vulkan validation: %s\n", data->pMessage);
  return VK_FALSE;
}

StatusOr<std::shared_ptr<const VulkanInstance>>
VulkanInstance::create(const VulkanSettings &settings) {
  return catchAllocFailure([&]() -> StatusOr<std::shared_ptr<const VulkanInstance>> {
    std::shared_ptr<VulkanInstance> result(new VulkanInstance());
    RLX_RETURN_IF_ERROR(result->make(settings));
    return std::shared_ptr<const VulkanInstance>(std::move(result));
  });
}

VulkanInstance::~VulkanInstance() {
  if (messenger)
    reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(find("vkDestroyDebugUtilsMessengerEXT"))(
        instance, messenger, nullptr);
  if (instance && vk.vkDestroyInstance)
    vk.vkDestroyInstance(instance, nullptr);
}

PFN_vkVoidFunction VulkanInstance::find(const char *name) const {
  return globals.vkGetInstanceProcAddr(instance, name);
}

// The validation layer must exist: without it everything would work, but nothing would be checked.
static Status checkLayer(const VulkanGlobals &globals) {
  uint32_t count = 0;
  RLX_VULKAN_RETURN_IF_ERROR(globals.vkEnumerateInstanceLayerProperties(&count, nullptr),
                             "listing Vulkan's layers");
  std::vector<VkLayerProperties> layers(count);
  RLX_VULKAN_RETURN_IF_ERROR(globals.vkEnumerateInstanceLayerProperties(&count, layers.data()),
                             "listing Vulkan's layers");
  for (const VkLayerProperties &layer : layers)
    if (std::strcmp(layer.layerName, kValidationLayer) == 0)
      return okStatus();
  return notFound(strCat("Vulkan's layer ", kValidationLayer, " is not installed"));
}

Status VulkanInstance::make(const VulkanSettings &settings) {
  RLX_ASSIGN_OR_RETURN(globals, VulkanGlobals::load());
  apiVersion = std::min(globals.version, VK_API_VERSION_1_3);
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pEngineName = "RLX";
  application.apiVersion = apiVersion;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  const char *const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkDebugUtilsMessengerCreateInfoEXT messages{};
  if (settings.validation) {
    RLX_RETURN_IF_ERROR(checkLayer(globals));
    messages.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    messages.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                               VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messages.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    messages.pfnUserCallback = onMessage;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
  }
  if (const VkResult result = globals.vkCreateInstance(&info, nullptr, &instance);
      result != VK_SUCCESS) {
    instance = VK_NULL_HANDLE;
    return vulkanError(result, "Vulkan has no driver that can be used");
  }
  RLX_RETURN_IF_ERROR(vk.load(globals, instance));
  if (settings.validation) {
    const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        find("vkCreateDebugUtilsMessengerEXT"));
    if (!create)
      return notFound("Vulkan's instance has no vkCreateDebugUtilsMessengerEXT");
    RLX_VULKAN_RETURN_IF_ERROR(create(instance, &messages, nullptr, &messenger),
                               "asking for Vulkan's messages");
  }
  return listDevices();
}

Status VulkanInstance::listDevices() {
  uint32_t count = 0;
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkEnumeratePhysicalDevices(instance, &count, nullptr),
                             "listing Vulkan's devices");
  std::vector<VkPhysicalDevice> found(count);
  RLX_VULKAN_RETURN_IF_ERROR(vk.vkEnumeratePhysicalDevices(instance, &count, found.data()),
                             "listing Vulkan's devices");
  found.resize(count); // a device may have disappeared since
  std::vector<VkPhysicalDeviceType> types;
  for (VkPhysicalDevice device : found) {
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    vk.vkGetPhysicalDeviceProperties2(device, &properties);
    // Devices that are too old get a type that no group has.
    types.push_back(properties.properties.apiVersion >= VK_API_VERSION_1_1
                        ? properties.properties.deviceType
                        : VK_PHYSICAL_DEVICE_TYPE_MAX_ENUM);
  }
  for (const VkPhysicalDeviceType type :
       {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
        VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_CPU,
        VK_PHYSICAL_DEVICE_TYPE_OTHER})
    for (size_t i = 0; i < found.size(); ++i)
      if (types[i] == type)
        physical.push_back(found[i]);
  if (physical.empty())
    return notFound(count ? "none of the Vulkan devices has version 1.1 or newer"
                          : "Vulkan's drivers find no device");
  return okStatus();
}

} // namespace rlx::rt
