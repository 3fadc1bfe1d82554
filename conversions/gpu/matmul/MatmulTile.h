// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One tile of a contraction per workgroup: loads of both operands, shared memory, and the epilogue.
//
//                     rhs  <--BN-->
//                     +---+--------+---+
//                     |   |########|   | BK    K-slices of both operands
//                     |   |   |    |   |       advance along K
//      lhs            |   |   v    |   |
//     +----------+    +---+--------+---+
//  BM |##-->     |    |   | tile   |   | BM    accumulators
//     +----------+    +---+--------+---+
//      BK
//
// global -> registers (bring) -> shared memory (keep) -> accumulators (addPiece)
//
// A slice is multiplied while the next one is loaded to registers (double buffering). The schedules
// accumulate: SimtMatmul (ScheduleMatmul.cpp) and CooperativeMatmul.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H
#define RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/matmul/Contraction.h"

namespace rlx {

// The tile: BM, BN, BK, and the invocations of a workgroup.
struct Tiles {
  int64_t rows, columns, depth, invocations;
};

class MatmulTile {
public:
  // Layout of one operand's K-slice in shared memory. An element at `along` of the tile's side and
  // `down` of the slice has the offset `begin` + along * `along` + down * `down`. Elements that are
  // contiguous in global memory stay so if the stride of their direction is 1. `size` elements are
  // allocated; 0 for columns that are in the memory of the rows.
  struct Layout {
    int64_t along, down, size;
    mlir::Type bits; // storage type of the same width; null: the operand's type
    int64_t begin = 0;
  };

  // Contiguous elements that an invocation loads at once: a vector, or 1.
  static int64_t lanesOf(const Contraction &contraction, const Operand &factor);

  MatmulTile(mlir::func::FuncOp kernel, Contraction &contraction, const Tiles &tiles,
             const Layout &rows, const Layout &columns);

  WorkgroupBuilder k;
  mlir::Value rowsMemory, columnsMemory;

  // The main loop over K. It loads all slices and calls `addPiece` to accumulate each; accumulators
  // start as `zeros`. Returns the accumulators.
  llvm::SmallVector<mlir::Value>
  multiply(mlir::ValueRange zeros,
           llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> addPiece);

  // The epilogue: stores the result elements that contiguous accumulators of a row make. They begin
  // at (row, column) of the tile; `column` is a multiple of their number. Elements outside of the
  // result are skipped.
  void storeElements(mlir::Value row, mlir::Value column, mlir::ValueRange sums);

private:
  // An operand with its layout, and its tile of this workgroup.
  struct Side {
    const Operand &factor;
    Layout layout;
    int64_t extent;
    int64_t lanes;
    mlir::AffineExpr size; // rows or columns of the contraction
    mlir::Value memory, first;
  };

  mlir::AffineExpr tilesDown();
  mlir::AffineExpr tilesAcross();
  mlir::AffineExpr workgroups();
  llvm::SmallVector<mlir::AffineExpr> sizesOf(llvm::ArrayRef<unsigned> loops) const;
  void place(llvm::ArrayRef<unsigned> loops, mlir::Value number,
             llvm::MutableArrayRef<mlir::Value> steps, int64_t lane = 0);
  void placeTile();
  Side sideOf(const Operand &factor, const Layout &layout, int64_t extent);
  int64_t groupsOf(const Side &side) const;
  std::pair<mlir::Value, mlir::Value> groupOf(const Side &side, int64_t i);
  mlir::Value clamped(mlir::Value position, mlir::AffineExpr size, int64_t lanes);
  mlir::Value zero(mlir::Type element);
  void bring(const Side &side, mlir::Value from, llvm::SmallVectorImpl<mlir::Value> &brought);
  void bringGroup(const Side &side, mlir::Value along, mlir::Value position,
                  llvm::SmallVectorImpl<mlir::Value> &brought);
  llvm::SmallVector<mlir::Value> bringBoth(mlir::Value from);
  llvm::SmallVector<mlir::Value> bringFirst();
  void keep(const Side &side, mlir::ValueRange brought);
  mlir::Value share(const Side &side);
  void makeKnown(mlir::Value sum, llvm::ArrayRef<mlir::Value> loops);
  llvm::SmallVector<mlir::Value> indicesOfResult(llvm::ArrayRef<mlir::Value> loops);
  void storeInside(mlir::Value row, mlir::Value column, mlir::ValueRange sums);

  Contraction &contraction;
  Tiles tiles;
  mlir::linalg::LinalgOp op;
  mlir::AffineExpr depth;
  Side rows, columns;
  llvm::SmallVector<mlir::Value>
      batch; // values of the contraction's batch loops; null for other loops
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H
