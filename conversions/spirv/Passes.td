// Passes of the Vulkan target that know SPIR-V.
#ifndef RLX_CONVERSIONS_SPIRV_PASSES_TD
#define RLX_CONVERSIONS_SPIRV_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def EmulateCooperativeMatricesPass : FunctionPass<"rlx-emulate-cooperative-matrices"> {
  let summary = "Compute with matrices of subgroups on devices that have none";
  let description = [{
    Each of 32 invocations holds elements of a matrix of sums, which it can take out and put in, and
    reads those of the factors from memory: what kernels with `gpu.subgroup_mma` compute can be tested on
    any device, slowly. For profiles with the feature `emulateCooperativeMatrix`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def FlattenBuffersPass : FunctionPass<"rlx-flatten-buffers"> {
  let summary = "Reach the buffers of a kernel for Vulkan by one index each";
  let description = [{
    The arguments become buffers of one dimension, a binding and an element type each, the scalars of
    the ABI (runtime/vulkan/pipeline/SpirvKernel.h) and the number of the invocation. Records the ABI as
    `lir.spirv_abi`.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def NarrowIndexCastsPass : FunctionPass<"rlx-narrow-index-casts"> {
  let summary = "Make floats of positions without integers of 64 bits";
  let description = [{
    `arith.sitofp` and `arith.uitofp` of an index that was cast to i64 convert the index as an i32. That is
    what a position is on devices of Vulkan, and i64 not all of them have. For kernels of devices only:
    on processors an index has 64 bits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CorrectlyRoundDivisionPass : FunctionPass<"rlx-correctly-round-division"> {
  let summary = "Round quotients and roots of f32 correctly on devices that do not";
  let description = [{
    For devices with the feature `inexactDivision`, whose quotients and square roots are up to 3 units in
    the last place off, and whose multiply-add rounds once. An `arith.divf` or `math.sqrt` of f32 with the
    attribute `lir.rounded`, which `rlx.div` and `rlx.sqrt` become, divides numbers in [1, 2) or takes the
    root of one in [1, 4), of the same digits; two steps with `math.fma` make that the nearest float; and
    integers put sign and exponent back. Zeros, subnormal numbers, infinities and NaN stay the device's.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ConvertToSpirvPass : Pass<"rlx-convert-to-spirv", "::mlir::ModuleOp"> {
  let summary = "Make a module of SPIR-V of each kernel";
  let description = [{
    Beside the conversion patterns of MLIR, what these lack: the rest of math, the status word, and
    what a module must say of itself to be valid in Vulkan.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::spirv::SPIRVDialect"];
}

#endif // RLX_CONVERSIONS_SPIRV_PASSES_TD
