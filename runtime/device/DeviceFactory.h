// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kind of device: how its devices are found, and how code for it is loaded.
//
// To add one, implement Device and Executor (a GPU: GpuDevice and GpuContext) in a folder beside
// runtime/vulkan, and add an entry to the list (runtime/DeviceFactories.cpp). The registry and the
// package loader use the list only.
#ifndef RLX_RUNTIME_DEVICE_DEVICEFACTORY_H
#define RLX_RUNTIME_DEVICE_DEVICEFACTORY_H

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/Device.h"

namespace rlx::rt {

struct DeviceFactory {
  // The Kernel::target that the devices run, and how their names begin: "vulkan".
  std::string_view target;
  std::string_view title; // for messages: "Vulkan"
  // Whether find() is cheap and cannot fail. Otherwise it waits until somebody asks for the
  // devices.
  bool isAlwaysThere;
  // The devices, which may keep compiled code in the folder (empty: none). Called once. If there is
  // no device, `why` gets the reason.
  std::vector<std::unique_ptr<Device>> (*find)(const std::string &cacheFolder, std::string &why);
  // Adds the kernels in a package's code to the table. DataLoss if it is damaged.
  Status (*loadCode)(std::span<const uint8_t> code, KernelTable &kernels);
};

// All kinds of this build, the CPU first.
std::span<const DeviceFactory> deviceFactories();

// Adds a kind that is not part of this build. Its strings must live as long as the process.
// Threads: call it before the first use of devices.
void registerDeviceFactory(const DeviceFactory &factory);

// The kind whose devices run this target's kernels; null if this build has none.
const DeviceFactory *findDeviceFactory(std::string_view target);

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEFACTORY_H
