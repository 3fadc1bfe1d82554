// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of folders. A fold returns an existing value of the result's type, or a constant, so that
// folding always shrinks the program. Folds of floats must be exact, including the sign of zero.
// For example, x + -0.0 folds to x, but x + 0.0 does not, because x may be -0.0.
#ifndef RLX_DIALECTS_RLX_SUPPORT_FOLDS_H
#define RLX_DIALECTS_RLX_SUPPORT_FOLDS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

namespace rlx {

/// Whether a folded operand is a constant whose elements are all `integer` (for integer types) or
/// bitwise `real` (for floats).
bool isSplatOf(mlir::Attribute folded, int64_t integer, double real);

/// Folds `op` to `value`, which is an operand of `op` or has the shape of its only operand. Returns
/// null if the type of `value` is not the result's (a broadcast, or other known sizes). Also
/// returns null if another operand has dynamic sizes that take part in the result's shape.
mlir::OpFoldResult foldTo(mlir::Operation *op, mlir::Value value);

/// For idempotent functions, f(f(x)) = f(x): folds to the operand if the same op computes it.
template <typename OpTy>
mlir::OpFoldResult foldIdempotent(OpTy op) {
  return op.getInput().template getDefiningOp<OpTy>() ? foldTo(op, op.getInput())
                                                      : mlir::OpFoldResult();
}

/// For involutions, f(f(x)) = x.
template <typename OpTy>
mlir::OpFoldResult foldInvolution(OpTy op) {
  auto inner = op.getInput().template getDefiningOp<OpTy>();
  return inner ? foldTo(op, inner.getInput()) : mlir::OpFoldResult();
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_FOLDS_H
