// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Vulkan device in use: the VkDevice, its queue, its memory types and its pipeline cache.
//
// All executors of a device share one context. It also keeps track of a lost or hung device.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANCONTEXT_H
#define RLX_RUNTIME_VULKAN_API_VULKANCONTEXT_H

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/vulkan/api/ProbeDevice.h"
#include "runtime/vulkan/api/VulkanInstance.h"

namespace rlx::rt {

enum class MemoryKind : uint8_t {
  Device,
  Upload,   // host memory, written by the host
  Readback, // host memory, also read by the host
  Shared,   // device-local memory that the host reads and writes
  Window    // device-local memory that the host writes; host memory if there is none left
};

// The longest wait without any progress of the queue; then the device counts as hung. Nothing that
// RLX runs takes this long on a working device.
inline constexpr uint64_t kRunTimeoutNs = 600'000'000'000;

// A logical device with one queue. Threads: any, unless a function says otherwise.
class VulkanContext {
public:
  // Creates the device. `cacheFolder` may be empty. `sharesMemory`: use memory that both sides
  // reach, if the device has any. `goesDirect`: let kernels access small inputs and results without
  // copies.
  static StatusOr<std::shared_ptr<VulkanContext>>
  create(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
         const ProbedDevice &probed, const std::string &cacheFolder, bool sharesMemory = true,
         bool goesDirect = true);
  VulkanContext(const VulkanContext &) = delete;
  ~VulkanContext();

  const VulkanDeviceFunctions &functions() const { return vk; }
  // Tests replace Vulkan functions here, while nothing uses them.
  VulkanDeviceFunctions &functionsForTests() { return vk; }
  VkDevice device() const { return handle; }
  uint32_t queueFamily() const { return family; }
  const DeviceProfile &profile() const { return knownProfile; }
  // Whether only pipelines that ask for it have the profile's subgroup size.
  bool choosesSubgroupSize() const { return mustChooseSubgroupSize; }
  // The largest size of an allocation and of a buffer.
  uint64_t maxAllocation() const { return maxBytes; }
  // Call it before anything is loaded.
  void setMaxAllocationForTests(uint64_t bytes) { maxBytes = bytes; }
  // Whether host and device use the same memory (MemoryKind::Shared): on integrated GPUs and CPU
  // drivers.
  bool sharesMemory() const { return isShared; }
  // Up to these sizes, kernels read inputs where the host wrote them and write results where the
  // host reads them, without copies.
  uint64_t directInputBytes() const { return maxDirectInput; }
  uint64_t directResultBytes() const { return maxDirectResult; }
  // Bytes of all blocks that exist now.
  uint64_t allocatedBytes() const { return allocated.load(std::memory_order_relaxed); }
  void countAllocation(int64_t bytes) {
    allocated.fetch_add(static_cast<uint64_t>(bytes), std::memory_order_relaxed);
  }
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
  // Unavailable if the device is lost: do not record or submit any more. Earlier work may not be
  // done.
  Status checkUsable() const;
  bool isLost() const { return lost.load(std::memory_order_relaxed); }
  // Whether the device never finished its work. Objects in use by that work must not be destroyed;
  // they leak.
  bool isHung() const { return hung.load(std::memory_order_relaxed); }
  // Marks the device as lost.
  void giveUp() { lost = true; }

  VkPipelineCache pipelineCache() const { return cache; }
  // Writes new pipelines to the cache file, if there is a folder. Failure is no error.
  void savePipelineCache() noexcept;

private:
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
  Status notFinished() const;

  std::shared_ptr<const VulkanInstance> instance;
  DeviceProfile knownProfile;
  bool mustChooseSubgroupSize;
  bool isShared = false;
  uint64_t maxDirectInput = 0, maxDirectResult = 0;
  std::atomic<uint64_t> allocated{0};
  bool spins; // while waiting: not on a driver that computes on the CPU
  VulkanDeviceFunctions vk;
  VkDevice handle = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  double tickNs = 0;
  uint64_t maxBytes = 0;
  VkPhysicalDeviceMemoryProperties memory{};
  VkPipelineCache cache = VK_NULL_HANDLE;
  std::string cachePath; // empty: no file
  size_t savedBytes = 0; // size of the cache in the file
  std::mutex queueMutex, cacheMutex;
  std::atomic<bool> lost{false}, hung{false};
  std::atomic<uint64_t> waits{0}; // successful waits
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_VULKANCONTEXT_H
