// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates the logical device, submits work and waits for it. A device can be lost (the driver says
// so) or hung (a wait timed out); both are Unavailable to callers.
//
// The queue is used under a lock.
#include "runtime/vulkan/device/VulkanContext.h"

#include <algorithm>
#include <chrono>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/vulkan/api/PipelineFile.h"
#include "runtime/vulkan/device/VulkanBlock.h"
#include "runtime/vulkan/device/VulkanCommandPool.h"
#include "runtime/vulkan/device/VulkanPipelines.h"

namespace rlx::rt {

VulkanContext::VulkanContext(std::shared_ptr<const VulkanInstance> owner,
                             const ProbedDevice &probed)
    : GpuContext(probed.profile), instance(std::move(owner)),
      mustChooseSubgroupSize(probed.choosesSubgroupSize),
      spins(probed.type != VK_PHYSICAL_DEVICE_TYPE_CPU) {}

StatusOr<std::shared_ptr<VulkanContext>>
VulkanContext::create(std::shared_ptr<const VulkanInstance> instance, VkPhysicalDevice physical,
                      const ProbedDevice &probed, const std::string &cacheFolder, bool sharesMemory,
                      bool goesDirect) {
  std::shared_ptr<VulkanContext> result(new VulkanContext(std::move(instance), probed));
  RLX_RETURN_IF_ERROR(result->make(physical, probed));
  const bool hasNone = probed.type == VK_PHYSICAL_DEVICE_TYPE_CPU ||
                       probed.type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  result->isShared = sharesMemory && hasNone && result->memoryType(~0u, MemoryKind::Shared).ok();
  result->allowDirect(goesDirect);
  result->openPipelineCache(physical, cacheFolder);
  return result;
}

// A copy between host and device costs a barrier and a few microseconds. Below this size, direct
// access is no slower. Inputs may be read repeatedly, so direct inputs go only to device-local
// memory, of which the host may reach little.
void VulkanContext::allowDirect(bool allowed) {
  constexpr uint64_t kMax = 256 << 10;
  if (isShared) {
    maxDirectInput = maxDirectResult = UINT64_MAX;
  } else if (allowed) {
    maxDirectInput = hasWindow() ? kMax : 0;
    maxDirectResult = kMax;
  }
}

VulkanContext::~VulkanContext() {
  if (!handle || !vk.vkDestroyDevice || isHung())
    return;
  if (cache)
    vk.vkDestroyPipelineCache(handle, cache, nullptr);
  vk.vkDestroyDevice(handle, nullptr);
}

// A compute-only queue family starts work faster (3 of 20 us on an H100) than one with graphics,
// but long kernels were up to 2 % slower there. So one with graphics is preferred.
StatusOr<uint32_t> VulkanContext::computeFamily(VkPhysicalDevice physical) {
  const VulkanInstanceFunctions &functions = instance->functions();
  uint32_t count = 0;
  functions.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  functions.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  for (const VkQueueFlags wanted : {VkQueueFlags(VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT),
                                    VkQueueFlags(VK_QUEUE_COMPUTE_BIT)})
    for (uint32_t i = 0; i < count; ++i)
      if ((families[i].queueFlags & wanted) == wanted && families[i].queueCount > 0) {
        if (families[i].timestampValidBits == 0)
          tickNs = 0;
        return i;
      }
  return unsupported(strCat("the device '", knownProfile.name, "' has no queue that computes"));
}

Status VulkanContext::readLimits(VkPhysicalDevice physical) {
  const VulkanInstanceFunctions &functions = instance->functions();
  VkPhysicalDeviceMaintenance3Properties limits{};
  limits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &limits;
  functions.vkGetPhysicalDeviceProperties2(physical, &properties);
  // Some drivers allow larger allocations, but none must allow larger buffers.
  constexpr uint64_t kMax = uint64_t(1) << 32;
  maxBytes = std::min<uint64_t>(limits.maxMemoryAllocationSize, kMax);
  tickNs = static_cast<double>(properties.properties.limits.timestampPeriod);
  VkPhysicalDeviceMemoryProperties2 all{};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
  functions.vkGetPhysicalDeviceMemoryProperties2(physical, &all);
  memory = all.memoryProperties;
  return okStatus();
}

Status VulkanContext::make(VkPhysicalDevice physical, const ProbedDevice &probed) {
  RLX_RETURN_IF_ERROR(readLimits(physical));
  RLX_ASSIGN_OR_RETURN(family, computeFamily(physical));
  const float priority = 1;
  VkDeviceQueueCreateInfo queueInfo{};
  queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queueInfo.queueFamilyIndex = family;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = probed.features.get();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.enabledExtensionCount = static_cast<uint32_t>(probed.extensions.size());
  info.ppEnabledExtensionNames = probed.extensions.data();
  RLX_VULKAN_RETURN_IF_ERROR(
      instance->functions().vkCreateDevice(physical, &info, nullptr, &handle),
      strCat("starting the device '", knownProfile.name, "'"));
  RLX_RETURN_IF_ERROR(vk.load(instance->functions(), handle));
  vk.vkGetDeviceQueue(handle, family, 0, &queue);
  return okStatus();
}

// Whether the host can write to device-local memory.
bool VulkanContext::hasWindow() const {
  const StatusOr<uint32_t> type = memoryType(~0u, MemoryKind::Window);
  return type.ok() &&
         (memory.memoryTypes[*type].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
}

StatusOr<uint32_t> VulkanContext::memoryType(uint32_t typeBits, MemoryKind kind) const {
  constexpr VkMemoryPropertyFlags kHost =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  // Best first. Every device has the last ones.
  constexpr VkMemoryPropertyFlags kDevice[] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
                                  kUpload[] = {kHost, kHost},
                                  kReadback[] = {kHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kHost},
                                  kShared[] = {kReadback[0] | kDevice[0],
                                               kReadback[0] | kDevice[0]},
                                  kWindow[] = {kHost | kDevice[0], kHost};
  const auto &wanted = kind == MemoryKind::Device     ? kDevice
                       : kind == MemoryKind::Upload   ? kUpload
                       : kind == MemoryKind::Readback ? kReadback
                       : kind == MemoryKind::Window   ? kWindow
                                                      : kShared;
  for (const VkMemoryPropertyFlags flags : wanted)
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if (typeBits >> i & 1 && (memory.memoryTypes[i].propertyFlags & flags) == flags)
        return i;
  return internalError(strCat("the device '", knownProfile.name,
                              "' has no memory of a kind that "
                              "every device should have"));
}

Status VulkanContext::failure(VkResult result, std::string_view doing) {
  if (result == VK_ERROR_DEVICE_LOST)
    lost = true;
  return vulkanError(result, strCat(doing, " the device '", knownProfile.name, "'"));
}

VkResult VulkanContext::waitForFence(VkFence fence) {
  using Clock = std::chrono::steady_clock;
  // Waking up takes 30 to 40 us: much for short work, little for work longer than this.
  constexpr auto kSpin = std::chrono::milliseconds(1);
  if (spins) {
    const Clock::time_point end = Clock::now() + kSpin;
    do {
      const VkResult result = vk.vkGetFenceStatus(handle, fence);
      if (result != VK_NOT_READY)
        return result;
    } while (Clock::now() < end);
  }
  // The queue runs submissions in order, also those of other executables. As long as other waits
  // end, this work is not hung.
  for (;;) {
    const uint64_t before = waits.load(std::memory_order_relaxed);
    const VkResult result = vk.vkWaitForFences(handle, 1, &fence, VK_TRUE, kRunTimeoutNs);
    if (result != VK_TIMEOUT || isHung() || waits.load(std::memory_order_relaxed) == before)
      return result;
  }
}

// Waits until the device has finished all work.
bool VulkanContext::becomesIdle() {
  std::lock_guard lock(queueMutex);
  const VkResult result = vk.vkDeviceWaitIdle(handle);
  return result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST;
}

Status VulkanContext::wait(VkFence fence) {
  if (isHung()) // another wait has timed out already
    return notFinished();
  const VkResult result = waitForFence(fence);
  // Only a lost device has certainly stopped. After any other failure it may still be at work. If
  // it becomes idle, its objects can be freed; if not, it is hung.
  if (result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST) {
    lost = true;
    if (result == VK_TIMEOUT || !becomesIdle())
      hung = true;
  }
  if (result != VK_SUCCESS)
    return result == VK_TIMEOUT ? notFinished() : failure(result, "waiting for");
  waits.fetch_add(1, std::memory_order_relaxed);
  if (const VkResult reset = vk.vkResetFences(handle, 1, &fence); reset != VK_SUCCESS) {
    lost = true; // with a signalled fence, a later wait would return before its work is done
    return failure(reset, "resetting a fence of");
  }
  return okStatus();
}

Status VulkanContext::submit(VkCommandBuffer commands, VkFence fence) {
  RLX_RETURN_IF_ERROR(checkUsable());
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  std::lock_guard lock(queueMutex);
  const VkResult result = vk.vkQueueSubmit(queue, 1, &info, fence);
  return result == VK_SUCCESS ? okStatus() : failure(result, "giving work to");
}

// Another driver or device has another file name, and the driver checks the file's header too.
void VulkanContext::openPipelineCache(VkPhysicalDevice physical, const std::string &folder) {
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  instance->functions().vkGetPhysicalDeviceProperties2(physical, &properties);
  std::vector<uint8_t> known;
  if (!folder.empty()) {
    std::string id;
    for (const uint8_t byte : properties.properties.pipelineCacheUUID) {
      constexpr char digits[] = "0123456789abcdef";
      id += digits[byte >> 4];
      id += digits[byte & 15];
    }
    cachePath = strCat(folder, "/vulkan-pipelines-", id);
    known = readPipelineFile(cachePath);
  }
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = known.size();
  info.pInitialData = known.data();
  if (vk.vkCreatePipelineCache(handle, &info, nullptr, &cache) == VK_SUCCESS) {
    savedBytes = known.size();
    return;
  }
  info.initialDataSize = 0;
  if (vk.vkCreatePipelineCache(handle, &info, nullptr, &cache) != VK_SUCCESS)
    cache = VK_NULL_HANDLE; // pipelines are compiled without a cache
}

void VulkanContext::savePipelineCache() noexcept {
  catchAllocFailure([&]() -> Status {
    std::lock_guard lock(cacheMutex);
    size_t size = 0;
    if (cachePath.empty() || !cache ||
        vk.vkGetPipelineCacheData(handle, cache, &size, nullptr) != VK_SUCCESS ||
        size == savedBytes)
      return okStatus();
    std::vector<uint8_t> bytes(size);
    if (vk.vkGetPipelineCacheData(handle, cache, &size, bytes.data()) != VK_SUCCESS)
      return okStatus();
    bytes.resize(size);
    savedBytes = size; // also on failure: only more pipelines are a reason to try again
    return writePipelineFile(cachePath, std::move(bytes));
  }).ignore();
}

static std::shared_ptr<VulkanContext> sharedOf(VulkanContext &context) {
  return std::static_pointer_cast<VulkanContext>(context.shared_from_this());
}

StatusOr<std::shared_ptr<GpuBlock>> VulkanContext::allocateBlock(uint64_t bytes, MemoryKind kind) {
  RLX_ASSIGN_OR_RETURN(auto block, VulkanBlock::create(sharedOf(*this), bytes, kind));
  return std::shared_ptr<GpuBlock>(std::move(block));
}

StatusOr<std::shared_ptr<const GpuKernels>> VulkanContext::makeKernels(const Program &program,
                                                                       const KernelTable &table) {
  RLX_ASSIGN_OR_RETURN(auto made, VulkanPipelines::create(sharedOf(*this), program, table));
  return std::shared_ptr<const GpuKernels>(std::move(made));
}

StatusOr<std::unique_ptr<GpuCommandPool>> VulkanContext::makeCommandPool() {
  RLX_ASSIGN_OR_RETURN(auto made, VulkanCommandPool::create(sharedOf(*this)));
  return std::unique_ptr<GpuCommandPool>(std::move(made));
}

} // namespace rlx::rt
