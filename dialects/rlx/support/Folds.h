// Questions that folders ask. A fold here only ever returns an existing value of the result's own
// type or a constant, so folding always shrinks the program; for floats it must be exact, down to
// the sign of zero (x + 0.0 is not x for x = -0.0, x + -0.0 is).
#ifndef RLX_DIALECTS_RLX_SUPPORT_FOLDS_H
#define RLX_DIALECTS_RLX_SUPPORT_FOLDS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

namespace rlx {

// Whether a folded operand is a constant all of whose elements are `integer` (for integer types)
// or bitwise `real` (for floats).
bool isSplatOf(mlir::Attribute folded, int64_t integer, double real);

// `value`, an operand of `op` or of the same shape as its only operand, as the fold of `op`; unless
// its type is not the result's (a broadcast, or a type that knows other sizes), or another operand
// has dynamic sizes, which have a say in the result's.
mlir::OpFoldResult foldTo(mlir::Operation *op, mlir::Value value);

// For f with f(f(x)) = f(x): the operand, if it comes from the same op.
template <typename OpTy>
mlir::OpFoldResult foldIdempotent(OpTy op) {
  return op.getInput().template getDefiningOp<OpTy>() ? foldTo(op, op.getInput())
                                                      : mlir::OpFoldResult();
}

// For f with f(f(x)) = x.
template <typename OpTy>
mlir::OpFoldResult foldInvolution(OpTy op) {
  auto inner = op.getInput().template getDefiningOp<OpTy>();
  return inner ? foldTo(op, inner.getInput()) : mlir::OpFoldResult();
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_FOLDS_H
