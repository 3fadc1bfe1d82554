// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What rlx-run and rlx-run-rt make of --device and --strict for a package.
#ifndef RLX_TOOLS_RLXRUNRT_PACKAGEDEVICE_H
#define RLX_TOOLS_RLXRUNRT_PACKAGEDEVICE_H

#include <string>
#include <string_view>

#include "runtime/package/Package.h"

namespace rlx::run {

// Whether the name is one of a device of Vulkan, be it there or not.
bool isVulkanName(std::string_view device);

// What to do about an error of loading a package, if it is that no device here can run the package;
// else empty.
std::string loadHint(const rt::Status &status);

// For whoever names `device` (empty: nobody) or has a package for one: what the CPU runs for it;
// empty if that is nothing.
std::string hostText(const rt::Executable &executable, std::string_view device);

// Which one of several variants `device` runs: ", its variant for vulkan llvmpipe (--info says
// why)"; empty if there is but one.
std::string variantName(const rt::Package &package, std::string_view device);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_PACKAGEDEVICE_H
