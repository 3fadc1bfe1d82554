// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of devices. Devices come from the list of factories and from explicit calls, not
// from static constructors, which a linker drops from static libraries.
//
// The mutex guards the list; devices are never removed.
#include "runtime/device/DeviceRegistry.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

DeviceRegistry::DeviceRegistry() {
  for (const DeviceFactory &factory : deviceFactories()) {
    kinds.push_back({factory, false, ""});
    if (factory.isAlwaysThere)
      enumerateLocked(kinds.back());
  }
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

// A kind without devices is no error here, only for those who ask for one of them.
void DeviceRegistry::enumerateLocked(Kind &kind) {
  if (kind.wasEnumerated)
    return;
  for (std::unique_ptr<Device> &device : kind.factory.find(cacheFolder, kind.whyNone))
    devices.push_back(std::move(device));
  kind.wasEnumerated = true; // not if memory has run out
}

void DeviceRegistry::enumerateAllLocked() {
  for (Kind &kind : kinds)
    enumerateLocked(kind);
}

DeviceRegistry::Kind *DeviceRegistry::kindOf(std::string_view target) {
  const auto found =
      std::ranges::find_if(kinds, [&](const Kind &kind) { return kind.factory.target == target; });
  return found == kinds.end() ? nullptr : &*found;
}

static Status noDevice(std::string_view title, std::string_view why) {
  return notFound(strCat("no ", title, " device found: ", why));
}

static bool containsIgnoringCase(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// `kind`: the one whose target begins the name; null if there is none.
Device *DeviceRegistry::findLocked(std::string_view name, const Kind *kind) const {
  for (const auto &device : devices)
    if (device->name() == name)
      return device.get();
  if (!kind)
    return nullptr;
  const std::string_view target = kind->factory.target;
  const std::string_view part = name == target ? "" : name.substr(target.size() + 1);
  if (part.empty() && name != target)
    return nullptr; // nothing behind the colon
  // A number is an index ("vulkan:0"), never part of a model's name.
  const bool isNumber = !part.empty() && std::ranges::all_of(part, [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  for (const auto &device : devices)
    if (device->target() == target && !isNumber && containsIgnoringCase(device->model(), part))
      return device.get();
  return nullptr;
}

StatusOr<Device *> DeviceRegistry::find(std::string_view name) {
  return catchAllocFailure([&]() -> StatusOr<Device *> {
    std::lock_guard lock(mutex);
    Kind *const kind = kindOf(name.substr(0, name.find(':')));
    if (kind)
      enumerateLocked(*kind);
    if (Device *const device = findLocked(name, kind))
      return device;
    if (kind && !kind->whyNone.empty())
      return noDevice(kind->factory.title, kind->whyNone);
    enumerateAllLocked(); // for the list
    return notFound(strCat("no device '", name, "'; there are ", namesLocked()));
  });
}

StatusOr<Device *> DeviceRegistry::findForTarget(std::string_view target) {
  return catchAllocFailure([&]() -> StatusOr<Device *> {
    std::lock_guard lock(mutex);
    Kind *const kind = kindOf(target);
    if (kind)
      enumerateLocked(*kind);
    for (const auto &device : devices)
      if (device->target() == target)
        return device.get();
    if (kind && !kind->whyNone.empty())
      return noDevice(kind->factory.title, kind->whyNone);
    enumerateAllLocked();
    return notFound(strCat("no device runs kernels for '", target, "'; there are ", namesLocked()));
  });
}

std::vector<Device *> DeviceRegistry::all() {
  std::lock_guard lock(mutex);
  enumerateAllLocked();
  std::vector<Device *> result;
  result.reserve(devices.size());
  for (const auto &device : devices)
    result.push_back(device.get());
  return result;
}

void DeviceRegistry::setCacheFolder(std::string folder) {
  std::lock_guard lock(mutex);
  cacheFolder = std::move(folder);
  for (const std::unique_ptr<Device> &device : devices)
    device->setCacheFolder(cacheFolder);
}

std::string DeviceRegistry::listText() {
  std::string text;
  for (const Device *device : all())
    text += strCat(device->name(), "  ", device->description(), "\n");
  std::lock_guard lock(mutex);
  for (const Kind &kind : kinds)
    if (!kind.whyNone.empty())
      text += strCat("(no ", kind.factory.title, " device found: ", kind.whyNone, ")\n");
  return text;
}

std::string DeviceRegistry::whyNone(std::string_view target) const {
  std::lock_guard lock(mutex);
  for (const Kind &kind : kinds)
    if (kind.factory.target == target)
      return kind.whyNone;
  return "";
}

} // namespace rlx::rt
