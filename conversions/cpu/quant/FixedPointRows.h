// Rows of f32 numbers as fixed-point numbers of three signed bytes, for dot products of bytes.
//
// 32 neighbouring elements share a power of two, so that the largest of them is an integer of 22
// bits and a sign; each integer is the sum of its digits times 65536, 256 and 1. Four elements are
// a quad: the digits of one place of a quad are a word that a vector instruction repeats in all
// lanes. A group with an infinity or a NaN has a scale that is NaN, so that whatever is computed
// with it is found out.
#ifndef RLX_CONVERSIONS_CPU_QUANT_FIXEDPOINTROWS_H
#define RLX_CONVERSIONS_CPU_QUANT_FIXEDPOINTROWS_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

class FixedPointRows {
public:
  static constexpr int64_t kGroup = 32; // elements with one scale
  static constexpr int64_t kDigits = 3;

  // What a product needs of a group beside the digits: at most three words (i32), made of the sums
  // of the integers of each half of it (i32) and the scale (f32).
  using Sums = std::array<mlir::Value, 2>;
  using MakeWords =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(const Sums &sums, mlir::Value scale)>;

  // Room for `rows` rows of `size` elements at the start of the workspace.
  FixedPointRows(KernelBuilder &builder, int64_t rows, int64_t size);
  static int64_t workspaceBytes(int64_t rows, int64_t size);

  // Fills rows [0, count) from rows [first, first + count) of `matrix`.
  void compute(mlir::Value matrix, mlir::Value first, mlir::Value count, MakeWords makeWords);

  // In all lanes, as vectors: digit `place` (0 for the highest) of a quad, as bytes; the scale of a
  // group, as f32; a word of those made, as i32.
  mlir::Value digits(mlir::Value row, mlir::Value group, int64_t quad, int64_t place);
  mlir::Value scale(mlir::Value row, mlir::Value group);
  mlir::Value word(mlir::Value row, mlir::Value group, int64_t index);

private:
  void computeGroup(mlir::Value matrix, mlir::Value from, mlir::Value row, mlir::Value group,
                    MakeWords makeWords);
  // The powers of two that make integers of numbers, as a product, and the one that undoes it.
  struct Scaling {
    mlir::Value up[2], down;
  };
  Scaling scalingFor(mlir::Value largestBits);
  mlir::Value power(mlir::Value exponent); // 2^exponent, f32
  mlir::Value broadcastWord(mlir::Value memory, mlir::ValueRange position);

  KernelBuilder &k;
  int64_t groups;
  mlir::Value digitWords; // [rows, groups, 32]: 8 quads of 3 digits and a word that is not used
  mlir::Value otherWords; // [rows, groups, 4]: the scale and the words made
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_FIXEDPOINTROWS_H
