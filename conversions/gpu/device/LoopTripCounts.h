// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the loop iterations of a kernel, for devices that end a loop after a number of them
// (rt::DeviceProfile::maxLoopIterations), as Mesa's CPU driver does. Kernels beyond the limit run
// on the CPU, and those with a dynamic count get guards (rlx-assign-devices).
#ifndef RLX_CONVERSIONS_GPU_DEVICE_LOOPTRIPCOUNTS_H
#define RLX_CONVERSIONS_GPU_DEVICE_LOOPTRIPCOUNTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"

namespace rlx {

// On a kernel that is distributed to invocations: an upper bound of the iterations of one
// invocation, in all loops, as an affine map from the kernel's dims. Kernels without loops lack it.
// Both branches of an if count, and short loops too, although drivers unroll them. A loop of
// unknown trip count counts as one iteration, or as kMaxIterationsAttr of the kernel says.
//
// For example, a loop of 64 iterations around one of ceil(d0 / 4) gives 64 * (ceil(d0 / 4) + 1).
inline constexpr llvm::StringLiteral kLoopIterationsAttr = "lir.loop_iterations";
// Sets the attribute. Fails, with an error, if a schedule has planned fewer iterations
// (kPlannedIterationsAttr) for static sizes. For dynamic ones, the written loops may have a higher
// bound than the plan, whose sizes are exact.
mlir::LogicalResult noteTripCounts(mlir::func::FuncOp kernel);
// The bound in that attribute; 0 without it.
mlir::AffineExpr tripCountsOf(mlir::Operation *kernel);

// On a kernel that a schedule has written: the bound that its plan gave.
inline constexpr llvm::StringLiteral kPlannedIterationsAttr = "lir.planned_iterations";

// The same bound for a kernel on tensors whose loops are those of one invocation.
mlir::AffineExpr tripCountsOnTensors(mlir::func::FuncOp kernel);

// The iterations of loops inside the bodies of a kernel's linalg ops (on tensors), for one element
// of its result. Null if a loop reads elements of another op.
mlir::AffineExpr tripCountsOfBodies(mlir::func::FuncOp kernel);

// Whether loops of some schedule of this kernel (on tensors) may have more iterations.
bool mayIterate(mlir::func::FuncOp kernel, uint64_t most);

// Copies kMaxIterationsAttr of scf.while loops to the kernel, where no pass drops it.
void keepMaxIterations(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_LOOPTRIPCOUNTS_H
