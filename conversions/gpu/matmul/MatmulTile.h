// A kernel whose workgroups make a tile of a product each: how pieces of the factors come into
// shared memory, and what becomes of the sums. How these are added up is left to schedules.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H
#define RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/matmul/Contraction.h"

namespace rlx {

// How a product is cut: the size of a workgroup's tile, and of the pieces of the sum.
struct Tiles {
  int64_t rows, columns, depth, invocations;
};

class MatmulTile {
public:
  // Where in shared memory a piece's element is that lies so far along the tile's side and down the
  // sum: `begin` + along * `along` + down * `down`. What is neighbours in memory is so there too if
  // one of these is 1 for it. The memory has `size` elements; 0 for columns in that of the rows.
  struct Layout {
    int64_t along, down, size;
    mlir::Type bits; // what the elements are there, with the same bits; null: what they are
    int64_t begin = 0;
  };

  // How many neighbours in memory an invocation brings together.
  static int64_t lanesOf(const Contraction &contraction, const Operand &factor);

  MatmulTile(mlir::func::FuncOp kernel, Contraction &contraction, const Tiles &tiles,
             const Layout &rows, const Layout &columns);

  WorkgroupBuilder k;
  mlir::Value rowsMemory, columnsMemory;

  // Brings all pieces, one after the other, and has `addPiece` add each to the sums, which begin
  // with `zeros`. While a piece is added the next one is on its way.
  llvm::SmallVector<mlir::Value>
  multiply(mlir::ValueRange zeros,
           llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> addPiece);

  // Writes what the sums from this place of the tile on become, neighbours in a row, where the tile
  // is inside of the result. The column is a multiple of their number.
  void storeElements(mlir::Value row, mlir::Value column, mlir::ValueRange sums);

private:
  struct Side {
    const Operand &factor;
    Layout layout;
    int64_t extent;
    int64_t lanes;
    mlir::AffineExpr size; // of the product
    mlir::Value memory, first;
  };

  mlir::AffineExpr count(llvm::ArrayRef<unsigned> loops);
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
  llvm::SmallVector<mlir::Value> batch; // of the product's loops those that number products
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_MATMULTILE_H
