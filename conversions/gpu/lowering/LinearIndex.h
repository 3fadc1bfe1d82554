// An index as a sum of multiples of values and a constant: what tells which indices are neighbours.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_LINEARINDEX_H
#define RLX_CONVERSIONS_GPU_LOWERING_LINEARINDEX_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

struct LinearIndex {
  using Term = std::pair<mlir::Value, int64_t>;

  static LinearIndex of(mlir::Value index);

  // Its value, divided by a divisor of the sum and rounded down.
  mlir::Value dividedBy(mlir::OpBuilder &b, mlir::Location loc, int64_t number) const;

  // A number that divides the sum without the constant, whatever the values are.
  int64_t divisor() const;

  // Whether the two differ by a constant.
  bool isBeside(const LinearIndex &other) const;

  llvm::SmallVector<Term> terms; // each value once, as they were found; no zeros
  int64_t constant = 0;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_LINEARINDEX_H
