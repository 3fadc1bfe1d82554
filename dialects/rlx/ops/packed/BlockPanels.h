// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Panels of block-quantized weights: the blocks of 32 adjacent rows with their bytes interleaved,
// so that a vector has one unit of every row. The documentation of rlx.dequant_matmul_packed
// describes the layout in words; the op's reference is written from those words, and does not use
// this table.
//
//   rows:    r0: [d0 | a0 b0 ..]   r1: [d1 | a1 b1 ..]   ..   (d: f16; a, b: units of four bytes)
//   panel:   [d0 d1 .. d31 | a0 a1 .. a31 | b0 b1 .. b31 | ..]
#ifndef RLX_DIALECTS_RLX_OPS_PACKED_BLOCKPANELS_H
#define RLX_DIALECTS_RLX_OPS_PACKED_BLOCKPANELS_H

#include "dialects/rlx/ops/quant/BlockLayout.h"

namespace rlx {

/// The number of rows in a panel.
constexpr int64_t kPanelRows = 32;

/// A contiguous part of a block that is cut into units.
struct PanelPart {
  int64_t offset, bytes, unit;
};

/// The layout of a scheme's panels. A block is cut into values of one or two bytes and, before and
/// behind them, units of four bytes. Equal units of all rows of a panel are contiguous. The unit of
/// row r starts at kPanelRows times its offset in the block, plus r times its size.
struct BlockPanels {
  int64_t bytes;                // per block
  int64_t firstHalf, numHalves; // the offset and the number of f16 and u16 values
  int64_t bits;                 // of an element
  int64_t halfBytes = 2;        // 1 for the exponents of mxfp4

  llvm::SmallVector<PanelPart> parts() const; // in order, none empty
};

/// The panels of a scheme; null if the scheme has none.
const BlockPanels *blockPanels(BlockScheme scheme);

/// Access to the bytes of block `block` of row `row`, in the weights of rlx.dequant_matmul_packed
/// or rlx.dequant_grouped_matmul_packed as a tensor of signless bytes.
class PanelBlock : public BlockBytes {
public:
  /// `leading` are the indices before that of the panel.
  PanelBlock(const BlockPanels &layout, mlir::Value weights, mlir::Value row, mlir::Value block,
             mlir::ValueRange leading = {})
      : layout(layout), weights(weights), row(row), block(block), leading(leading) {}
  mlir::Value byteAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) override;
  mlir::Value runAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) override;

private:
  /// The index of a byte in the weights.
  llvm::SmallVector<mlir::Value> position(mlir::OpBuilder &builder, mlir::Location loc,
                                          int64_t offset);

  const BlockPanels &layout;
  mlir::Value weights, row, block;
  llvm::SmallVector<mlir::Value> leading;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_PACKED_BLOCKPANELS_H
