// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Definitions of newer Vulkan headers that older ones lack, with which RLX must build too.
//
// Debian 12's headers lack cooperative matrices and bfloat16, for example. Values are those of the
// Vulkan registry.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANEXTRAS_H
#define RLX_RUNTIME_VULKAN_API_VULKANEXTRAS_H

#include "runtime/vulkan/api/VulkanAPI.h"

// Structure types as numbers, whatever the header calls them.
namespace rlx::rt::vkextra {

inline constexpr auto kCooperativeMatrixFeatures = static_cast<VkStructureType>(1000506000);
inline constexpr auto kCooperativeMatrixProperties = static_cast<VkStructureType>(1000506001);
inline constexpr auto kCooperativeMatrixStages = static_cast<VkStructureType>(1000506002);
inline constexpr auto kBFloat16Features = static_cast<VkStructureType>(1000141000);
inline constexpr auto kMaximalReconvergenceFeatures = static_cast<VkStructureType>(1000434000);

// VkCooperativeMatrixPropertiesKHR, with VkComponentTypeKHR and VkScopeKHR as plain numbers.
struct CooperativeMatrixProperties {
  VkStructureType sType;
  void *pNext;
  uint32_t m, n, k;
  uint32_t aType, bType, cType, resultType;
  VkBool32 saturatingAccumulation;
  uint32_t scope;
};
// VkPhysicalDeviceCooperativeMatrixPropertiesKHR.
struct CooperativeMatrixStages {
  VkStructureType sType;
  void *pNext;
  VkShaderStageFlags stages;
};
inline constexpr uint32_t kScopeSubgroup = 3;
inline constexpr uint32_t kComponentBFloat16 = 1000141000;

using GetCooperativeMatrixProperties = VkResult(VKAPI_PTR *)(VkPhysicalDevice, uint32_t *,
                                                             CooperativeMatrixProperties *);

} // namespace rlx::rt::vkextra

#endif // RLX_RUNTIME_VULKAN_API_VULKANEXTRAS_H
