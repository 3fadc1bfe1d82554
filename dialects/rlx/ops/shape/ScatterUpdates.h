// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the lowerings of scatter ops share. One applies the updates in order, slice by slice
// (Scatter.cpp). The second handles sorted updates: each result element searches its own updates
// (ScatterOfSortedUpdates.cpp). The third replaces slices in place (ScatterInPlace.cpp).
#ifndef RLX_DIALECTS_RLX_OPS_SHAPE_SCATTERUPDATES_H
#define RLX_DIALECTS_RLX_OPS_SHAPE_SCATTERUPDATES_H

#include "dialects/rlx/ir/ScatterOps.h"

namespace rlx {

/// The new element, given the old one and an update of the same type. `element` is the element type
/// of the op, which says whether integers are unsigned.
mlir::Value combineUpdate(mlir::OpBuilder &builder, mlir::Location loc, ScatterReduction reduction,
                          mlir::Type element, mlir::Value old, mlir::Value update);

/// The lowering of a scatter without a reduction that changes its data (kUpdatesDataAttr): elements
/// of updates are independent. Dimensions of the updates' count and of a slice are one to three.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
replaceInPlace(mlir::OpBuilder &builder, ScatterNDOp op, mlir::ValueRange operands);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SHAPE_SCATTERUPDATES_H
