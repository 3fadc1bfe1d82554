// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Vulkan target: SPIR-V kernels for GPUs, and host kernels of the CPU target for the rest. Its
// interface is in conversions/Target.h, and its docs in docs/targets/vulkan.md. Compilation needs a
// device profile, not a device.
#ifndef RLX_CONVERSIONS_SPIRV_VULKANTARGET_H
#define RLX_CONVERSIONS_SPIRV_VULKANTARGET_H

#include "conversions/Target.h"

namespace rlx {

// The only instance.
const Target &vulkanTarget();

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_VULKANTARGET_H
