// Panels of weights in GGUF's blocks: the blocks of 32 neighbouring rows with their bytes woven
// together, so that vectors of numbers have one of every row. The layout in words stands at
// rlx.dequant_matmul_packed; its reference is written from those words and not from this table.
#ifndef RLX_DIALECTS_RLX_OPS_PACKED_BLOCKPANELS_H
#define RLX_DIALECTS_RLX_OPS_PACKED_BLOCKPANELS_H

#include "dialects/rlx/ops/quant/BlockLayout.h"

namespace rlx {

constexpr int64_t kPanelRows = 32;

// A run of bytes of a block that is cut into units.
struct PanelPart {
  int64_t offset, bytes, unit;
};

// A block is cut into f16 numbers and, before and behind these, units of four bytes. The same unit
// of all rows of a panel stands together: of row r, it begins at kPanelRows times its offset in the
// block, and r times its size.
struct BlockPanels {
  int64_t bytes;                // of a block
  int64_t firstHalf, numHalves; // the f16 numbers

  llvm::SmallVector<PanelPart> parts() const; // in order, none empty
};

// The panels of a scheme; null if it has none.
const BlockPanels *blockPanels(BlockScheme scheme);

// The bytes of block `block` of row `row`, in weights of rlx.dequant_matmul_packed that are a
// tensor of signless bytes.
class PanelBlock : public BlockBytes {
public:
  PanelBlock(const BlockPanels &layout, mlir::Value weights, mlir::Value row, mlir::Value block)
      : layout(layout), weights(weights), row(row), block(block) {}
  mlir::Value byteAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) override;
  mlir::Value runAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) override;

private:
  // Of a byte in the weights.
  llvm::SmallVector<mlir::Value> position(mlir::OpBuilder &builder, mlir::Location loc,
                                          int64_t offset);

  const BlockPanels &layout;
  mlir::Value weights, row, block;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_PACKED_BLOCKPANELS_H
