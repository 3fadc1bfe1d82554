// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handling of --device and --strict for a package, in rlx-run and rlx-run-rt.
#ifndef RLX_TOOLS_RLXRUNRT_PACKAGEDEVICE_H
#define RLX_TOOLS_RLXRUNRT_PACKAGEDEVICE_H

#include <string>
#include <string_view>

#include "runtime/package/Package.h"

namespace rlx::run {

// Whether the name is one of a device beside the CPU, such as "vulkan:0", which need not exist.
bool namesDevice(std::string_view device);

// Advice for an error of loading a package, if no device here can run the package. Empty otherwise.
std::string loadHint(const rt::Status &status);

// The kernels that the CPU runs for `device` (empty: not given), or for a device's package. Empty
// if there are none.
std::string hostText(const rt::Executable &executable, std::string_view device);

// The variant that `device` runs: ", its variant for vulkan llvmpipe (--info says why)". Empty if
// there is only one.
std::string variantName(const rt::Package &package, std::string_view device);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_PACKAGEDEVICE_H
