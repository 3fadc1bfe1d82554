// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of the Vulkan target: SPIR-V words for the runtime, and the device features that they
// require. A package lists these features for its variants. The format of the image is in
// runtime/vulkan/pipeline/SpirvImage.h.
#ifndef RLX_CONVERSIONS_SPIRV_EMITSPIRV_H
#define RLX_CONVERSIONS_SPIRV_EMITSPIRV_H

#include "conversions/Target.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// Serializes every spirv.module of `kernels`, which was made for `profile`. With `keepForms` the
// result has the text of the modules too. Fails if MLIR cannot serialize a module.
llvm::Expected<TargetCode> emitSpirv(mlir::ModuleOp kernels, const rt::DeviceProfile &profile,
                                     bool keepForms);

// Adds the size of the largest buffer of static size that the program's device kernels access, if
// it is larger than all devices support.
void addBufferNeeds(const rt::Program &program, std::vector<std::string> &features);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_EMITSPIRV_H
