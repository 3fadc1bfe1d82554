// How many steps the loops of a kernel take, for devices that end loops after so many
// (rt::DeviceProfile::maxLoopIterations).
#ifndef RLX_CONVERSIONS_GPU_DEVICE_LOOPTRIPCOUNTS_H
#define RLX_CONVERSIONS_GPU_DEVICE_LOOPTRIPCOUNTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"

namespace rlx {

// On a kernel that is mapped to invocations: the most steps that one of these takes, all loops
// together, as an affine map from the kernel's dims; none if it has no loops. Both ways of a branch
// count, and short loops, which drivers unroll, as others do. A loop that ends nobody knows when is
// one step, or as many as kMaxIterationsAttr of the kernel says.
inline constexpr llvm::StringLiteral kLoopIterationsAttr = "lir.loop_steps";
void noteTripCounts(mlir::func::FuncOp kernel);
// What the attribute says.
mlir::AffineExpr tripCountsOf(mlir::Operation *kernel);

// Whether a kernel on tensors computes so much that loops of some schedule may take more steps.
bool mayIterate(mlir::func::FuncOp kernel, uint64_t most);

// Moves what scf.while loops say by kMaxIterationsAttr to the kernel, whose attributes nothing
// drops.
void keepMaxIterations(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_LOOPTRIPCOUNTS_H
