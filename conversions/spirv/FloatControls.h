// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution modes that make floats behave as on the CPU.
//
// Vulkan leaves rounding, subnormal numbers, signed zeros, infinities and NaN to the device, unless
// a module declares a mode. A module declares all modes that the device supports, for the widths of
// floats that it has (VK_KHR_shader_float_controls).
#ifndef RLX_CONVERSIONS_SPIRV_FLOATCONTROLS_H
#define RLX_CONVERSIONS_SPIRV_FLOATCONTROLS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// The capabilities that the device's features allow for that.
llvm::SmallVector<mlir::spirv::Capability> floatCapabilities(const rt::DeviceProfile &profile);

// Adds the modes to the entry point `main` of the module.
void addFloatModes(mlir::spirv::ModuleOp module, mlir::spirv::FuncOp main,
                   const rt::DeviceProfile &profile);

// The features that a device needs for the modes of the module.
llvm::SmallVector<std::string> featuresOfFloatModes(mlir::spirv::ModuleOp module);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_FLOATCONTROLS_H
