// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codes of block-quantized weights as bytes in words, for integer dot products.
//
// A block is cut into units, whose codes share words of the block. A unit has runs of 16 elements.
// One or two runs have one scale, and a minimum in some schemes:
//
//     weight = scale * (code - kZero) + minimum
//
// For example, 16 bytes of a q6_k block hold the low nibbles of two runs, and 16 others those of
// two more. With 16 bytes of high bits these four runs are a unit.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_BLOCKCODES_H
#define RLX_CONVERSIONS_GPU_MATMUL_BLOCKCODES_H

#include <array>
#include <optional>

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"

namespace rlx {

// How the blocks of a scheme are cut into units.
struct BlockUnits {
  int64_t units;        // of a block
  int64_t runs;         // of a unit
  int64_t runsPerScale; // 1 or 2
  int64_t zero;         // subtracted from each code
  bool hasMinimum;

  int64_t scales() const { return runs / runsPerScale; }
  int64_t elements() const { return runs * kBlockRun; }

  // std::nullopt for schemes whose codes are no bytes.
  static std::optional<BlockUnits> of(BlockScheme scheme);
};

// Words of `kBlockRun` codes, four in each.
using CodeWords = std::array<mlir::Value, kBlockRun / 4>;

// Emits code that reads one unit. Words and codes are i32, scales and minima f32.
class BlockCodes {
public:
  // Unit `unit` of block number `block`, an index over all rows, in `words`: the bytes of the
  // weights, a whole number of words, as a memref of i32.
  BlockCodes(WorkgroupBuilder &k, BlockScheme scheme, mlir::Value words, mlir::Value block,
             mlir::Value unit);

  CodeWords codes(int64_t run);
  mlir::Value scale(int64_t number);
  mlir::Value minimum(int64_t number); // null without one

private:
  mlir::Value word(int64_t offset, mlir::Value further = {});
  mlir::Value loadWord(mlir::Value index, int64_t ahead);
  CodeWords wordsAt(int64_t offset, mlir::Value further);
  mlir::Value half(int64_t offset);
  mlir::Value fifthBits(int64_t run, int64_t number);
  void readKScales();
  void readSixBitScales();
  mlir::Value scaleByte(int64_t number);
  mlir::Value unitWord(int64_t words); // unit * words, an index

  mlir::Value constant(int64_t value);
  mlir::Value field(mlir::Value value, int64_t shift, int64_t mask);
  mlir::Value bitAnd(mlir::Value value, int64_t mask);
  mlir::Value join(mlir::Value lhs, mlir::Value rhs);
  mlir::Value shiftRight(mlir::Value value, mlir::Value by);
  mlir::Value shift(mlir::Value value, int64_t left); // negative: to the right
  mlir::Value times(mlir::Value lhs, mlir::Value rhs);
  mlir::Value toFloat(mlir::Value value);

  WorkgroupBuilder &k;
  BlockScheme scheme;
  const BlockLayout &layout;
  BlockUnits form;
  mlir::Value words, first, odd; // first: index of the block's first word; odd: null if aligned
  mlir::Value unit;
  mlir::Value halfOf, partOf, halfBits, partBits; // of units of half a block; as indices and i32
  mlir::Value kScales, kMinima, d, dMin;          // read once
  std::array<mlir::Value, 2> scaleWords;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_BLOCKCODES_H
