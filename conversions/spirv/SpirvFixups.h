// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes to modules of MLIR 22 that make them valid, and correct, in Vulkan. rlx-convert-to-spirv
// calls them in this order, and its own patterns are in SpirvPatterns.h. Each fixup can go once
// MLIR makes such modules itself.
#ifndef RLX_CONVERSIONS_SPIRV_SPIRVFIXUPS_H
#define RLX_CONVERSIONS_SPIRV_SPIRVFIXUPS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// MLIR keeps results of an scf.for in variables that only the loop's body stores, so a loop without
// iterations would return undefined values. Stores the initial values before each loop.
llvm::LogicalResult initialiseLoopResults(mlir::spirv::ModuleOp module);

// Keeps drivers from rewriting float arithmetic (NoContraction): (a + b) - a is not b, and 0 times
// infinity is not 0. Multiplications and additions are not fused, as modules cannot control how a
// driver computes a fused one.
void keepArithmetic(mlir::spirv::ModuleOp module);

// Makes bf16 matrices of f16 ones. SPIR-V has bf16 matrices, MLIR's gpu.mma_matrix has none.
void useBF16Matrices(mlir::spirv::ModuleOp module);

// Gives atomic operations the memory semantics that Vulkan supports.
void relaxAtomics(mlir::spirv::ModuleOp module);

// Adds the entry point of function "main", with all variables, and its execution modes.
void addEntryPoint(mlir::spirv::ModuleOp module, llvm::ArrayRef<int32_t> workgroupSize,
                   const mlir::spirv::TargetEnv &env, const rt::DeviceProfile &profile);

// Completes version, capabilities and extensions after spirv-update-vce, which takes the lowest
// version and misses the needs of builtin variables.
void completeTriple(mlir::spirv::ModuleOp module, const mlir::spirv::TargetEnv &env);

// Modules with cooperative matrices need the Vulkan memory model. It states at each access to
// shared memory, and at each barrier, when other invocations see writes. Call it last.
void useVulkanMemoryModel(mlir::spirv::ModuleOp module);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_SPIRVFIXUPS_H
