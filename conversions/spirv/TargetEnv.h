// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device profile as the target environment of MLIR's SPIR-V conversion: version, capabilities,
// extensions, limits. And the other way: features for the capabilities of a module. Nothing here
// asks a real device.
#ifndef RLX_CONVERSIONS_SPIRV_TARGETENV_H
#define RLX_CONVERSIONS_SPIRV_TARGETENV_H

#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// The environment of a device. Conversion refuses ops that need more.
mlir::spirv::TargetEnvAttr targetEnvOf(const rt::DeviceProfile &profile,
                                       mlir::MLIRContext &context);

// The features that a device needs for modules with these capabilities. Those of float modes are in
// FloatControls.h.
llvm::SmallVector<llvm::StringRef> featuresOf(llvm::ArrayRef<mlir::spirv::Capability> capabilities);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_TARGETENV_H
