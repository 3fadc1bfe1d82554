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
// global -> registers (loadSlice) -> shared memory (storeSlice) -> accumulators (accumulateSlice)
//
// A slice is multiplied while the next one is loaded to registers (double buffering). The schedules
// accumulate: SimtMatmul (ScheduleMatmul.cpp) and CooperativeMatmul.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H
#define RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/matmul/Contraction.h"
#include "conversions/gpu/matmul/TileEpilogue.h"

namespace rlx {

// The tile: BM, BN, BK, and the invocations of a workgroup.
struct Tiles {
  int64_t rows, columns, depth, invocations;
};

// Rows and columns of the larger square tiles without cooperative matrices.
inline constexpr int64_t kLargeTile = 64;
// Whether the device can compute these: it has the invocations, and the shared memory for the
// contraction's elements.
bool fitsLargeTiles(const Contraction &contraction, const rt::DeviceProfile &profile);

class MatmulTile {
public:
  // Layout of one operand's K-slice in shared memory. The element of row (or column) i of the tile
  // and index j of the slice has the offset `begin` + i * `outerStride` + j * `kStride`. Elements
  // that are contiguous in global memory stay so if their stride is 1. `size` elements are
  // allocated; 0 for columns that are in the memory of the rows.
  struct Layout {
    int64_t outerStride, kStride, size;
    mlir::Type bits; // storage type of the same width; null: the operand's type
    int64_t begin = 0;
  };

  // Contiguous elements that an invocation loads at once: a vector, or 1.
  static int64_t lanesOf(const Contraction &contraction, const Operand &operand);

  MatmulTile(mlir::func::FuncOp kernel, Contraction &contraction, const Tiles &tiles,
             const Layout &rows, const Layout &columns);

  WorkgroupBuilder k;
  mlir::Value rowsMemory, columnsMemory;

  // The main loop over K. It loads all slices and calls `accumulateSlice` to accumulate each;
  // accumulators start as `zeros`. Returns the accumulators.
  llvm::SmallVector<mlir::Value>
  multiply(mlir::ValueRange zeros,
           llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> accumulateSlice);

  // The epilogue: stores the result elements that contiguous accumulators of a row make. They begin
  // at (row, column) of the tile; `column` is a multiple of their number. Elements outside of the
  // result are skipped.
  void storeElements(mlir::Value row, mlir::Value column, mlir::ValueRange accumulators);

private:
  // The tile of an operand that this workgroup reads, and its layout in shared memory.
  struct OperandTile {
    const Operand &operand;
    Layout layout;
    int64_t extent;
    int64_t lanes;
    mlir::AffineExpr size; // rows or columns of the contraction
    mlir::Value memory, first;
  };

  mlir::AffineExpr tilesDown();
  mlir::AffineExpr tilesAcross();
  mlir::AffineExpr workgroups();
  void assignTile();
  OperandTile tileOf(const Operand &operand, const Layout &layout, int64_t extent);
  int64_t groupsOf(const OperandTile &tile) const;
  std::pair<mlir::Value, mlir::Value> groupOf(const OperandTile &tile, int64_t i);
  mlir::Value clamped(mlir::Value index, mlir::AffineExpr size, int64_t lanes);
  mlir::Value zero(mlir::Type element);
  void loadSlice(const OperandTile &tile, mlir::Value from,
                 llvm::SmallVectorImpl<mlir::Value> &loaded);
  void loadGroup(const OperandTile &tile, mlir::Value outer, mlir::Value kIndex,
                 llvm::SmallVectorImpl<mlir::Value> &loaded);
  llvm::SmallVector<mlir::Value> loadBothSlices(mlir::Value from);
  llvm::SmallVector<mlir::Value> loadFirstSlices();
  void storeSlice(const OperandTile &tile, mlir::ValueRange loaded);
  mlir::Value allocateShared(const OperandTile &tile);

  Contraction &contraction;
  TileEpilogue epilogue;
  Tiles tiles;
  mlir::linalg::LinalgOp op;
  mlir::AffineExpr depth;
  OperandTile rows, columns;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H
