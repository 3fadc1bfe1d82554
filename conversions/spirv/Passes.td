// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the Vulkan target that know SPIR-V, in pipeline order (VulkanTarget.cpp): phases linalg
// and target.
#ifndef RLX_CONVERSIONS_SPIRV_PASSES_TD
#define RLX_CONVERSIONS_SPIRV_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def EmulateCooperativeMatricesPass : FunctionPass<"rlx-emulate-cooperative-matrices"> {
  let summary = "Emulate cooperative matrices on devices without them";
  let description = [{
    Each of 32 invocations holds elements of an accumulator matrix, and reads the elements of the
    operands from memory. So kernels with `gpu.subgroup_mma` ops can be tested on any device,
    slowly. The pass is for profiles with the feature `emulateCooperativeMatrix`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def CorrectlyRoundDivisionPass : FunctionPass<"rlx-correctly-round-division"> {
  let summary = "Round f32 division and square root correctly on devices that do not";
  let description = [{
    For devices with the feature `inexactDivision`. Their quotients and square roots are off by up
    to 3 units in the last place, and their fused multiply-add rounds once. The pass rewrites each
    `arith.divf` and `math.sqrt` of f32 with the attribute `lir.rounded`, which `rlx.div` and
    `rlx.sqrt` become:

    - Operands are scaled to [1, 2), or to [1, 4) for a root, with the same significand.
    - Two steps with `math.fma` find the nearest float.
    - Integer arithmetic restores sign and exponent.

    Zeros, subnormal numbers, infinities and NaN keep the result of the device.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ConvertToSpirvPass : Pass<"rlx-convert-to-spirv", "::mlir::ModuleOp"> {
  let summary = "Convert each kernel to a SPIR-V module";
  let description = [{
    Uses the conversion patterns of MLIR, and RLX's own patterns for other math functions and the
    status word. Adds the declarations that make a module valid in Vulkan, for example its
    capabilities.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::mlir::spirv::SPIRVDialect"];
}

#endif // RLX_CONVERSIONS_SPIRV_PASSES_TD
