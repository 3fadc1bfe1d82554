// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of f32 as fixed-point numbers of one to three signed bytes, for byte dot products.
//
// A group of 32 consecutive elements shares a scale. Each element is rounded to an integer, split
// into digits in base 256:
//
//     x = scale * (65536 * digit 0 + 256 * digit 1 + digit 2),   each digit in [-128, 127]
//
// Three digits hold 22 bits and a sign, with a power of two as the scale, so only numbers far below
// the group's largest are rounded. With one or two digits the largest is 127 or 32639.
//
// Four consecutive elements form a quad. The digits of one place of a quad are one 32-bit word,
// which is broadcast to all lanes. A group with an infinity or a NaN has the scale NaN, so every
// result computed from it is detected.
#ifndef RLX_CONVERSIONS_CPU_QUANT_FIXEDPOINTROWS_H
#define RLX_CONVERSIONS_CPU_QUANT_FIXEDPOINTROWS_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

constexpr int64_t kQuad = 4; // elements

class FixedPointRows {
public:
  static constexpr int64_t kGroup = 32;    // elements with one scale
  static constexpr int64_t kMaxDigits = 3; // of a number

  // Makes the words that a kernel needs per group in addition to the digits: at most four words
  // (i32), computed from the integer sums of both halves of the group (i32) and the scale (f32).
  // Unless halves are wanted, the second sum is 0 and the first that of all elements.
  using Sums = std::array<mlir::Value, 2>;
  using MakeWords =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(const Sums &sums, mlir::Value scale)>;

  // Reserves `rows` rows of `size` elements of `numDigits` digits at the start of the workspace.
  // The digits of `tileRows` rows are contiguous for each group and place.
  FixedPointRows(KernelBuilder &builder, int64_t rows, int64_t size, int64_t numDigits,
                 int64_t tileRows = 1);
  static int64_t workspaceBytes(int64_t rows, int64_t size, int64_t numDigits,
                                int64_t tileRows = 1);
  int64_t numDigits() const { return count; }

  // Fills rows [0, count): row i from row rowOf(i) of `matrix`.
  using RowOf = llvm::function_ref<mlir::Value(mlir::Value)>;
  void compute(mlir::Value matrix, mlir::Value count, RowOf rowOf, bool wantsHalves,
               MakeWords makeWords);

  // Values broadcast to all lanes: digit `place` (0 is the highest) of a quad, as bytes; the scale
  // of a group, as f32; one of its words, as i32.
  mlir::Value digits(mlir::Value row, mlir::Value group, int64_t quad, int64_t place);
  mlir::Value scale(mlir::Value row, mlir::Value group);
  mlir::Value word(mlir::Value row, mlir::Value group, int64_t index);
  // Where the digits of a tile of rows begin in the workspace, the first of them being `row`.
  mlir::Value tileOffset(mlir::Value row, mlir::Value group, int64_t place);

private:
  void computeGroup(mlir::Value matrix, mlir::Value from, mlir::Value row, mlir::Value group,
                    bool wantsHalves, MakeWords makeWords);
  Sums sumsOf(llvm::ArrayRef<mlir::Value> halves, bool wantsHalves);
  // The two factors whose product scales elements to integers, and the one that scales back.
  struct Scaling {
    mlir::Value up[2], down;
  };
  Scaling scalingFor(mlir::Value largestBits);
  mlir::Value power(mlir::Value exponent); // 2^exponent, f32
  mlir::Value broadcastWord(mlir::Value memory, mlir::ValueRange position);

  mlir::Value rowInTile(mlir::Value row);

  KernelBuilder &k;
  int64_t groups, count, tileRows;
  mlir::Value digitWords; // [tiles, groups, digits, rows of a tile, quads]
  mlir::Value otherWords; // [rows, groups, 5]: the scale, then the words
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_FIXEDPOINTROWS_H
