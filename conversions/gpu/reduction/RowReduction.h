// Kernels that reduce along rows of their inputs and compute their result from that: what is a row,
// and what it is reduced to.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_ROWREDUCTION_H
#define RLX_CONVERSIONS_GPU_REDUCTION_ROWREDUCTION_H

#include <optional>

#include "conversions/gpu/builder/ReductionBody.h"
#include "llvm/ADT/MapVector.h"

namespace rlx {

// A reduction of a row and where it is in the result: its loops over those of the root. Loops that
// it reduces have no expression.
struct RowReduction {
  Reduction reduction;
  llvm::SmallVector<mlir::AffineExpr> loops;
  llvm::SmallVector<mlir::AffineExpr> sizes; // of the loops
};

struct RowReductions {
  // Nothing if the kernel with this root is not of this kind, or better off without sharing rows.
  static std::optional<RowReductions> find(mlir::linalg::LinalgOp root);

  mlir::linalg::LinalgOp root;
  llvm::SmallVector<mlir::AffineExpr> sizes;                   // of the root's loops
  llvm::MapVector<mlir::Operation *, RowReduction> reductions; // each before those that read it
  // The root's loops: those that say which row it is, and those within the row.
  llvm::SmallVector<unsigned> across, within;
  bool together = false; // whether rows, not their elements, are neighbours in memory
  // A few steps of one more of the root's loops, which make rows that read an operand alike: they
  // are computed together, so that what they share is read once.
  std::optional<unsigned> abreast;
  int64_t numAbreast = 1;

  // How many elements the longest row that is reduced has, and how many rows there are; nothing if
  // the kernel's sizes decide.
  std::optional<int64_t> length() const;
  std::optional<int64_t> numRows() const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_ROWREDUCTION_H
