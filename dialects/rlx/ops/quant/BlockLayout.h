// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-quantized weights (GGUF): the table of block layouts, and emitters of code that decodes
// blocks in registers. The documentation of rlx.dequantize_blocks describes the layouts in words.
// The reference decoder (reference/Blocks.h) is written from those words, and does not use this
// table.
//
//   q4_0, 18 bytes, 32 elements:   [ d: f16 | 16 bytes: low nibbles 0..15, high nibbles 16..31 ]
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_BLOCKLAYOUT_H
#define RLX_DIALECTS_RLX_OPS_QUANT_BLOCKLAYOUT_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// The layout of a scheme's blocks.
struct BlockLayout {
  int64_t elements, bytes;
  /// The byte offset of each field; kNone if the scheme does not have it.
  int64_t scale;    // d: f16; in q8_k and recoded schemes f32; e of mxfp4
  int64_t minimum;  // m or dmin: f16
  int64_t scales;   // scales (and minima) of groups of elements
  int64_t highBits; // the highest bits of the elements
  int64_t quants;   // the other bits of the elements
  static constexpr int64_t kNone = -1;
};

const BlockLayout &blockLayout(BlockScheme scheme);

/// On a matmul in linalg whose rhs is block-quantized weights: their scheme, and the precision to
/// which rows of lhs may be rounded. For targets that multiply the bytes of weights.
inline constexpr llvm::StringLiteral kBlockSchemeAttr = "lir.block_scheme";
inline constexpr llvm::StringLiteral kRowPrecisionAttr = "lir.row_precision";

/// Fails for schemes that rlx-recode-blocks replaces before they are lowered.
mlir::LogicalResult expectDecodable(BlockScheme scheme, LoweringReason &why);

/// Elements are decoded in runs of this length. A run has one scale and contiguous bytes.
constexpr int64_t kBlockRun = 16;

/// Runs that share a scale of one byte, in recoded schemes.
inline int64_t runsPerScale(const BlockLayout &layout) {
  return layout.quants - layout.scales == layout.elements / kBlockRun ? 1 : 2;
}

/// Access to the bytes of a block; offsets are from its start.
class BlockBytes {
public:
  virtual ~BlockBytes() = default;
  virtual mlir::Value byteAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) = 0;
  /// 16 contiguous bytes that contain no scales or minima.
  virtual mlir::Value runAt(mlir::OpBuilder &builder, mlir::Location loc, int64_t offset) = 0;
};

/// A block as it is in the file: block number `block` of a row of `bytes`, a tensor of signless
/// bytes. `row` is the row's index in all dimensions except the last.
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

/// Scales of eight bits, as i32 or vectors of it, as f32.
mlir::Value halfPower(mlir::OpBuilder &b, mlir::Location loc, mlir::Value exponent); // 2^(e - 128)
/// Half of an fp8 number e4m3 without a sign.
mlir::Value halfE4M3(mlir::OpBuilder &b, mlir::Location loc, mlir::Value byte);

/// Helpers of the decoders, of whole runs (BlockDecoder) and of single elements (BlockElement.cpp).
class BlockArithmetic {
public:
  virtual ~BlockArithmetic() = default;

protected:
  BlockArithmetic(mlir::OpBuilder &builder, mlir::Location loc, BlockScheme scheme)
      : b(builder), loc(loc), scheme(scheme), layout(blockLayout(scheme)) {}

  /// Reads; offsets are bytes from the start of the block.
  virtual mlir::Value byteAt(int64_t offset, bool isSigned = false) = 0; // i32
  mlir::Value half(int64_t offset);                                      // f32
  mlir::Value single(int64_t offset);                                    // f32
  /// The value of a code of four bits (Codebooks.h), or the element itself.
  mlir::Value valueOf(mlir::Value code);

  /// Integer arithmetic on i32 and vectors of i32.
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

/// Emits code that decodes one block.
class BlockDecoder : public BlockArithmetic {
public:
  BlockDecoder(mlir::OpBuilder &builder, mlir::Location loc, BlockScheme scheme, BlockBytes &bytes);

  int64_t numRuns() const { return layout.elements / kBlockRun; }
  /// Elements [16 * run, 16 * run + 16) as a vector of f32.
  mlir::Value run(int64_t run);
  /// For tq1_0: the elements of a run plus 1, as a vector of i32.
  mlir::Value ternaryDigits(int64_t run);

private:
  /// The parameters of a run: value = scale * q + minimum, if there is a minimum.
  struct Factors {
    mlir::Value scale, minimum; // f32
  };
  Factors factors(int64_t run);
  Factors packedFactors(int64_t group);   // q4_k, q5_k
  mlir::Value sixBitScale(int64_t group); // q3_k
  mlir::Value splitScale(int64_t group);  // iq4_xs
  /// q as a vector of i32.
  mlir::Value quants(int64_t run);
  mlir::Value quants32(int64_t run); // for schemes with 32 elements
  mlir::Value codes(int64_t run);    // for schemes with a scale per 16 or 32 codes

  mlir::Value byteAt(int64_t offset, bool isSigned = false) override;
  mlir::Value bytesAt(int64_t offset, bool isSigned = false); // 16 bytes as a vector of i32

  BlockBytes &bytes;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_BLOCKLAYOUT_H
