// One device of Vulkan in use: the VkDevice, its queue, the kinds of memory and the pipeline cache.
// All executors of a device share one.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANCONTEXT_H
#define RLX_RUNTIME_VULKAN_API_VULKANCONTEXT_H

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/vulkan/api/ProbeDevice.h"
#include "runtime/vulkan/api/VulkanInstance.h"

namespace rlx::rt {

enum class MemoryPlace : uint8_t {
  Device,
  Upload,   // the host's, written by it
  Readback, // the host's, read by it too
  Shared,   // both: the device's own, which the host reads and writes
  Window    // the device's own, which the host writes; the host's where there is none left
};

// Work is given up when for this long it did not end, nor anything else that the device was given:
// nothing that RLX runs takes that long on a device that works.
inline constexpr uint64_t kRunTimeoutNs = 600'000'000'000;

// Threads: any, but for what says otherwise.
class VulkanContext {
public:
  // `cacheFolder` may be empty. `sharesMemory` is whether memory of both sides may be used, should
  // the device have it, and `goesDirect` whether small inputs and results may do without copies.
  static StatusOr<std::shared_ptr<VulkanContext>>
  create(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
         const ProbedDevice &probed, const std::string &cacheFolder, bool sharesMemory = true,
         bool goesDirect = true);
  VulkanContext(const VulkanContext &) = delete;
  ~VulkanContext();

  const VulkanDeviceFunctions &functions() const { return vk; }
  // For tests, which put functions of their own in the place of Vulkan's while nothing uses them.
  VulkanDeviceFunctions &functionsForTests() { return vk; }
  VkDevice device() const { return handle; }
  uint32_t queueFamily() const { return family; }
  const DeviceProfile &profile() const { return knownProfile; }
  // Whether subgroups have the profile's size only in pipelines that ask for it.
  bool choosesSubgroupSize() const { return mustChooseSubgroupSize; }
  // The most that one allocation, and one buffer, can have.
  uint64_t maxAllocation() const { return maxBytes; }
  // Before anything is loaded.
  void setMaxAllocationForTests(uint64_t bytes) { maxBytes = bytes; }
  // Whether what the host writes and reads may lie where the device computes, MemoryPlace::Shared:
  // on devices without memory apart from the host's.
  bool sharesMemory() const { return isShared; }
  // Kernels read inputs of up to so many bytes where the host writes them, and write results of up
  // to so many where the host reads them, without a copy in between.
  uint64_t directInputBytes() const { return maxDirectInput; }
  uint64_t directResultBytes() const { return maxDirectResult; }
  // Of all blocks that there are at the moment.
  uint64_t allocatedBytes() const { return allocated.load(std::memory_order_relaxed); }
  void countAllocation(int64_t bytes) {
    allocated.fetch_add(static_cast<uint64_t>(bytes), std::memory_order_relaxed);
  }
  // Nanoseconds a tick of the queue's clock; 0 without one.
  double timestampPeriod() const { return tickNs; }
  // Only those of `typeBits` come into question.
  StatusOr<uint32_t> memoryType(uint32_t typeBits, MemoryPlace place) const;

  // Gives commands to the queue; the fence, which is not signalled, tells when they are done.
  // Unavailable when the device is lost or does not answer; then everything that uses it has to be
  // made anew.
  Status submit(VkCommandBuffer commands, VkFence fence);
  // Waits for the fence of a submit(), and resets it. Does not wait for a device that is hung.
  Status wait(VkFence fence);
  Status submitAndWait(VkCommandBuffer commands, VkFence fence) {
    RLX_RETURN_IF_ERROR(submit(commands, fence));
    return wait(fence);
  }
  // Unavailable when the device is lost: nothing is to be recorded or given to it any more. What it
  // was given before may not be done.
  Status checkUsable() const;
  bool isLost() const { return lost.load(std::memory_order_relaxed); }
  // The device never finished what it was given: what that uses may not be destroyed, and stays.
  bool isHung() const { return hung.load(std::memory_order_relaxed); }
  // As if the device was lost.
  void giveUp() { lost = true; }

  VkPipelineCache pipelineCache() const { return cache; }
  // Keeps new pipelines for the next process, if there is a folder for that; it is no error if that
  // fails.
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
  // Takes note of a device that is lost.
  Status failure(VkResult result, std::string_view doing);
  Status notFinished() const;

  std::shared_ptr<const VulkanInstance> instance;
  DeviceProfile knownProfile;
  bool mustChooseSubgroupSize;
  bool isShared = false;
  uint64_t maxDirectInput = 0, maxDirectResult = 0;
  std::atomic<uint64_t> allocated{0};
  bool spins; // while waiting: not on a device that computes with the host's processor
  VulkanDeviceFunctions vk;
  VkDevice handle = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  double tickNs = 0;
  uint64_t maxBytes = 0;
  VkPhysicalDeviceMemoryProperties memory{};
  VkPipelineCache cache = VK_NULL_HANDLE;
  std::string cachePath; // empty: kept nowhere
  size_t savedBytes = 0; // of the cache as the file has it
  std::mutex queueMutex, cacheMutex;
  std::atomic<bool> lost{false}, hung{false};
  std::atomic<uint64_t> waits{0}; // that ended with what they waited for
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_VULKANCONTEXT_H
