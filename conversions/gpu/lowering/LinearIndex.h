// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index as a sum of multiples of values, and a constant. Indices with the same terms differ by a
// constant, so they tell which accesses are contiguous.
//
// For example, %i * 8 + %j - 3 has the terms (%i, 8) and (%j, 1), and the constant -3.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_LINEARINDEX_H
#define RLX_CONVERSIONS_GPU_LOWERING_LINEARINDEX_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

struct LinearIndex {
  using Term = std::pair<mlir::Value, int64_t>;

  static LinearIndex of(mlir::Value index);

  // The index divided by `number`, rounded down. `number` has to divide the sum of the terms.
  mlir::Value dividedBy(mlir::OpBuilder &b, mlir::Location loc, int64_t number) const;

  // A number that divides the sum of the terms, whatever the values are.
  int64_t divisor() const;

  // Whether both have the same terms.
  bool hasSameTerms(const LinearIndex &other) const;

  llvm::SmallVector<Term> terms; // each value once, in the order in which they were found; no zeros
  int64_t constant = 0;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_LINEARINDEX_H
