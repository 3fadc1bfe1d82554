// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See PackageDevice.h.
#include "tools/rlx-run-rt/PackageDevice.h"

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/model/Target.h"

namespace rlx::run {

using namespace rlx::rt;

bool isVulkanName(std::string_view device) {
  return device == "vulkan" || device.starts_with("vulkan:");
}

std::string loadHint(const Status &status) {
  const bool isForOthers =
      status.code() == StatusCode::Unsupported || status.code() == StatusCode::NotFound;
  return isForOthers ? "--info lists what the package has code for" : "";
}

std::string hostText(const Executable &executable, std::string_view device) {
  const bool onCpu = executable.deviceName() == "cpu";
  if (onCpu && !isVulkanName(device))
    return "";
  const std::string text = hostKernelsText(executable.program());
  return onCpu ? strCat("the package has no code for a Vulkan device: the CPU runs all of it")
               : text;
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
