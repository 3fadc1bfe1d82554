// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that reduce along rows of their inputs, and may compute elements of the rows from that:
// softmax, norms, sums, GEMV.
//
// For example, a softmax of R x N elements has the reductions max(x) and sum(exp(x - max)), across
// = {r} and within = {n}. A sum of N elements for each of R rows has across = {r} and no loop
// within.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_ROWREDUCTION_H
#define RLX_CONVERSIONS_GPU_REDUCTION_ROWREDUCTION_H

#include <optional>

#include "conversions/gpu/builder/ReductionBody.h"
#include "llvm/ADT/MapVector.h"

namespace rlx {

// One reduction of a row. `loops` are its loops, over those of the root; null for those that it
// reduces.
struct RowReduction {
  Reduction reduction;
  llvm::SmallVector<mlir::AffineExpr> loops;
  llvm::SmallVector<mlir::AffineExpr> sizes; // of the loops
};

struct RowReductions {
  // std::nullopt if the kernel with this root has another form, or is faster with an invocation per
  // row.
  static std::optional<RowReductions> find(mlir::linalg::LinalgOp root);

  mlir::linalg::LinalgOp root;
  llvm::SmallVector<mlir::AffineExpr> sizes;                   // of the root's loops
  llvm::MapVector<mlir::Operation *, RowReduction> reductions; // producers first
  // The root's loops: those that select the row, and those within the row.
  llvm::SmallVector<unsigned> across, within;
  bool contiguousRows = false; // whether rows, instead of their elements, are contiguous
  // One more loop of the root, of 2 to 8 iterations, over rows that share reads of an operand: a
  // GEMV with several rows. They are reduced by the same invocations, which read the operand once.
  std::optional<unsigned> reuseLoop;
  int64_t reuseRows = 1;

  // Elements of the longest row that is reduced, and the number of rows; std::nullopt if the
  // kernel's sizes decide.
  std::optional<int64_t> length() const;
  std::optional<int64_t> numRows() const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_ROWREDUCTION_H
