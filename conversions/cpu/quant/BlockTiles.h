// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products of 16 rows with the blocks of a weight panel by AMX's tiles (tdpbsud).
//
// A chunk of a panel's blocks is decoded once for all rows of a workgroup: its elements to unsigned
// bytes, its scales and minima to f32. A tile instruction multiplies a digit of 16 rows with 16
// columns:
//
//     rows     [16, 32] signed digits of a group
//     weights  [8, 16 * 4]: quad i of 16 columns
//     sums     [16, 16] i32
//
// Integer sums are exact, and scales are applied by the same code as without tiles (BlockDot.h),
// so results have the same bits. Sums go through memory. A chunk is so small that its bytes and
// sums stay in the first-level cache.
#ifndef RLX_CONVERSIONS_CPU_QUANT_BLOCKTILES_H
#define RLX_CONVERSIONS_CPU_QUANT_BLOCKTILES_H

#include "conversions/cpu/quant/BlockDot.h"

namespace rlx::cpu {

class BlockTiles {
public:
  static constexpr int64_t kRows = 16;
  // Fewer rows behind those of whole tiles take less time by other instructions.
  static constexpr int64_t kMinRest = 8;
  // Those of `count` rows, from the first one on, that tiles compute. One tile or more pays for
  // decoding.
  static int64_t rowsOf(int64_t count) {
    return count < kRows || count % kRows < kMinRest ? count - count % kRows : count;
  }

  // Memory behind `begin` in the workspace, for rows of `blocks` blocks.
  BlockTiles(KernelBuilder &builder, int64_t begin, int64_t blocks, int64_t numDigits,
             const DecodedLayout &layout);
  static int64_t workspaceBytes(int64_t numDigits);

  // Begins and ends the use of tiles in a workgroup.
  void configure();
  void release();

  int64_t vectorsAtOnce() const { return vectors; } // of a panel
  int64_t blocksAtOnce() const { return chunk; }    // of a chunk

  // Begins the chunk of blocks from `first` on.
  void beginChunk(mlir::Value first) { firstBlock = first; }
  // Stores what a block of the chunk is decoded to.
  void storeElements(const PanelVector &at, mlir::Value group, int64_t quad, mlir::Value elements);
  void storeFactor(const PanelVector &at, mlir::Value index, mlir::Value factor);

  // Stores the sums of 16 rows from `row` on, the chunk's first `groups` groups, and vectors of the
  // panel from `vector` on. `sum` reads them.
  void multiply(FixedPointRows &digits, mlir::Value row, int64_t vector, mlir::Value groups);

  // One of a block's factors, of 16 columns.
  mlir::Value factor(const PanelVector &at, mlir::Value index);
  // The sum of a row's digits and 16 columns. `group` counts from the row's begin.
  mlir::Value sum(mlir::Value row, mlir::Value group, int64_t part, int64_t place,
                  mlir::Value vector);

private:
  void multiplyPart(FixedPointRows &digits, mlir::Value group, int64_t part);
  // Stores a tile of sums, if that is pending.
  void flush(int64_t sum);
  void load(int64_t number, mlir::Value from, int64_t stride);
  mlir::Value tile(int64_t number);
  mlir::Value rowBytes(int64_t bytes);
  mlir::Value address(int64_t begin, mlir::Value offset); // in the workspace
  mlir::Value pointer(mlir::Value index);
  void call(llvm::StringRef name, mlir::ValueRange operands);

  KernelBuilder &k;
  DecodedLayout layout;
  int64_t numDigits, vectors, chunk, step;
  int64_t elementsAt, sumsAt; // in the workspace
  mlir::Value elements;       // [groups, vectors of a panel, bytes]
  mlir::Value factors;        // [blocks, factors, vectors of a panel, lanes]
  mlir::Value sums;           // [groups, sums, digits, vectors, rows, lanes]
  mlir::Value base;           // address of the workspace
  mlir::Value config;         // of the tiles
  int64_t nextSums = 0, nextRows = 0, nextWeights = 0; // tiles, in turn
  std::array<mlir::Value, 4> pending;                  // where the tiles of sums will be stored
  // What the sums are of.
  mlir::Value firstBlock, firstRow;
  int64_t firstVector = 0;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_BLOCKTILES_H
