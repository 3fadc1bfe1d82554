// What the contractions with packed weights share: checks of panels of columns, and their sums as
// linalg.
#ifndef RLX_DIALECTS_RLX_OPS_PACKED_PACKEDPANELS_H
#define RLX_DIALECTS_RLX_OPS_PACKED_PACKEDPANELS_H

#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "mlir/IR/Builders.h"

namespace rlx {

// Fails unless two sizes may be equal; records the requirement when that cannot be proved.
mlir::LogicalResult expectEqual(InferContext &ctx, Dim actual, Dim expected,
                                const llvm::Twine &what);

// How many rows lie together in panels of rank 3 or 4; fails unless that is static and positive.
mlir::FailureOr<int64_t> panelGroupOf(InferContext &ctx, llvm::ArrayRef<Dim> panels,
                                      llvm::StringRef what);

// The panels must hold `n` columns, called `what`, and no panel may be all padding. Columns of each
// group have panels of their own.
mlir::LogicalResult expectPanelsHold(InferContext &ctx, llvm::ArrayRef<Dim> panels, int64_t n,
                                     llvm::StringRef what, int64_t groups = 1);

mlir::LogicalResult expectBias(InferContext &ctx, mlir::Value bias, Dim size);

// A generic that adds the products of lhs and rhs at the positions given by the maps (lhs, rhs,
// result) into a zero-filled accumulator.
mlir::Value buildContraction(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                             mlir::Value rhs, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                             mlir::Type accumulator, llvm::ArrayRef<mlir::AffineMap> maps,
                             unsigned reductions);

// [.., NB, NR] -> [.., n]: joins the panels and drops the padding.
mlir::Value joinPanels(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value panels, int64_t n);

// sum + bias along the last dimension (if there is a bias), then rounded to the element type.
mlir::Value addBiasAndRound(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value sum,
                            mlir::Value bias, mlir::Type element);

// Starts every row of a result [.., n] from the bias, the third input (zero if there is none).
void fillWithBias(ref::Tensor &result, llvm::ArrayRef<ref::Tensor> inputs);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_PACKED_PACKEDPANELS_H
