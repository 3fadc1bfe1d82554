// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of this process.
//
// The CPU is always there and first. Devices of other kinds (DeviceFactory.h) are enumerated when
// they are first asked for, since loading a driver takes time. Further devices are added with
// add().
#ifndef RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
#define RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/DeviceFactory.h"

namespace rlx::rt {

// Threads: any. Devices live as long as the process.
class DeviceRegistry {
public:
  // The registry of the process.
  static DeviceRegistry &get();

  // Adds a device. AlreadyExists if its name is taken.
  Status add(std::unique_ptr<Device> device);
  // Finds a device by its unique name. "vulkan" is the first Vulkan device. "vulkan:TEXT" is the
  // first whose model contains TEXT, ignoring case: "vulkan:llvmpipe". The same holds for other
  // kinds. NotFound lists all devices, or says why no device of the kind was found.
  StatusOr<Device *> find(std::string_view name);
  // The first device that runs kernels of `target`. NotFound otherwise.
  StatusOr<Device *> findForTarget(std::string_view target);
  // All devices, of all kinds.
  std::vector<Device *> all();

  // Sets the folder in which devices keep compiled code; empty keeps nothing.
  void setCacheFolder(std::string folder);
  // The reason why there is no device for the target. Empty if there are some, or if they were not
  // enumerated yet.
  std::string whyNone(std::string_view target) const;
  // A list for people: name and description of each device, one per line. Further lines say why no
  // device of a kind was found.
  std::string listText();

private:
  struct Kind {
    DeviceFactory factory;
    bool wasEnumerated = false;
    std::string whyNone;
  };

  DeviceRegistry();
  std::string namesLocked() const;
  void enumerateLocked(Kind &kind);
  void enumerateAllLocked();
  Kind *kindOf(std::string_view target);
  Device *findLocked(std::string_view name, const Kind *kind) const;

  mutable std::mutex mutex;
  std::vector<Kind> kinds;
  std::vector<std::unique_ptr<Device>> devices;
  std::string cacheFolder;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
