// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of floats as signed bytes in shared memory, for integer dot products.
//
// A group of 32 consecutive elements shares a scale. Each element is rounded to an integer, split
// into one to three digits in base 256:
//
//     x = scale * (65536 * digit 0 + 256 * digit 1 + digit 2),   each digit in [-128, 127]
//
// With one or two digits the largest element of a group is 127 or 32639. Three hold 22 bits and a
// sign, with a power of two as the scale. A group whose largest element is below 2^-105 is rounded
// as if that were its largest. A group with an infinity or a NaN has the scale NaN.
//
// Digits are in the order in which invocations read them: run 0 of all units (BlockCodes.h), then
// run 1, and so on. So consecutive units are in different banks.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_FIXEDPOINTROWS_H
#define RLX_CONVERSIONS_GPU_MATMUL_FIXEDPOINTROWS_H

#include "conversions/gpu/matmul/BlockCodes.h"

namespace rlx {

class FixedPointRows {
public:
  static constexpr int64_t kMaxDigits = 3;

  // Bytes of shared memory for `units` units of a row.
  static int64_t sharedBytes(const BlockUnits &form, int64_t numDigits, int64_t units);

  // Memory for `units` units of `rows` rows.
  FixedPointRows(WorkgroupBuilder &k, const BlockUnits &form, int64_t numDigits, int64_t rows,
                 int64_t units, int64_t subgroup);

  // Converts all of them. `element` gives the element at an index of a row, as f32. All invocations
  // take part; results are visible behind the next barrier.
  using ElementAt = llvm::function_ref<mlir::Value(int64_t row, mlir::Value index)>;
  void compute(int64_t invocations, ElementAt element);
  // Trip count of its loop.
  static int64_t iterations(const BlockUnits &form, int64_t units, int64_t invocations);

  // Of a unit: the digits of a run at a place (0 is the highest); the scale of its group number
  // `scale`; and the sum of the elements with that scale if the scheme has minima (f32), otherwise
  // of their integers (i32, or f32 for three digits).
  CodeWords digits(int64_t row, mlir::Value unit, int64_t run, int64_t place);
  mlir::Value scale(int64_t row, mlir::Value unit, int64_t scale);
  mlir::Value sum(int64_t row, mlir::Value unit, int64_t scale);

private:
  struct Scaling {
    mlir::Value up, down;
  };
  void computeRun(int64_t row, mlir::Value run, llvm::ArrayRef<mlir::Value> elements);
  Scaling scalingFor(mlir::Value largestBits);
  mlir::Value storeDigits(int64_t row, mlir::Value run, llvm::ArrayRef<mlir::Value> numbers);
  mlir::Value packed4(llvm::ArrayRef<mlir::Value> numbers, int64_t byte);
  void storeScale(int64_t row, mlir::Value run, mlir::Value scale, mlir::Value sum);
  std::pair<mlir::Value, mlir::Value> placeOf(mlir::Value run);
  mlir::Value fromPair(mlir::Value value);
  mlir::Value wordAt(mlir::Value memory, int64_t row, int64_t number, mlir::Value unit,
                     int64_t numbers, int64_t words, int64_t word);
  mlir::Value constant(int64_t value);
  mlir::Value number(double value);
  bool sumsAreFloats() const { return form.hasMinimum || numDigits == kMaxDigits; }
  bool needsSums() const { return form.hasMinimum || form.zero != 0; }

  WorkgroupBuilder &k;
  BlockUnits form;
  int64_t numDigits, rows, units, subgroup;
  llvm::SmallVector<mlir::Value> digitWords; // by place: [rows][runs][units][4]
  mlir::Value scales, sums;                  // [rows][scales][units]
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_FIXEDPOINTROWS_H
