// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Vulkan device in use: the VkDevice, its queue, its memory types and its pipeline cache.
//
// All executors of a device share one context. It also keeps track of a lost or hung device.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANCONTEXT_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANCONTEXT_H

#include <memory>
#include <mutex>
#include <string>

#include "runtime/gpu/api/GpuContext.h"
#include "runtime/vulkan/api/ProbeDevice.h"
#include "runtime/vulkan/api/VulkanInstance.h"

namespace rlx::rt {

// A logical device with one queue. Threads: any, unless a function says otherwise.
class VulkanContext : public GpuContext {
public:
  // Creates the device. `cacheFolder` may be empty. `sharesMemory`: use memory that both sides
  // reach, if the device has any. `goesDirect`: let kernels access small inputs and results without
  // copies.
  static StatusOr<std::shared_ptr<VulkanContext>>
  create(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
         const ProbedDevice &probed, const std::string &cacheFolder, bool sharesMemory = true,
         bool goesDirect = true);
  ~VulkanContext() override;

  const VulkanDeviceFunctions &functions() const { return vk; }
  // Tests replace Vulkan functions here, while nothing uses them.
  VulkanDeviceFunctions &functionsForTests() { return vk; }
  VkDevice device() const { return handle; }
  uint32_t queueFamily() const { return family; }
  // Whether only pipelines that ask for it have the profile's subgroup size.
  bool choosesSubgroupSize() const { return mustChooseSubgroupSize; }
  // Nanoseconds per tick of the queue's timestamps; 0 without timestamps.
  double timestampPeriod() const { return tickNs; }
  // The memory type for a kind, among those in `typeBits`.
  StatusOr<uint32_t> memoryType(uint32_t typeBits, MemoryKind kind) const;

  // Submits commands. `fence`, which must not be signalled, is signalled at their end. Unavailable
  // if the device is lost or does not answer; its users must then be made anew.
  Status submit(VkCommandBuffer commands, VkFence fence);
  // Waits for the fence of a submit() and resets it. Returns at once if the device is hung.
  Status wait(VkFence fence);
  Status submitAndWait(VkCommandBuffer commands, VkFence fence) {
    RLX_RETURN_IF_ERROR(submit(commands, fence));
    return wait(fence);
  }
  StatusOr<std::unique_ptr<GpuCommandPool>> makeCommandPool() override;

  VkPipelineCache pipelineCache() const { return cache; }
  // Writes new pipelines to the cache file, if there is a folder. Failure is no error.
  void savePipelineCache() noexcept;

private:
  StatusOr<std::shared_ptr<GpuBlock>> allocateBlock(uint64_t bytes, MemoryKind kind) override;
  StatusOr<std::shared_ptr<const GpuKernels>> makeKernels(const Program &program,
                                                          const KernelTable &table) override;
  VulkanContext(std::shared_ptr<const VulkanInstance> instance, const ProbedDevice &probed);
  Status make(VkPhysicalDevice physical, const ProbedDevice &probed);
  Status readLimits(VkPhysicalDevice physical);
  StatusOr<uint32_t> computeFamily(VkPhysicalDevice physical);
  void openPipelineCache(VkPhysicalDevice physical, const std::string &folder);
  void allowDirect(bool allowed);
  bool hasWindow() const;
  VkResult waitForFence(VkFence fence);
  bool becomesIdle();
  // Makes an error, and records a lost device.
  Status failure(VkResult result, std::string_view doing);

  std::shared_ptr<const VulkanInstance> instance;
  bool mustChooseSubgroupSize;
  bool spins; // while waiting: not on a driver that computes on the CPU
  VulkanDeviceFunctions vk;
  VkDevice handle = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  double tickNs = 0;
  VkPhysicalDeviceMemoryProperties memory{};
  VkPipelineCache cache = VK_NULL_HANDLE;
  std::string cachePath; // empty: no file
  size_t savedBytes = 0; // size of the cache in the file
  std::mutex queueMutex, cacheMutex;
  std::atomic<uint64_t> waits{0}; // successful waits
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANCONTEXT_H
