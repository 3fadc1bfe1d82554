// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of dot products with blocks of 64 or 256 elements, in groups of 32 that have one or two
// scales; see BlockDot.h.
//
// All groups of a block share one code in a loop, with shifts that depend on the group. Unrolled,
// LLVM would spill the bits that groups share to the stack. A subclass knows where the fields are:
//
//   sum over groups, over scales: scale * (sum of digits * q - centre * sum of digits)
//                                 - minimum * (sum of the row's elements)
#ifndef RLX_CONVERSIONS_CPU_QUANT_GROUPEDBLOCKDOT_H
#define RLX_CONVERSIONS_CPU_QUANT_GROUPEDBLOCKDOT_H

#include "conversions/cpu/quant/BlockDot.h"

namespace rlx::cpu {

struct GroupedScheme {
  int64_t groups = kGroups;
  int64_t scales = 2;  // per group
  int64_t centre = 0;  // subtracted from every element
  int64_t largest = 0; // element, as an unsigned byte
  bool hasMinimum = false;
  bool hasScales = true;     // of groups
  bool hasBlockScale = true; // a factor of all scales
  int64_t bytes = 0;         // of a block
};

class GroupedBlockDot : public BlockDot {
public:
  llvm::SmallVector<mlir::Value> words(const FixedPointRows::Sums &sums, mlir::Value scale,
                                       int64_t numDigits) override;
  bool wantsHalves() const override { return s.scales == 2; }
  llvm::SmallVector<mlir::Value> addBlock(FixedPointRows &digits, llvm::ArrayRef<mlir::Value> rows,
                                          mlir::Value panel, mlir::Value block,
                                          llvm::ArrayRef<int64_t> vectors,
                                          llvm::ArrayRef<mlir::Value> accumulators) override;
  DecodedLayout decodedLayout() const override;
  void decode(mlir::Value panel, mlir::Value block) override;
  mlir::Value addExactly(const PanelVector &at, mlir::Value sum, Element element) override;

protected:
  GroupedBlockDot(ByteDots dots, mlir::Value weights, GroupedScheme scheme)
      : BlockDot(dots, weights), s(scheme) {}

  // For a group (its index in the block): a quad, 0 to 7, as unsigned bytes; a scale of it, 0 or 1,
  // as f32; its minimum.
  virtual mlir::Value elements(const PanelVector &at, mlir::Value group, int64_t quad) = 0;
  virtual mlir::Value scaleOf(const PanelVector &at, mlir::Value group, int64_t part);
  virtual mlir::Value minimumOf(const PanelVector &at, mlir::Value group, int64_t part);
  // The factors of all scales and of all minima.
  virtual mlir::Value blockScale(const PanelVector &at);
  virtual mlir::Value blockMinimum(const PanelVector &at);

  // Field `index` of `bits` bits in each of the words.
  mlir::Value fieldOf(mlir::Value words, mlir::Value index, int64_t bits);
  // The same of signed bytes.
  mlir::Value signedByte(mlir::Value words, mlir::Value index);
  mlir::Value inAllLanes(mlir::Value index); // as i32
  mlir::Value asQuad(mlir::Value words);

  GroupedScheme s;

private:
  // The same, null for 1, or as tiles have decoded them. The minimum of a block is negative.
  mlir::Value groupScale(const PanelVector &at, mlir::Value group, int64_t part);
  mlir::Value groupMinimum(const PanelVector &at, mlir::Value group, int64_t part);
  mlir::Value scaleOfBlock(const PanelVector &at);
  mlir::Value minimumOfBlock(const PanelVector &at);
  mlir::Value factorIndex(mlir::Value group, int64_t part, int64_t number);
  int64_t quadsPerScale() const { return FixedPointRows::kGroup / kQuad / s.scales; }
  bool isLargeFor(int64_t numDigits) const;
  void addGroup(FixedPointRows &digits, llvm::ArrayRef<mlir::Value> rows,
                llvm::ArrayRef<PanelVector> vectors, mlir::Value group,
                llvm::MutableArrayRef<mlir::Value> accumulators);
};

// Subclasses by scheme; null for other schemes.
std::unique_ptr<BlockDot> createKDot(ByteDots dots, BlockScheme scheme, mlir::Value weights);
std::unique_ptr<BlockDot> createCodedDot(ByteDots dots, BlockScheme scheme, mlir::Value weights);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_GROUPEDBLOCKDOT_H
