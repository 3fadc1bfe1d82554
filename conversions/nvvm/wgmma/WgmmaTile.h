// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a tile for matmuls by warpgroups: which operand is multiplied from where, and how
// much of the result a thread block computes at once.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_WGMMATILE_H
#define RLX_CONVERSIONS_NVVM_WGMMA_WGMMATILE_H

#include "conversions/gpu/matmul/Contraction.h"
#include "conversions/nvvm/wgmma/Warpgroup.h"

namespace rlx {

// wgmma takes 64 rows per warpgroup and up to 256 columns. With few rows the operands change
// places: the result's columns are then the rows of wgmma.
struct WgmmaTile {
  int64_t consumers; // warpgroups, each with 64 rows of wgmma
  int64_t columns;   // of wgmma: a multiple of 8, at most 256
  bool isSwapped;

  int64_t rows() const { return consumers * kWgmmaRows; }
  int64_t threads() const { return (consumers + 1) * kWarpgroup; }
  // The same for the contraction.
  int64_t tileRows() const { return isSwapped ? columns : rows(); }
  int64_t tileColumns() const { return isSwapped ? rows() : columns; }
  mlir::AffineExpr tilesDown(const Contraction &contraction) const;
  mlir::AffineExpr tilesAcross(const Contraction &contraction) const;
  // Elements of a wgmma's result that a thread has.
  int64_t accumulators() const { return columns / 2; }
};

// The fastest tile by a model of the device: waves of tiles over `computeUnits`.
WgmmaTile chooseWgmmaTile(const Contraction &contraction, uint32_t computeUnits);

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_WGMMATILE_H
