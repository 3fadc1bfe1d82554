// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a contraction's kernel: elements of the result from sums, and their stores.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_TILEEPILOGUE_H
#define RLX_CONVERSIONS_GPU_MATMUL_TILEEPILOGUE_H

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/matmul/Contraction.h"

namespace rlx {

// The element of the kernel's result, and its indices, that the epilogue makes of a sum of the
// contraction at these of its loops. The init of the contraction is added to the sum.
std::pair<mlir::Value, llvm::SmallVector<mlir::Value>>
elementOfResult(WorkgroupBuilder &k, Contraction &contraction, llvm::ArrayRef<mlir::Value> loops,
                mlir::Value sum);

class TileEpilogue {
public:
  TileEpilogue(WorkgroupBuilder &k, Contraction &contraction) : k(k), contraction(contraction) {}

  // The batch of the tile: sets the values of the contraction's batch loops.
  void setBatch(mlir::Value number);
  // Values of the contraction's loops; null for those that are not of the batch.
  llvm::ArrayRef<mlir::Value> batchLoops() const { return batch; }

  // The values of `loops` at a linear index, in `indices`. The last loop is advanced by `lane`.
  void setIndices(llvm::ArrayRef<unsigned> loops, mlir::Value number,
                  llvm::MutableArrayRef<mlir::Value> indices, int64_t lane = 0);

  // Stores the elements that contiguous sums of a row make. They begin at (row, column) of the
  // contraction; `column` is a multiple of their number. Elements outside of the result are
  // skipped.
  void storeElements(mlir::Value row, mlir::Value column, mlir::ValueRange sums);

private:
  void storeInside(mlir::Value row, mlir::Value column, mlir::ValueRange sums);

  WorkgroupBuilder &k;
  Contraction &contraction;
  llvm::SmallVector<mlir::Value> batch;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_TILEEPILOGUE_H
