// Words of SPIR-V for the runtime.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_EMITSPIRV_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_EMITSPIRV_H

#include "conversions/Target.h"
#include "runtime/vulkan/DeviceProfile.h"

namespace rlx {

// Serialises every spirv.module of `kernels`, which was made for `profile`. With `keepForms` the
// code's text is there too.
llvm::Expected<TargetCode> emitSpirv(mlir::ModuleOp kernels, const rt::DeviceProfile &profile,
                                     bool keepForms);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_EMITSPIRV_H
