// Execution modes that keep floats as they are on the CPU: Vulkan leaves it to the device how it
// rounds, and whether it keeps subnormal numbers, signs of zeros, infinities and NaN, unless a
// module asks for it. A module asks for all that the device offers, of the floats that it has.
#ifndef RLX_CONVERSIONS_SPIRV_FLOATCONTROLS_H
#define RLX_CONVERSIONS_SPIRV_FLOATCONTROLS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// What the device's features let modules declare for that.
llvm::SmallVector<mlir::spirv::Capability> floatCapabilities(const rt::DeviceProfile &profile);

// Asks, behind the entry point of the module, whose function is `main`.
void addFloatModes(mlir::spirv::ModuleOp module, mlir::spirv::FuncOp main,
                   const rt::DeviceProfile &profile);

// The features that a device must have for what the module asks for.
llvm::SmallVector<std::string> featuresOfFloatModes(mlir::spirv::ModuleOp module);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_FLOATCONTROLS_H
