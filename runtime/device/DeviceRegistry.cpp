// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of devices. Devices are added by explicit calls, not by static constructors, which a
// linker drops from static libraries.
//
// The mutex guards the list; devices are never removed.
#include "runtime/device/DeviceRegistry.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CPUDevice.h"
#include "runtime/vulkan/executor/VulkanDevice.h"

namespace rlx::rt {

static constexpr std::string_view kVulkan = "vulkan", kVulkanPrefix = "vulkan:";

DeviceRegistry::DeviceRegistry() {
  devices.push_back(std::make_unique<CPUDevice>());
}

DeviceRegistry &DeviceRegistry::get() {
  // Never destroyed: at process end, drivers may be unloaded earlier.
  static auto *const registry = new DeviceRegistry();
  return *registry;
}

Status DeviceRegistry::add(std::unique_ptr<Device> device) {
  return catchAllocFailure([&]() -> Status {
    std::lock_guard lock(mutex);
    for (const auto &known : devices)
      if (known->name() == device->name())
        return alreadyExists(strCat("a device '", device->name(), "' exists already"));
    devices.push_back(std::move(device));
    return okStatus();
  });
}

std::string DeviceRegistry::namesLocked() const {
  std::string names;
  for (const auto &device : devices)
    names += strCat(names.empty() ? "'" : ", '", device->name(), "'");
  return names;
}

// No Vulkan is no error here, only for those who ask for a Vulkan device.
void DeviceRegistry::lookForVulkanLocked() {
  if (std::exchange(lookedForVulkan, true))
    return;
  for (std::unique_ptr<Device> &device : findVulkanDevices(vulkanSettings, noVulkan))
    devices.push_back(std::move(device));
}

Status DeviceRegistry::noVulkanDeviceLocked() const {
  return notFound(strCat("no Vulkan device found: ", noVulkan));
}

static bool containsIgnoringCase(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

Device *DeviceRegistry::findLocked(std::string_view name) const {
  for (const auto &device : devices)
    if (device->name() == name)
      return device.get();
  if (name != kVulkan && !name.starts_with(kVulkanPrefix))
    return nullptr;
  const std::string_view part = name == kVulkan ? "" : name.substr(kVulkanPrefix.size());
  if (part.empty() && name != kVulkan)
    return nullptr; // nothing behind the colon
  // A number is an index ("vulkan:0"), never part of a name.
  const bool isNumber = !part.empty() && std::ranges::all_of(part, [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  for (const auto &device : devices) {
    const auto *const vulkan = dynamic_cast<const VulkanDevice *>(device.get());
    if (vulkan && !isNumber && containsIgnoringCase(vulkan->profile().name, part))
      return device.get();
  }
  return nullptr;
}

StatusOr<Device *> DeviceRegistry::find(std::string_view name) {
  return catchAllocFailure([&]() -> StatusOr<Device *> {
    std::lock_guard lock(mutex);
    const bool isVulkan = name == kVulkan || name.starts_with(kVulkanPrefix);
    if (isVulkan)
      lookForVulkanLocked();
    if (Device *const device = findLocked(name))
      return device;
    if (isVulkan && !noVulkan.empty())
      return noVulkanDeviceLocked();
    lookForVulkanLocked(); // for the list
    return notFound(strCat("no device '", name, "'; there are ", namesLocked()));
  });
}

StatusOr<Device *> DeviceRegistry::findForTarget(std::string_view target) {
  return catchAllocFailure([&]() -> StatusOr<Device *> {
    std::lock_guard lock(mutex);
    if (target == kVulkan)
      lookForVulkanLocked();
    for (const auto &device : devices)
      if (device->target() == target)
        return device.get();
    if (target == kVulkan && !noVulkan.empty())
      return noVulkanDeviceLocked();
    lookForVulkanLocked();
    return notFound(strCat("no device runs kernels for '", target, "'; there are ", namesLocked()));
  });
}

std::vector<Device *> DeviceRegistry::all() {
  std::lock_guard lock(mutex);
  lookForVulkanLocked();
  std::vector<Device *> result;
  result.reserve(devices.size());
  for (const auto &device : devices)
    result.push_back(device.get());
  return result;
}

Status DeviceRegistry::configureVulkan(VulkanSettings settings) {
  std::lock_guard lock(mutex);
  if (lookedForVulkan && (settings.validation != vulkanSettings.validation ||
                          settings.separateMemory != vulkanSettings.separateMemory ||
                          settings.copiesAll != vulkanSettings.copiesAll))
    return failedPrecondition("Vulkan is in use already; configure it before it is first used");
  std::string folder = std::move(settings.cacheFolder);
  vulkanSettings = std::move(settings);
  keepPipelinesLocked(std::move(folder));
  return okStatus();
}

void DeviceRegistry::keepPipelinesIn(std::string folder) {
  std::lock_guard lock(mutex);
  keepPipelinesLocked(std::move(folder));
}

void DeviceRegistry::keepPipelinesLocked(std::string folder) {
  vulkanSettings.cacheFolder = std::move(folder);
  for (const std::unique_ptr<Device> &device : devices)
    if (auto *const vulkan = dynamic_cast<VulkanDevice *>(device.get()))
      vulkan->setCacheFolder(vulkanSettings.cacheFolder);
}

std::string DeviceRegistry::listText() {
  std::string text;
  for (const Device *device : all())
    text += strCat(device->name(), "  ", device->description(), "\n");
  if (const std::string why = whyNoVulkan(); !why.empty())
    text += strCat("(no Vulkan device found: ", why, ")\n");
  return text;
}

std::string DeviceRegistry::whyNoVulkan() const {
  std::lock_guard lock(mutex);
  return noVulkan;
}

} // namespace rlx::rt
