// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The capabilities, extensions and execution modes that a SPIR-V module may declare, mapped to the
// features of a device profile.
//
// A kernel must not declare anything outside these tables, because the runtime enables nothing
// else.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVNEEDS_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVNEEDS_H

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/base/Status.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx::rt {

// Unsupported if a device with that profile lacks the declared item.
Status checkSpirvCapability(uint32_t capability, const DeviceProfile &profile);
Status checkSpirvExtension(std::string_view extension, const DeviceProfile &profile);
// For all execution modes except those that give a size. `operands` are the words after the mode.
Status checkSpirvMode(uint32_t mode, std::span<const uint32_t> operands,
                      const DeviceProfile &profile);
// The newest SPIR-V version that the device accepts, in the header's encoding.
uint32_t newestSpirvVersion(const DeviceProfile &profile);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVNEEDS_H
