// A device profile as MLIR's SPIR-V conversion wants it.
#ifndef RLX_CONVERSIONS_SPIRV_TARGETENV_H
#define RLX_CONVERSIONS_SPIRV_TARGETENV_H

#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

mlir::spirv::TargetEnvAttr targetEnvOf(const rt::DeviceProfile &profile,
                                       mlir::MLIRContext &context);

// The features that a device must have for a module with these capabilities, besides those of its
// float modes (FloatControls.h).
llvm::SmallVector<llvm::StringRef> featuresOf(llvm::ArrayRef<mlir::spirv::Capability> capabilities);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_TARGETENV_H
