// Whether a device may be given the SPIR-V of a kernel: drivers trust what they get, and a package
// may hold anything.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVCHECK_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVCHECK_H

#include "runtime/base/Status.h"
#include "runtime/vulkan/api/DeviceProfile.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt {

// Checks the frame of the module, so what stands before its functions: header, instructions that
// end where they should, sections in their order, the one entry point, the size of workgroups, what
// it binds, and what it needs of a device. DataLoss for what is no kernel by SpirvKernel.h,
// Unsupported for what a device of that profile does not have. Types and the code in functions are
// not looked at: whoever made a package is trusted for these, as for code of the CPU.
Status checkSpirvModule(const SpirvKernel &kernel, const DeviceProfile &profile);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVCHECK_H
