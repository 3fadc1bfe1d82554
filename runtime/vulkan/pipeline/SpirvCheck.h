// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks whether a device may be given the SPIR-V of a kernel.
//
// Drivers trust the SPIR-V they get, but a package may hold anything.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVCHECK_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVCHECK_H

#include "runtime/base/Status.h"
#include "runtime/device/DeviceProfile.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt {

// Checks everything before the module's functions: header, lengths of instructions, order of
// sections, the single entry point, workgroup size, bindings, and required features. DataLoss if it
// is no kernel by SpirvKernel.h. Unsupported if it requires more than the profile has.
//
// Types and code in functions are not checked. The maker of a package is trusted for these, as for
// CPU code.
Status checkSpirvModule(const SpirvKernel &kernel, const DeviceProfile &profile);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVCHECK_H
