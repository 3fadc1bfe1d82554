// What modules that MLIR 22 makes need before they are valid, and right, in Vulkan.
#ifndef RLX_CONVERSIONS_SPIRV_SPIRVFIXUPS_H
#define RLX_CONVERSIONS_SPIRV_SPIRVFIXUPS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// The results of an scf.for are variables that only the loop's body stores: one that runs no time
// would give what they happen to hold. Stores the initial values before each loop.
llvm::LogicalResult initialiseLoopResults(mlir::spirv::ModuleOp module);

// Keeps drivers from rewriting arithmetic on floats: a sum less one of its terms is not the other
// one, and zero times infinity is not zero. (Products and sums stay two operations for that: what
// drivers make of the fused one they do not let anybody say.)
void keepArithmetic(mlir::spirv::ModuleOp module);

// Makes matrices of f16 such of bf16. MLIR's matrices have none, SPIR-V's do.
void useBF16Matrices(mlir::spirv::ModuleOp module);

// Atomic operations with the semantics that Vulkan takes.
void relaxAtomics(mlir::spirv::ModuleOp module);

// The entry point of function "main" with all variables, and its execution modes.
void addEntryPoint(mlir::spirv::ModuleOp module, llvm::ArrayRef<int32_t> workgroupSize,
                   const mlir::spirv::TargetEnv &env, const rt::DeviceProfile &profile);

// The version, capabilities and extensions of a module after spirv-update-vce, which takes the
// least version and does not see what builtin variables need.
void completeTriple(mlir::spirv::ModuleOp module, const mlir::spirv::TargetEnv &env);

// Gives modules with cooperative matrices the memory model that Vulkan demands of them: what a
// workgroup shares, and when its invocations see it, is said at each access. Call it last.
void useVulkanMemoryModel(mlir::spirv::ModuleOp module);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_SPIRVFIXUPS_H
