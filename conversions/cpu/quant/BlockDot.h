// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products of lhs rows with one quantized block of every row of a weight panel, by instructions
// for bytes (ByteDots.h).
//
// The rows of weights are the lanes of a vector; lhs rows are fixed-point (FixedPointRows.h). There
// is one subclass per kind of block scheme: 32 elements, q4_k and q5_k, and groups of 32 elements
// (GroupedBlockDot.h). ScheduleBlockGemv.cpp emits the loops. A "quad" is 4 consecutive elements,
// one 32-bit lane:
//
//     lane        0               1               ...  15
//     weights     row 0, q[0..3]  row 1, q[0..3]  ...  row 15, q[0..3]
//     lhs digit   x[0..3]         x[0..3]         ...  x[0..3]           (broadcast)
#ifndef RLX_CONVERSIONS_CPU_QUANT_BLOCKDOT_H
#define RLX_CONVERSIONS_CPU_QUANT_BLOCKDOT_H

#include "conversions/cpu/quant/ByteDots.h"
#include "conversions/cpu/quant/FixedPointRows.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "dialects/rlx/reference/Codebooks.h"

namespace rlx::cpu {

// Groups of 32 elements in a block of 256.
constexpr int64_t kGroups = 8;
constexpr int64_t kLineBytes = 64; // of a cache line
constexpr int64_t kPanelVectors = kPanelRows / kPanelLanes;

// One vector of a panel: 16 rows of one block.
struct PanelVector {
  mlir::Value panel, block, vector;
};

class BlockTiles;

// What a block is decoded to, for tiles (BlockTiles.h).
struct DecodedLayout {
  int64_t groups;  // of 32 elements
  int64_t sums;    // of a group, each of as many elements: one for each scale
  int64_t factors; // of a block: scales and minima
};

// The values of codes of four bits (Codebooks.h), plus the centre that makes them unsigned.
struct CodeTable {
  explicit CodeTable(const CodeValues &values);
  std::array<uint8_t, 16> bytes;
  int64_t centre, largest;
};

class BlockDot {
public:
  // The subclass for the scheme; null if the scheme has no panels.
  static std::unique_ptr<BlockDot> create(ByteDots dots, BlockScheme scheme, mlir::Value weights);
  static std::unique_ptr<BlockDot> createQ4K(ByteDots dots, mlir::Value weights);
  static std::unique_ptr<BlockDot> createQ5K(ByteDots dots, mlir::Value weights);
  static std::unique_ptr<BlockDot> createGrouped(ByteDots dots, BlockScheme scheme,
                                                 mlir::Value weights);
  virtual ~BlockDot() = default;

  // The words that `addBlock` reads for each group of lhs elements (see FixedPointRows::MakeWords).
  virtual llvm::SmallVector<mlir::Value> words(const FixedPointRows::Sums &sums, mlir::Value scale,
                                               int64_t numDigits) = 0;

  // Whether `words` needs the sums of both halves.
  virtual bool wantsHalves() const { return false; }

  // The accumulators plus the products of the block: for each row of lhs, one per given vector of
  // the panel.
  virtual llvm::SmallVector<mlir::Value> addBlock(FixedPointRows &digits,
                                                  llvm::ArrayRef<mlir::Value> rows,
                                                  mlir::Value panel, mlir::Value block,
                                                  llvm::ArrayRef<int64_t> vectors,
                                                  llvm::ArrayRef<mlir::Value> accumulators) = 0;

  // A panel is prefetched from so many places in turn.
  static constexpr int64_t kStreams = 4;
  // Lets `addBlock` prefetch the next panel: with one row all of it, with several what is at the
  // places [first, last).
  void prefetchNextPanel(mlir::Value first, mlir::Value last) {
    firstStream = first;
    lastStream = last;
  }

  // Lets `decode` store to, and `addBlock` read from, tiles instead of the panel itself; null: ends
  // that.
  void use(BlockTiles *used) { tiles = used; }
  virtual DecodedLayout decodedLayout() const = 0;
  // Stores the elements of a block as unsigned bytes, and its factors as f32.
  virtual void decode(mlir::Value panel, mlir::Value block) = 0;

  // As addBlock, for one row and one vector, element by element in f32: `element` is one of the
  // row's elements in the block, broadcast. For results that are not finite.
  using Element = llvm::function_ref<mlir::Value(mlir::Value index)>;
  virtual mlir::Value addExactly(const PanelVector &at, mlir::Value sum, Element element) = 0;

protected:
  BlockDot(ByteDots dots, mlir::Value weights);

  // Loads at an offset within the block, counted as in the file. `quads` loads 4 bytes of every row
  // unchanged, `halves` an f16 of every row as f32, `units` a u16 or a byte as i32.
  mlir::Value quads(const PanelVector &at, mlir::Value offset);
  mlir::Value halves(const PanelVector &at, int64_t offset);
  mlir::Value units(const PanelVector &at, int64_t offset, int64_t bytes);
  llvm::SmallVector<PanelVector> vectorsOf(mlir::Value panel, mlir::Value block,
                                           llvm::ArrayRef<int64_t> numbers);

  using Products = ByteDots::Products;
  // Adds the products of one quad: every lhs row times every vector of the panel, as unsigned
  // bytes up to `largest`.
  void addQuad(FixedPointRows &digits, llvm::ArrayRef<mlir::Value> rows, mlir::Value group,
               int64_t quad, llvm::ArrayRef<mlir::Value> weights, int64_t largest,
               llvm::MutableArrayRef<Products> products);
  // Adds the sums of a group, or of a part of it, that tiles have computed.
  void addTileSums(llvm::ArrayRef<mlir::Value> rows, llvm::ArrayRef<PanelVector> vectors,
                   mlir::Value group, int64_t part, llvm::MutableArrayRef<Products> products);
  // A factor of a block, which tiles have decoded or which is computed now.
  mlir::Value factor(const PanelVector &at, mlir::Value index,
                     llvm::function_ref<mlir::Value()> compute);
  // The whole sum as f32, for weights and digits so small that it fits in i32.
  mlir::Value joined(Products &products);
  // The same for sums of three digits that do not fit.
  mlir::Value joinedInParts(Products &products);

  // The low (part 0) or high (part 1) nibbles of the bytes.
  mlir::Value nibbles(mlir::Value quads, int64_t part);
  mlir::Value wordsOf(mlir::Value quads); // as i32
  // Whether the sum of `count` elements of this magnitude, and of three digits, exceeds an i32.
  static bool isLarge(int64_t numDigits, int64_t count, int64_t magnitude);
  // The words for elements minus `centre`: -centre * sum, which is added to the accumulator of the
  // lowest digit. If it is large, its multiple of 256 is a second word, for the middle digit.
  llvm::SmallVector<mlir::Value> centreWords(mlir::Value sum, int64_t centre, bool isLarge);
  mlir::Value floatWord(mlir::Value sum, mlir::Value scale); // sum * scale as f32
  // Prefetches the share of later weights that group `group` of `groups` in a block of `blockBytes`
  // has, for all rows of the panel.
  //
  // The fields of a block are read alternately, and the hardware prefetcher sees no stream. So the
  // block that is `blocksAhead` further comes into the first-level cache, a share at a time: more
  // lines at once would wait for each other. That alone does not keep the memory busy. So the next
  // panel comes into the second-level cache, from four places in turn, each of which the hardware
  // prefetcher follows. Several rows leave time for the first.
  void prefetchLater(size_t numRows, const PanelVector &at, mlir::Value group, int64_t groups,
                     int64_t blockBytes, int64_t blocksAhead = 1);
  void prefetchInNextPanel(const PanelVector &at, mlir::Value share, int64_t shares, int64_t bytes);
  // Prefetches [begin, begin + bytes) of the weights from a block on, or into the second-level
  // cache; may run past the weights, which is harmless.
  void prefetch(const PanelVector &at, mlir::Value begin, int64_t bytes, bool isFar = false);
  // The same share of the next block.
  void prefetchShare(const PanelVector &at, mlir::Value group, int64_t groups, int64_t blockBytes,
                     int64_t blocksAhead = 1);
  // Arithmetic on vectors.
  mlir::Value field(mlir::Value value, int64_t shift, int64_t mask);
  mlir::Value shiftedSum(mlir::Value high, mlir::Value low); // 256 * high + low
  mlir::Value added(mlir::Value lhs, mlir::Value rhs);
  mlir::Value plus(mlir::Value value, int64_t addend);
  mlir::Value toFloat(mlir::Value value);
  mlir::Value times(mlir::Value lhs, mlir::Value rhs);
  mlir::Value fma(mlir::Value lhs, mlir::Value rhs, mlir::Value sum);
  // One byte of every quad, from 0 to 255.
  mlir::Value byteOf(mlir::Value quads, mlir::Value index);

  KernelBuilder &k;
  ByteDots dots;
  mlir::Value weights;
  BlockTiles *tiles = nullptr;
  mlir::Value firstStream, lastStream; // null: the next panel is not prefetched
  mlir::VectorType floats, ints, bytes;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_BLOCKDOT_H
