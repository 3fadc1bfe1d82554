// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Vulkan functions that the runtime calls, loaded from libvulkan.so.1 on first use.
//
// A process that never asks for a Vulkan device does not load the library, and a machine without it
// works.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANAPI_H
#define RLX_RUNTIME_VULKAN_API_VULKANAPI_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Functions that are found without an instance, with an instance, and with a device.
#define RLX_VULKAN_GLOBAL_FUNCTIONS(X)                                                             \
  X(vkCreateInstance)                                                                              \
  X(vkEnumerateInstanceExtensionProperties)                                                        \
  X(vkEnumerateInstanceLayerProperties)
#define RLX_VULKAN_INSTANCE_FUNCTIONS(X)                                                           \
  X(vkDestroyInstance)                                                                             \
  X(vkEnumeratePhysicalDevices)                                                                    \
  X(vkGetPhysicalDeviceProperties2)                                                                \
  X(vkGetPhysicalDeviceFeatures2)                                                                  \
  X(vkGetPhysicalDeviceMemoryProperties2)                                                          \
  X(vkGetPhysicalDeviceQueueFamilyProperties)                                                      \
  X(vkEnumerateDeviceExtensionProperties)                                                          \
  X(vkCreateDevice)                                                                                \
  X(vkGetDeviceProcAddr)
#define RLX_VULKAN_DEVICE_FUNCTIONS(X)                                                             \
  X(vkDestroyDevice)                                                                               \
  X(vkGetDeviceQueue)                                                                              \
  X(vkQueueSubmit)                                                                                 \
  X(vkDeviceWaitIdle)                                                                              \
  X(vkCreateBuffer)                                                                                \
  X(vkDestroyBuffer)                                                                               \
  X(vkGetBufferMemoryRequirements)                                                                 \
  X(vkAllocateMemory)                                                                              \
  X(vkFreeMemory)                                                                                  \
  X(vkBindBufferMemory)                                                                            \
  X(vkMapMemory)                                                                                   \
  X(vkCreateFence)                                                                                 \
  X(vkDestroyFence)                                                                                \
  X(vkResetFences)                                                                                 \
  X(vkGetFenceStatus)                                                                              \
  X(vkWaitForFences)                                                                               \
  X(vkCreateCommandPool)                                                                           \
  X(vkDestroyCommandPool)                                                                          \
  X(vkAllocateCommandBuffers)                                                                      \
  X(vkResetCommandBuffer)                                                                          \
  X(vkBeginCommandBuffer)                                                                          \
  X(vkEndCommandBuffer)                                                                            \
  X(vkCmdPipelineBarrier)                                                                          \
  X(vkCmdCopyBuffer)                                                                               \
  X(vkCmdBindPipeline)                                                                             \
  X(vkCmdBindDescriptorSets)                                                                       \
  X(vkCmdPushConstants)                                                                            \
  X(vkCmdDispatch)                                                                                 \
  X(vkCmdResetQueryPool)                                                                           \
  X(vkCmdWriteTimestamp)                                                                           \
  X(vkCreateQueryPool)                                                                             \
  X(vkDestroyQueryPool)                                                                            \
  X(vkGetQueryPoolResults)                                                                         \
  X(vkCreateShaderModule)                                                                          \
  X(vkDestroyShaderModule)                                                                         \
  X(vkCreateDescriptorSetLayout)                                                                   \
  X(vkDestroyDescriptorSetLayout)                                                                  \
  X(vkCreatePipelineLayout)                                                                        \
  X(vkDestroyPipelineLayout)                                                                       \
  X(vkCreatePipelineCache)                                                                         \
  X(vkDestroyPipelineCache)                                                                        \
  X(vkGetPipelineCacheData)                                                                        \
  X(vkCreateComputePipelines)                                                                      \
  X(vkDestroyPipeline)                                                                             \
  X(vkCreateDescriptorPool)                                                                        \
  X(vkDestroyDescriptorPool)                                                                       \
  X(vkAllocateDescriptorSets)                                                                      \
  X(vkUpdateDescriptorSets)

// The functions that need no instance. Threads: immutable once loaded.
struct VulkanGlobals {
  // Loads the library. NotFound says why there is no Vulkan on this machine.
  static StatusOr<VulkanGlobals> load();

  uint32_t version = 0; // of instances
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
#define RLX_VULKAN_MEMBER(NAME) PFN_##NAME NAME = nullptr;
  RLX_VULKAN_GLOBAL_FUNCTIONS(RLX_VULKAN_MEMBER)
};

struct VulkanInstanceFunctions {
  Status load(const VulkanGlobals &globals, VkInstance instance);
  RLX_VULKAN_INSTANCE_FUNCTIONS(RLX_VULKAN_MEMBER)
};

struct VulkanDeviceFunctions {
  Status load(const VulkanInstanceFunctions &instance, VkDevice device);
  RLX_VULKAN_DEVICE_FUNCTIONS(RLX_VULKAN_MEMBER)
};
#undef RLX_VULKAN_MEMBER

// The error of a Vulkan call, with `what` failed and the name of its code. Memory errors become
// OutOfMemory, a lost device Unavailable.
Status vulkanError(VkResult result, std::string_view what,
                   std::source_location where = std::source_location::current());

} // namespace rlx::rt

// Returns the error of a VkResult expression from a function that returns Status or StatusOr.
#define RLX_VULKAN_RETURN_IF_ERROR(expression, what)                                               \
  do {                                                                                             \
    if (const VkResult rlxResult = (expression); rlxResult != VK_SUCCESS)                          \
      return ::rlx::rt::vulkanError(rlxResult, what);                                              \
  } while (false)

#endif // RLX_RUNTIME_VULKAN_API_VULKANAPI_H
