// The devices of this process. The CPU is always there; others are added when they are found.
#ifndef RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
#define RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "runtime/device/Device.h"

namespace rlx::rt {

// Threads: any. Devices live as long as the process.
class DeviceRegistry {
public:
  // The process-wide registry.
  static DeviceRegistry &get();

  // AlreadyExists when the name is taken.
  Status add(std::unique_ptr<Device> device);
  // By unique name; NotFound lists what there is.
  StatusOr<Device *> find(std::string_view name) const;
  // The first device that runs kernels of `target`.
  StatusOr<Device *> findForTarget(std::string_view target) const;
  std::vector<Device *> all() const;

private:
  DeviceRegistry();
  std::string namesLocked() const;
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Device>> devices;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEREGISTRY_H
