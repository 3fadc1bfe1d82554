// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting of a Vulkan device, again after a loss, and the list of devices.
//
// One context is shared by all executors until the device is lost.
#include "runtime/vulkan/device/VulkanDevice.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/gpu/executor/GpuExecutor.h"

namespace rlx::rt {

VulkanDevice::VulkanDevice(std::shared_ptr<const VulkanInstance> owner, VkPhysicalDevice device,
                           std::string name, std::string folder, const VulkanSettings &settings)
    : instance(std::move(owner)), physical(device), uniqueName(std::move(name)),
      cacheFolder(std::move(folder)), sharesMemory(!settings.separateMemory),
      goesDirect(!settings.copiesAll), probed(probeDevice(*instance, device)) {}

bool VulkanDevice::hasFeature(std::string_view feature) const {
  constexpr std::string_view kHost = "cpu:";
  return feature.starts_with(kHost) ? hostHasCpuFeature(feature.substr(kHost.size()))
                                    : profile().meets(feature);
}

std::string VulkanDevice::description() const {
  const uint64_t mebibytes = probed.memoryBytes >> 20;
  return strCat(profile().name, ", ", probed.driver, ", Vulkan ", profile().versionMajor, ".",
                profile().versionMinor, ", ", mebibytes, " MiB");
}

StatusOr<std::shared_ptr<VulkanContext>> VulkanDevice::start() {
  std::lock_guard lock(mutex);
  if (context && !context->isLost())
    return context;
  RLX_ASSIGN_OR_RETURN(context, VulkanContext::create(instance, physical, probed, cacheFolder,
                                                      sharesMemory, goesDirect));
  return context;
}

void VulkanDevice::setCacheFolder(const std::string &folder) {
  std::lock_guard lock(mutex);
  cacheFolder = folder;
}

std::shared_ptr<VulkanContext> VulkanDevice::current() {
  std::lock_guard lock(mutex);
  return context && !context->isLost() ? context : nullptr;
}

void VulkanDevice::giveUp() {
  std::lock_guard lock(mutex);
  if (context)
    context->giveUp();
}

StatusOr<std::unique_ptr<Executor>>
VulkanDevice::createExecutor(std::shared_ptr<const Program> program, const KernelTable &kernels,
                             int64_t persistentBytes, const ExecutorOptions &options) {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executor>> {
    RLX_ASSIGN_OR_RETURN(std::shared_ptr<VulkanContext> running, start());
    return GpuExecutor::create(std::move(running), std::move(program), kernels, persistentBytes,
                               options);
  });
}

std::vector<std::unique_ptr<Device>> findVulkanDevices(const std::string &cacheFolder,
                                                       std::string &why) {
  const VulkanSettings &settings = useVulkanSettings();
  std::vector<std::unique_ptr<Device>> devices;
  Status status = catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const VulkanInstance> instance,
                         VulkanInstance::create(settings));
    for (VkPhysicalDevice physical : instance->devices())
      devices.push_back(std::make_unique<VulkanDevice>(
          instance, physical, strCat(kVulkanTarget, ":", devices.size()), cacheFolder, settings));
    return okStatus();
  });
  if (!status.ok())
    why = status.message();
  return devices;
}

} // namespace rlx::rt
