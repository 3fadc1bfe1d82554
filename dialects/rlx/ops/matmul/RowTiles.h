// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of the lhs rows of a matmul with quantized weights. A kernel computes the rows of a tile
// together, so that it decodes a weight once for all of them.
//
//   lhs rows   | tile 0: maxRows rows | tile 1: maxRows rows | … | remainder |
//   per tile:  for each weight: decode once, then multiply with every row of the tile
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_ROWTILES_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_ROWTILES_H

#include "dialects/rlx/support/SequentialLoops.h"

namespace rlx {

/// Indices of rows, in all dimensions of the operand except the last.
using RowPositions = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

/// Returns the result with the tile's elements computed.
using TileBuilder = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                                   const RowPositions &rows, mlir::Value result)>;

/// The tiles of the rows of one lhs.
class RowTiles {
public:
  /// Tiles of at most `maxRows` rows that cover all rows of `lhs`. Emits the computation of their
  /// number outside of all loops, so that the cost of the kernel remains computable.
  RowTiles(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs, int64_t maxRows);

  /// Calls `body` for every tile, with `result` as iteration argument.
  mlir::Value forEach(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value result,
                      TileBuilder body) const;

private:
  /// `count` tiles of `width` rows, starting at row `first`.
  struct Part {
    mlir::OpFoldResult count, first;
    int64_t width;
  };
  mlir::Value tiles(mlir::OpBuilder &builder, mlir::Location loc, const Part &part,
                    mlir::ValueRange outer, mlir::Value result, TileBuilder body) const;

  int64_t dim;                                  // the tiled dimension
  llvm::SmallVector<mlir::OpFoldResult> others; // sizes of the other dimensions; 1 for `dim`
  llvm::SmallVector<Part> parts;
};

/// The iterations per column of a matmul, as forEachSlice counts them, with vectors of `lanes`
/// elements. A power of two, so that workgroups start at multiples of vectors, and at most
/// `maxSteps`.
int64_t contractionSteps(mlir::Value lhs, int64_t lanes, int64_t maxSteps);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_ROWTILES_H
