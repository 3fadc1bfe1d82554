// The blocks in which GGUF packs weights: the table of their layouts, and the emission of code that
// unpacks them in registers. The layouts in words stand at rlx.dequantize_blocks; the reference
// decoder (reference/Blocks.h) is written from those words and not from this table.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_BLOCKLAYOUT_H
#define RLX_DIALECTS_RLX_OPS_QUANT_BLOCKLAYOUT_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

struct BlockLayout {
  int64_t elements, bytes;
  // The byte at which each part begins; kNone where a scheme has no such part.
  int64_t scale;    // d: an f16 number, in Q8_K f32
  int64_t minimum;  // m or dmin: an f16 number
  int64_t scales;   // scales (and minima) of groups of elements
  int64_t highBits; // the elements' highest bits
  int64_t quants;   // their other bits
  static constexpr int64_t kNone = -1;
};

const BlockLayout &blockLayout(BlockScheme scheme);

// Elements are unpacked in runs of so many, which have one scale and lie in neighbouring bytes.
constexpr int64_t kBlockRun = 16;

// Where the bytes of a block are; offsets are from its start.
class BlockBytes {
public:
  virtual ~BlockBytes() = default;
  virtual mlir::Value byteAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) = 0;
  // 16 neighbouring bytes, among them no factors.
  virtual mlir::Value runAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) = 0;
};

// As the file has them: the block with number `block` in the row of `bytes`, a tensor of signless
// bytes, that `row` (a position in all dimensions but the last) names.
class RowBlock : public BlockBytes {
public:
  RowBlock(mlir::OpBuilder &builder, mlir::Location loc, BlockScheme scheme, mlir::Value bytes,
           mlir::ValueRange row, mlir::Value block);
  mlir::Value byteAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) override;
  mlir::Value runAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) override;

private:
  llvm::SmallVector<mlir::Value> position(mlir::OpBuilder &builder, mlir::Location loc,
                                          int64_t offset);

  mlir::Value bytes, start;
  llvm::SmallVector<mlir::Value> row;
};

// What unpacking is written with, of whole runs and of single elements (BlockElement.cpp).
class BlockArithmetic {
public:
  virtual ~BlockArithmetic() = default;

protected:
  BlockArithmetic(mlir::OpBuilder &builder, mlir::Location loc, BlockScheme scheme)
      : b(builder), loc(loc), scheme(scheme), layout(blockLayout(scheme)) {}

  // Reading. Offsets are bytes from the start of the block.
  virtual mlir::Value byteAt(int64_t offset, bool isSigned = false) = 0; // i32
  mlir::Value half(int64_t offset);                                      // f32
  mlir::Value single(int64_t offset);                                    // f32

  // Integer arithmetic on i32 and vectors of it.
  mlir::Value field(mlir::Value value, int64_t shift, int64_t mask);
  mlir::Value shiftLeft(mlir::Value value, int64_t by);
  mlir::Value join(mlir::Value low, mlir::Value high);
  mlir::Value plus(mlir::Value value, int64_t addend);
  mlir::Value toFloat(mlir::Value value);
  mlir::Value times(mlir::Value lhs, mlir::Value rhs);

  mlir::OpBuilder &b;
  mlir::Location loc;
  BlockScheme scheme;
  const BlockLayout &layout;
};

// Emits the unpacking of one block.
class BlockDecoder : public BlockArithmetic {
public:
  BlockDecoder(mlir::OpBuilder &builder, mlir::Location loc, BlockScheme scheme, BlockBytes &bytes);

  int64_t numRuns() const { return layout.elements / kBlockRun; }
  // Elements [16 * run, 16 * run + 16) as a vector of f32.
  mlir::Value run(int64_t run);

private:
  // What all elements of a run share: value = scale * q + minimum, where there is a minimum.
  struct Factors {
    mlir::Value scale, minimum; // f32
  };
  Factors factors(int64_t run);
  Factors packedFactors(int64_t group);   // q4_k, q5_k
  mlir::Value sixBitScale(int64_t group); // q3_k
  // q as a vector of i32.
  mlir::Value quants(int64_t run);
  mlir::Value quants32(int64_t run); // of the schemes of 32 elements

  mlir::Value byteAt(int64_t offset, bool isSigned = false) override;
  mlir::Value bytesAt(int64_t offset, bool isSigned = false); // 16 of them, vector of i32

  BlockBytes &bytes;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_BLOCKLAYOUT_H
