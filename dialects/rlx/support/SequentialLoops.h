// Loops for ops that compute their results in order along some dimensions (a running sum, updates
// one after the other) and independently along the others. They are written out as scf, because
// the loops of linalg promise no order; the op carries the trait NoFusion.
#ifndef RLX_DIALECTS_RLX_SUPPORT_SEQUENTIALLOOPS_H
#define RLX_DIALECTS_RLX_SUPPORT_SEQUENTIALLOOPS_H

#include "mlir/IR/Builders.h"

namespace rlx {

// A part of every result: all of it along the dimensions that are computed in order.
struct ResultSlice {
  // Of the first result. The others have the same in the parallel dimensions.
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes;
  llvm::SmallVector<mlir::Value> tensors;
};

// Returns the slice's tensors with their elements computed.
using SliceBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, const ResultSlice &)>;

// On a function, while its ops are lowered: the steps that a slice should take. Without it they are
// enough to dwarf a call, and few enough to share slices among threads.
inline constexpr llvm::StringLiteral kSliceStepsAttr = "lir.slice_steps";

// On an scf.while: the most steps that it takes, where its op knows that.
inline constexpr llvm::StringLiteral kMaxIterationsAttr = "lir.most_steps";

// Computes `inits` slice by slice: one workgroup each, cut along `parallelDims`, which all inits
// have, with the same sizes. `steps` is what one element of the parallel dimensions takes, roughly;
// kDynamic if unknown.
llvm::SmallVector<mlir::Value> forEachSlice(mlir::OpBuilder &builder, mlir::Location loc,
                                            mlir::ValueRange inits,
                                            llvm::ArrayRef<int64_t> parallelDims, int64_t steps,
                                            SliceBuilder body);

// The same where the parallel dimensions have other places in each init: one list an init, in one
// order.
using ParallelDims = llvm::SmallVector<llvm::SmallVector<int64_t>>;
llvm::SmallVector<mlir::Value> forEachSlice(mlir::OpBuilder &builder, mlir::Location loc,
                                            mlir::ValueRange inits,
                                            const ParallelDims &parallelDims, int64_t steps,
                                            SliceBuilder body);

// The product of static sizes, or kDynamic.
int64_t staticProduct(llvm::ArrayRef<int64_t> sizes);

// Returns what the loops carry on.
using StepBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange at, mlir::ValueRange carried)>;

// scf.for loops over `sizes` from 0, the last innermost, that carry `initial` along.
llvm::SmallVector<mlir::Value> inOrder(mlir::OpBuilder &builder, mlir::Location loc,
                                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                       mlir::ValueRange initial, StepBuilder body);

// position[i] + offsets[i]
llvm::SmallVector<mlir::Value> shifted(mlir::OpBuilder &builder, mlir::Location loc,
                                       mlir::ValueRange position,
                                       llvm::ArrayRef<mlir::OpFoldResult> offsets);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SEQUENTIALLOOPS_H
