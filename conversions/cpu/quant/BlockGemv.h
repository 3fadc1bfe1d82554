// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of some rows with panels of block-quantized weights, on CPUs with dot products of bytes:
// the plan of a workgroup's work, and its code.
//
//   convert rows to fixed point in the workspace
//   for panel: for tile of rows: for block: acc += scale * dot product; store
//
// With AMX, 16 rows at once are multiplied by tiles (BlockTiles.h), and the others as before.
//
// Infinities and NaNs in weights or rows, and scales that overflow on the way, give results that
// are not finite. Each such result is recomputed element by element in f32.
#ifndef RLX_CONVERSIONS_CPU_QUANT_BLOCKGEMV_H
#define RLX_CONVERSIONS_CPU_QUANT_BLOCKGEMV_H

#include "conversions/cpu/quant/BlockTiles.h"

namespace rlx::cpu {

struct BlockGemvPlan {
  BlockScheme scheme;
  int64_t rows; // of lhs that a workgroup computes in any case; kDynamic if unknown
  int64_t k, n, panels, blocks, panelBytes;
  int64_t rowBlock, panelGroup;
  int64_t numDigits; // of a row's elements
  int64_t tileRows;  // whose accumulators share the registers: each weight is loaded once for all
  int64_t fewRows;   // the same for rows that fill no tile
  int64_t tileVectors, vectorsAtOnce; // of a panel: with the rows of a tile, and with fewer
  bool usesTiles;                     // BlockTiles
  CpuModel target;

  bool isDynamic() const { return mlir::ShapedType::isDynamic(rows); }
  bool rowsFillTiles() const { return !isDynamic() && rows % tileRows == 0; }
  // Rows whose digits are contiguous.
  int64_t digitRows() const { return usesTiles ? BlockTiles::kRows : 1; }
  int64_t digitBytes(int64_t numRows) const {
    return FixedPointRows::workspaceBytes(numRows, k, numDigits, digitRows());
  }
  int64_t tilesAt() const { return llvm::alignTo(digitBytes(rowBlock), kLineBytes); }
  int64_t workspaceBytes() const;
  int64_t numPanelGroups() const { return llvm::divideCeil(panels, panelGroup); }
  // For cost estimates.
  int64_t rowNanoseconds() const;
  int64_t weightNanoseconds() const;
};

// Completes a plan whose scheme, rows, k, n, panels and blocks are set. Fails with a reason if the
// CPU or the sizes do not permit it.
llvm::LogicalResult planBlockGemv(BlockGemvPlan &plan, std::optional<RowPrecision> precision,
                                  const CpuModel &target, LoweringReason &why);

// The rows of one workgroup.
class BlockGemvEmitter {
public:
  // The row of lhs and of the result, by its number in the workgroup.
  using RowOf = llvm::function_ref<mlir::Value(mlir::Value)>;

  // Buffers: lhs [rows, k], weights [panels, blocks, bytes], output [rows, n].
  BlockGemvEmitter(KernelBuilder &builder, const BlockGemvPlan &plan, mlir::Value lhs,
                   mlir::Value weights, mlir::Value output);

  // Computes `count` rows, at most plan.rowBlock, with panels [first, last). Panel p is at
  // `panelOffset` + p of the weights.
  void emit(mlir::Value count, RowOf rowOf, mlir::Value firstPanel, mlir::Value lastPanel,
            mlir::Value panelOffset);

private:
  struct Rows {
    mlir::Value panel, offset; // panel: of the result
    RowOf rowOf;
  };
  void emitTile(mlir::Value panel, mlir::Value row, mlir::Value rows, mlir::Value at);
  void computeRest(mlir::Value panel, mlir::Value row, mlir::Value rows, mlir::Value at);
  void computeTile(int64_t numRows, mlir::Value panel, mlir::Value row, mlir::Value at);
  void prefetchBeside(mlir::Value row, mlir::Value count);
  mlir::Value rowsOfTiles(mlir::Value count);
  bool tilesTakeAllRows() const;
  void computeTileRows(mlir::Value panel, mlir::Value count);
  void addChunk(mlir::Value panel, mlir::Value firstRow, mlir::Value count, mlir::Value begin,
                mlir::Value end);
  // Stores `rows` results of the scratch tile.
  void storeTile(const Rows &all, mlir::Value firstRow, mlir::Value rows);
  void storeResult(mlir::Value sum, mlir::Value row, mlir::Value column);
  mlir::Value notFinite(mlir::Value sum);
  mlir::Value exactSum(mlir::Value panel, mlir::Value vector, mlir::Value row);
  void store(mlir::Value sum, mlir::Value row, mlir::Value column);
  mlir::Value load(mlir::Value row, mlir::Value column);

  KernelBuilder &k;
  const BlockGemvPlan &p;
  mlir::VectorType type;
  mlir::Value lhs, output;
  FixedPointRows digits;
  std::unique_ptr<BlockDot> dot;
  std::optional<BlockTiles> tiles;
  mlir::Value scratch;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_BLOCKGEMV_H
