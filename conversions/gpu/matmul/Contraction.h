// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A contraction as kernels compute it: dot products along two operands, and an epilogue over them.
//
// Matmuls, batched matmuls, convolutions (as implicit GEMM) and integer matmuls with zero points
// all have this form. Contraction::find recognizes it in a kernel on tensors. The tiles are in
// MatmulTile.h.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_CONTRACTION_H
#define RLX_CONVERSIONS_GPU_MATMUL_CONTRACTION_H

#include <optional>

#include "conversions/gpu/builder/ReductionBody.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

using Loops = llvm::SmallVector<unsigned>;

// One operand of a contraction, lhs or rhs.
struct Operand {
  mlir::Value value; // in the body of the reduction
  Loops own;         // parallel loops that only this operand has: M for rows, N for columns
  bool alongSum;     // whether the operand is contiguous along K
};

// Fewer rows or columns are a GEMV (ReductionSchedule).
inline constexpr int64_t kMinForTiles = 8;
// This number of tiles fills a device: nearly two for each compute unit.
inline int64_t manyTiles(const rt::DeviceProfile &profile) {
  return int64_t(profile.computeUnits) * 31 / 16;
}

// result[batch, rows.own, columns.own] =
//     sum over `sum` of rows[batch, rows.own, sum] * columns[batch, columns.own, sum]
//
// For example, [B, M, K] x [B, K, N] has batch = {b}, rows.own = {m}, columns.own = {n}, sum = {k}.
// A 2-D convolution has rows.own = {n, oh, ow}, columns.own = {oc}, sum = {kh, kw, ic}.
struct Contraction {
  mlir::linalg::LinalgOp root; // computes the kernel's result, by way of the epilogue
  Reduction reduction;
  llvm::SmallVector<mlir::AffineExpr> sizes; // of the contraction's loops
  llvm::SmallVector<unsigned> rootLoops;     // for each loop of the contraction, the root's loop
  Loops batch, sum;
  Operand rows, columns;
  std::optional<int64_t> assumed; // kAssumedSizeAttr: replaces dynamic sizes

  // std::nullopt if the root computes no contraction, or reads something that cannot be emitted
  // element by element (ElementEmitter.h).
  static std::optional<Contraction> find(mlir::linalg::LinalgOp root);

  // Trip count of these loops together, over the kernel's dims.
  mlir::AffineExpr count(llvm::ArrayRef<unsigned> loops) const;
  // The same as a number; `otherwise` if a size is dynamic.
  int64_t known(llvm::ArrayRef<unsigned> loops, int64_t otherwise) const;
  // The same for the operand's own loops. A dynamic size counts as `assumed`, else as `otherwise`.
  int64_t known(const Operand &side, int64_t otherwise) const;
  // Whether a tile pays off: at least 8 rows, columns and terms. Fewer leave most of a tile idle.
  bool isForTiles() const;
  // Whether tiles of `tile` x `tile` are enough to fill a large device.
  bool hasManyTiles(int64_t tile, const rt::DeviceProfile &profile) const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_CONTRACTION_H
