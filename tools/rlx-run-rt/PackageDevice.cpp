// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See PackageDevice.h.
#include "tools/rlx-run-rt/PackageDevice.h"

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceFactory.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/model/Target.h"

namespace rlx::run {

using namespace rlx::rt;

// The kind of device that the name is one of; null if it is no name of a device.
static const DeviceFactory *kindOf(std::string_view device) {
  return findDeviceFactory(device.substr(0, device.find(':')));
}

bool namesDevice(std::string_view device) {
  const DeviceFactory *const kind = kindOf(device);
  return kind && kind->target != "cpu";
}

std::string loadHint(const Status &status) {
  const bool isForOthers =
      status.code() == StatusCode::Unsupported || status.code() == StatusCode::NotFound;
  return isForOthers ? "--info lists what the package has code for" : "";
}

std::string hostText(const Executable &executable, std::string_view device) {
  const bool onCpu = executable.deviceName() == "cpu";
  if (onCpu && !namesDevice(device))
    return "";
  return onCpu ? strCat("the package has no code for a ", kindOf(device)->title,
                        " device: the CPU runs all of it")
               : hostKernelsText(executable.program());
}

std::string variantName(const Package &package, std::string_view device) {
  if (package.variants().size() < 2)
    return "";
  const StatusOr<Device *> found = DeviceRegistry::get().find(device);
  if (!found.ok())
    return "";
  const auto variant = package.choose(**found);
  return variant.ok() ? strCat(", its variant for ", (*variant)->target, " ", (*variant)->processor,
                               " (--info says why)")
                      : "";
}

} // namespace rlx::run
