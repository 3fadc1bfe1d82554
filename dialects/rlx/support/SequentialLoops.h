// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops for ops that compute results in order along some dimensions (a prefix scan, or updates one
// after the other) and independently along the others. They are emitted as scf loops, because
// linalg promises no order of iterations. Such an op has the trait NoFusion.
//
//   parallel dimensions: cut into slices, one workgroup each (scf.forall)
//     sequential dimensions: whole within a slice, scf.for in order
#ifndef RLX_DIALECTS_RLX_SUPPORT_SEQUENTIALLOOPS_H
#define RLX_DIALECTS_RLX_SUPPORT_SEQUENTIALLOOPS_H

#include "mlir/IR/Builders.h"

namespace rlx {

/// A slice of every result: tiled along the parallel dimensions, whole along the sequential ones.
struct ResultSlice {
  /// Of the first result. The others have the same values in the parallel dimensions.
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes;
  llvm::SmallVector<mlir::Value> tensors;
};

/// Returns the slice's tensors with their elements computed.
using SliceBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, const ResultSlice &)>;

/// On a function whose ops are lowered: the number of iterations that a slice should have. Without
/// it, slices are long enough to amortize a call, and short enough to distribute among threads.
inline constexpr llvm::StringLiteral kSliceStepsAttr = "lir.slice_steps";

/// On an scf.while: the maximum number of iterations, if the op knows it.
inline constexpr llvm::StringLiteral kMaxIterationsAttr = "lir.max_iterations";

/// On a loop: its steps depend on each other, and may be so many that one invocation of a GPU takes
/// far longer than a core of the CPU, which runs the kernel then.
inline constexpr llvm::StringLiteral kLongLoopAttr = "lir.long_loop";

/// Computes `inits` slice by slice, one workgroup per slice. The slices cut `parallelDims`, which
/// all inits have, with the same sizes. `steps` is roughly the number of iterations per element of
/// the parallel dimensions; kDynamic if unknown.
llvm::SmallVector<mlir::Value> forEachSlice(mlir::OpBuilder &builder, mlir::Location loc,
                                            mlir::ValueRange inits,
                                            llvm::ArrayRef<int64_t> parallelDims, int64_t steps,
                                            SliceBuilder body);

/// The same for inits whose parallel dimensions are at different dimension numbers: one list per
/// init, in the same order.
using ParallelDims = llvm::SmallVector<llvm::SmallVector<int64_t>>;
llvm::SmallVector<mlir::Value> forEachSlice(mlir::OpBuilder &builder, mlir::Location loc,
                                            mlir::ValueRange inits,
                                            const ParallelDims &parallelDims, int64_t steps,
                                            SliceBuilder body);

/// The product of static sizes; kDynamic if one is dynamic.
int64_t staticProduct(llvm::ArrayRef<int64_t> sizes);

/// The body of a loop; returns the values carried to the next iteration.
using StepBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange at, mlir::ValueRange carried)>;

/// Nested scf.for loops from 0 to `sizes`, the last innermost, with `initial` as iteration
/// arguments.
llvm::SmallVector<mlir::Value> inOrder(mlir::OpBuilder &builder, mlir::Location loc,
                                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                       mlir::ValueRange initial, StepBuilder body);

/// position[i] + offsets[i]
llvm::SmallVector<mlir::Value> shifted(mlir::OpBuilder &builder, mlir::Location loc,
                                       mlir::ValueRange position,
                                       llvm::ArrayRef<mlir::OpFoldResult> offsets);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SEQUENTIALLOOPS_H
