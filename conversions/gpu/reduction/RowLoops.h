// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a row reduction, as the invocations of a row share them: vector widths, unrolling,
// and trip counts. The plan and the code of rlx's row reductions both ask here.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_ROWLOOPS_H
#define RLX_CONVERSIONS_GPU_REDUCTION_ROWLOOPS_H

#include "conversions/gpu/reduction/ReductionSchedule.h"

namespace rlx {

// Loads that an invocation starts before it uses the first one, to hide the latency of memory.
inline constexpr int64_t kLoadsInFlight = 4;

// Loops that the invocations of a row share, in the order of memory. An invocation takes `lanes`
// contiguous iterations of the last one at once; its size counts groups of these.
struct LoopNest {
  llvm::SmallVector<unsigned> loops;
  llvm::SmallVector<mlir::AffineExpr> sizes;
  int64_t lanes;
};

class RowLoops {
public:
  RowLoops(const RowReductions &rows, const ReductionSchedule &schedule)
      : rows(rows), schedule(schedule) {}

  // The loops that a reduction reduces, and those of the root within a row.
  LoopNest nestOf(const RowReduction &row) const;
  LoopNest nestWithin() const;

  // Sizes of the root's loops; of those that select a row, or a group of contiguous rows.
  llvm::SmallVector<mlir::AffineExpr> sizesOf(llvm::ArrayRef<unsigned> loops) const;
  llvm::SmallVector<mlir::AffineExpr> sizesAcross() const;
  mlir::AffineExpr product(llvm::ArrayRef<mlir::AffineExpr> sizes) const;

  // Iterations of all loops of a nest; std::nullopt if the kernel's sizes decide.
  std::optional<int64_t> iterationsOf(const LoopNest &nest) const;
  // Iterations that an invocation starts at once.
  size_t unrollOf(const LoopNest &nest) const;
  // Whether all invocations have the same few iterations. They need no loop, and elements that one
  // reduction has loaded are in registers for the next.
  bool isEven(const LoopNest &nest) const;

  // An upper bound of the iterations of one invocation, in all loops of the kernel.
  mlir::AffineExpr iterations() const;

private:
  LoopNest nestOf(mlir::linalg::LinalgOp op, mlir::Value value, mlir::ValueRange tensors,
                  llvm::SmallVector<unsigned> loops,
                  llvm::SmallVector<mlir::AffineExpr> sizes) const;
  int64_t lanesAlong(mlir::linalg::LinalgOp op, mlir::Value value, mlir::ValueRange tensors,
                     unsigned loop, mlir::AffineExpr size) const;
  int64_t lanesOfBlocks(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop,
                        int64_t size) const;
  mlir::AffineExpr iterationsOfOne(const LoopNest &nest) const;

  const RowReductions &rows;
  ReductionSchedule schedule;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_ROWLOOPS_H
