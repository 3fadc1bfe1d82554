// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the contractions with packed weights share: checks of column panels, and the
// contraction in linalg, which runs where no fast path of the CPU takes the op. The layouts are
// documented in Packed.td. Weights are packed by ops that rlx-pack-weights emits, not here.
#ifndef RLX_DIALECTS_RLX_OPS_PACKED_PACKEDPANELS_H
#define RLX_DIALECTS_RLX_OPS_PACKED_PACKEDPANELS_H

#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "mlir/IR/Builders.h"

namespace rlx {

/// Fails unless two sizes may be equal. Records the requirement if equality cannot be proved.
mlir::LogicalResult expectEqual(InferContext &ctx, Dim actual, Dim expected,
                                const llvm::Twine &what);

/// The number of contiguous rows in panels of rank 3 or 4; fails unless it is static and positive.
mlir::FailureOr<int64_t> panelGroupOf(InferContext &ctx, llvm::ArrayRef<Dim> panels,
                                      llvm::StringRef what);

/// Fails unless the panels hold `n` columns, which messages call `what`, and no panel is only
/// padding. Each group has its own panels.
mlir::LogicalResult expectPanelsHold(InferContext &ctx, llvm::ArrayRef<Dim> panels, int64_t n,
                                     llvm::StringRef what, int64_t groups = 1);

/// Fails unless an optional bias has shape [size].
mlir::LogicalResult expectBias(InferContext &ctx, mlir::Value bias, Dim size);

/// A linalg.generic that contracts lhs and rhs through the
/// maps (lhs, rhs, result), into a zero-filled accumulator.
mlir::Value buildContraction(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                             mlir::Value rhs, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                             mlir::Type accumulator, llvm::ArrayRef<mlir::AffineMap> maps,
                             unsigned reductions);

/// Joins the panels and drops the padding: [.., NB, NR] -> [.., n].
mlir::Value joinPanels(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value panels, int64_t n);

/// Adds an optional bias along the last dimension, and then rounds to the element type.
mlir::Value addBiasAndRound(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value sum,
                            mlir::Value bias, mlir::Type element);

/// Initializes every row of a result [.., n] with the bias, which is the third input, or with zero.
void fillWithBias(ref::Tensor &result, llvm::ArrayRef<ref::Tensor> inputs);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_PACKED_PACKEDPANELS_H
