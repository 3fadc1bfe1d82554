// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of an operand of attention in shared memory: rows of one head, by the copy engine (TMA).
//
// A tile has panels of 64 columns of the head, in the 128-byte swizzle:
//
//   columns 0 to 63, all rows | columns 64 to 127, all rows
//
// Columns beyond the head, and rows beyond the operand, are zeros.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_HEADTILES_H
#define RLX_CONVERSIONS_NVVM_WGMMA_HEADTILES_H

#include "conversions/nvvm/wgmma/Words.h"

namespace rlx {

class HeadTiles {
public:
  static constexpr int64_t kPanel = 64, kRowBytes = 128;

  // `operand` is an argument of the kernel: [batch][rows][heads][size], or
  // [batch][heads][rows][size] where `rowDim` is 2. Its elements have 16 bits.
  HeadTiles(mlir::func::FuncOp kernel, mlir::Value operand, unsigned rowDim, int64_t rows);

  int64_t bytes() const { return numPanels() * panelBytes(); }

  // Describes the operand's memory to the engine. Call it behind WorkgroupBuilder::begin().
  void describe(WorkgroupBuilder &k, unsigned numKernelDims);
  // Starts the copies of a tile from `row` on to the address `to` (i32).
  void copy(WorkgroupBuilder &k, mlir::Value to, mlir::Value barrier, mlir::Value batch,
            mlir::Value head, mlir::Value row);

  // Descriptors (i64) of 16 columns from `column` on of the rows at an address, which are
  // multiplied along the head; and of 16 rows from `row` on, which are multiplied along the rows.
  mlir::Value alongHead(WorkgroupBuilder &k, mlir::Value address, int64_t column) const;
  mlir::Value acrossHead(WorkgroupBuilder &k, mlir::Value address, int64_t row) const;

private:
  int64_t numPanels() const { return (size + kPanel - 1) / kPanel; }
  int64_t panelBytes() const { return rows * kRowBytes; }

  unsigned argument, rowDim;
  int64_t rows, size;
  llvm::SmallVector<mlir::AffineExpr> sizes; // the fastest first
  mlir::Value map;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_HEADTILES_H
