// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of floats as signed bytes, for integer dot products: in shared memory, or in a buffer that
// one kernel fills for others (rlx-quantize-rows).
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

#include <functional>

#include "conversions/gpu/matmul/BlockCodes.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

// The words of one row.
struct FixedPointLayout {
  BlockUnits form;
  int64_t numDigits; // 3 for exact rows, 2 for high, 1 for fast
  int64_t units;     // of a row

  // Of rows of `terms` elements. std::nullopt for schemes whose codes are no bytes.
  static std::optional<FixedPointLayout> of(BlockScheme scheme, RowPrecision precision,
                                            int64_t terms);
  static std::optional<FixedPointLayout> of(lir::QuantizeRowsOp op);

  // Regions, one after the other: digits by place, scales, sums.
  unsigned scales() const { return static_cast<unsigned>(numDigits); }
  unsigned sums() const { return scales() + 1; }
  int64_t sizeOf(unsigned region) const;  // words
  int64_t beginOf(unsigned region) const; // in a row of a buffer
  int64_t words() const;                  // of a row of a buffer, whole vectors of four
};

class FixedPointRows {
public:
  static constexpr int64_t kMaxDigits = 3;

  // Bytes of shared memory for `units` units of a row.
  static int64_t sharedBytes(const BlockUnits &form, int64_t numDigits, int64_t units);

  // Shared memory for `rows` rows.
  FixedPointRows(WorkgroupBuilder &k, const FixedPointLayout &layout, int64_t rows,
                 int64_t subgroup);

  // Words of a buffer, by row and index in the row.
  struct Buffer {
    std::function<mlir::Value(mlir::Value row, mlir::Value word)> load;
    std::function<void(mlir::Value value, mlir::Value row, mlir::Value word)> store;
  };
  // `rows` rows of a buffer, from `firstRow` on.
  FixedPointRows(WorkgroupBuilder &k, const FixedPointLayout &layout, int64_t rows,
                 int64_t subgroup, Buffer buffer, mlir::Value firstRow);

  // Converts all of them. `element` gives the element at an index of a row, as f32. `invocations`
  // take part, of which `number` is one; each has a run of 16 elements at a time. Results in shared
  // memory are visible behind the next barrier.
  using ElementAt = llvm::function_ref<mlir::Value(int64_t row, mlir::Value index)>;
  void compute(mlir::Value number, int64_t invocations, ElementAt element);
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
  mlir::Value load(unsigned region, int64_t row, mlir::Value offset);
  void store(mlir::Value value, unsigned region, int64_t row, mlir::Value offset);
  mlir::Value constant(int64_t value);
  mlir::Value number(double value);
  bool sumsAreFloats() const { return form.hasMinimum || numDigits == kMaxDigits; }
  bool needsSums() const { return form.hasMinimum || form.zero != 0; }
  bool isFloat(unsigned region) const;

  WorkgroupBuilder &k;
  FixedPointLayout layout;
  BlockUnits form;
  int64_t numDigits, rows, units, subgroup;
  // By region. Digits: [rows][runs][units][4]; scales and sums: [rows][scales][units].
  llvm::SmallVector<mlir::Value> shared;
  Buffer buffer; // instead of shared memory
  mlir::Value firstRow;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_MATMUL_FIXEDPOINTROWS_H
