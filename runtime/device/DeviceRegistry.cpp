// See DeviceRegistry.h. Devices are added by explicit calls, not by static constructors, which a
// linker drops from static libraries.
#include "runtime/device/DeviceRegistry.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CPUDevice.h"

namespace rlx::rt {

DeviceRegistry::DeviceRegistry() {
  devices.push_back(std::make_unique<CPUDevice>());
}

DeviceRegistry &DeviceRegistry::get() {
  static DeviceRegistry registry;
  return registry;
}

Status DeviceRegistry::add(std::unique_ptr<Device> device) {
  return catchAllocFailure([&]() -> Status {
    std::lock_guard lock(mutex);
    for (const auto &known : devices)
      if (known->name() == device->name())
        return alreadyExists(strCat("there is a device '", device->name(), "' already"));
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

StatusOr<Device *> DeviceRegistry::find(std::string_view name) const {
  return catchAllocFailure([&]() -> StatusOr<Device *> {
    std::lock_guard lock(mutex);
    for (const auto &device : devices)
      if (device->name() == name)
        return device.get();
    return notFound(strCat("no device '", name, "'; there are ", namesLocked()));
  });
}

StatusOr<Device *> DeviceRegistry::findForTarget(std::string_view target) const {
  return catchAllocFailure([&]() -> StatusOr<Device *> {
    std::lock_guard lock(mutex);
    for (const auto &device : devices)
      if (device->target() == target)
        return device.get();
    return notFound(strCat("no device runs kernels for '", target, "'; there are ", namesLocked()));
  });
}

std::vector<Device *> DeviceRegistry::all() const {
  std::lock_guard lock(mutex);
  std::vector<Device *> result;
  for (const auto &device : devices)
    result.push_back(device.get());
  return result;
}

} // namespace rlx::rt
