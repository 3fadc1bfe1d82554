// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products of unsigned with signed bytes, in each 32-bit lane, by the CPU's instructions.
//
// AVX-512 VNNI adds the four products of a lane to an i32 (vpdpbusd). AVX2 and AVX-512BW add the
// two products of a pair in an i16 (vpmaddubsw), which saturates: such sums are added up as long as
// they fit, and then widened (vpmaddwd). Not even one pair of whole bytes fits, so these are added
// as low and high nibbles.
#ifndef RLX_CONVERSIONS_CPU_QUANT_BYTEDOTS_H
#define RLX_CONVERSIONS_CPU_QUANT_BYTEDOTS_H

#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/model/CpuModel.h"
#include "conversions/cpu/quant/FixedPointRows.h"

namespace rlx::cpu {

constexpr int64_t kPanelLanes = 16; // of a vector

class ByteDots {
public:
  ByteDots(KernelBuilder &builder, const CpuModel &target);
  KernelBuilder &builder() const { return k; }

  // Integer accumulators, one per digit place.
  struct Products {
    llvm::SmallVector<mlir::Value, FixedPointRows::kMaxDigits> sums; // i32, the highest digit first
    std::array<mlir::Value, FixedPointRows::kMaxDigits> pairs; // i16, not in the sums yet; or null
    std::array<mlir::Value, FixedPointRows::kMaxDigits> upperPairs; // those of high nibbles
    std::array<int64_t, FixedPointRows::kMaxDigits> quads = {};     // in the pairs
    // A second accumulator of a single digit, which takes every other quad; or null.
    mlir::Value other;
  };
  // Accumulators of `numDigits` digits: `low` for the lowest one, and zeros. `atOnce` tells how
  // many of these are computed at once: few would wait for their own additions, so they are
  // doubled.
  Products start(int64_t numDigits, int64_t atOnce, mlir::Value low = {});
  // Adds a quad of weights, from 0 to `largest`, times one of digits.
  void add(mlir::Value weight, mlir::Value digit, int64_t largest, int64_t place,
           Products &products);
  // The sums of all that was added.
  llvm::ArrayRef<mlir::Value> sums(Products &products);
  // The entries of a table for codes of four bits, one in each byte (pshufb).
  mlir::Value lookUp(const std::array<uint8_t, 16> &table, mlir::Value codes);

private:
  using Operands = llvm::ArrayRef<mlir::Value>;
  void widenPairs(int64_t place, Products &products);
  void addPairs(mlir::Value weight, mlir::Value digit, mlir::Value &sum);
  mlir::Value nibbles(mlir::Value weight, int64_t shift);
  // An instruction on vectors of `bytePairs` bytes, for each part of the operands.
  mlir::Value inParts(llvm::StringRef name, mlir::VectorType result, Operands operands);
  mlir::Value call(llvm::StringRef name, mlir::VectorType result, Operands operands);

  KernelBuilder &k;
  bool hasByteDot;
  int64_t bytePairs;
  mlir::VectorType ints, pairs, bytes;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_BYTEDOTS_H
