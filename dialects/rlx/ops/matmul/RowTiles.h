// The rows of a product's left operand, in tiles that a kernel computes together so that it unpacks
// a weight once for all of them.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_ROWTILES_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_ROWTILES_H

#include "dialects/rlx/support/SequentialLoops.h"

namespace rlx {

// Positions of rows: in all dimensions of the operand but the last.
using RowPositions = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

// Returns the result with the tile's elements computed.
using TileBuilder = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                                   const RowPositions &rows, mlir::Value result)>;

class RowTiles {
public:
  // Tiles of at most `maxRows` rows that cover all rows of `lhs`. Emits what computes their number,
  // outside of all loops, so that the cost of the kernel can be told.
  RowTiles(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs, int64_t maxRows);

  // Calls `body` for every tile; `result` is carried along.
  mlir::Value forEach(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value result,
                      TileBuilder body) const;

private:
  // `count` tiles of `width` rows from row `first` on.
  struct Part {
    mlir::OpFoldResult count, first;
    int64_t width;
  };
  mlir::Value tiles(mlir::OpBuilder &builder, mlir::Location loc, const Part &part,
                    mlir::ValueRange outer, mlir::Value result, TileBuilder body) const;

  int64_t dim;                                  // that is cut
  llvm::SmallVector<mlir::OpFoldResult> others; // sizes of the other ones; 1 for `dim`
  llvm::SmallVector<Part> parts;
};

// What a column of the product takes as forEachSlice counts it, with vectors of `lanes` elements: a
// power of two, so that workgroups begin at multiples of vectors, and at most `maxSteps`.
int64_t contractionSteps(mlir::Value lhs, int64_t lanes, int64_t maxSteps);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_ROWTILES_H
