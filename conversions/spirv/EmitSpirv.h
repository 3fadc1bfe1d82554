// Words of SPIR-V for the runtime.
#ifndef RLX_CONVERSIONS_SPIRV_EMITSPIRV_H
#define RLX_CONVERSIONS_SPIRV_EMITSPIRV_H

#include "conversions/Target.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// Serialises every spirv.module of `kernels`, which was made for `profile`. With `keepForms` the
// code's text is there too.
llvm::Expected<TargetCode> emitSpirv(mlir::ModuleOp kernels, const rt::DeviceProfile &profile,
                                     bool keepForms);

// What the program's kernels for the device reach of a tensor whose size is known, where that is
// more than they do on every device.
void addBufferNeeds(const rt::Program &program, std::vector<std::string> &features);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_EMITSPIRV_H
