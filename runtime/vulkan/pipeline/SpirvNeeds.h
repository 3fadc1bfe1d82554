// What modules of SPIR-V may declare on a device: capabilities, extensions and execution modes, by
// the features that a profile names. What is not in these tables no kernel may declare, since the
// runtime enables nothing for it.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVNEEDS_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVNEEDS_H

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/base/Status.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx::rt {

// Unsupported if a device of that profile has not what is declared.
Status checkSpirvCapability(uint32_t capability, const DeviceProfile &profile);
Status checkSpirvExtension(std::string_view extension, const DeviceProfile &profile);
// Of all modes but those that say a size; `operands` are what stands behind the mode.
Status checkSpirvMode(uint32_t mode, std::span<const uint32_t> operands,
                      const DeviceProfile &profile);
// The newest version of SPIR-V that the device takes, as a header has it.
uint32_t newestSpirvVersion(const DeviceProfile &profile);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVNEEDS_H
