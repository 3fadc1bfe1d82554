// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries about values for fusion patterns.
//
// They never change the IR.
#ifndef RLX_PASSES_PATTERNUTILS_H
#define RLX_PASSES_PATTERNUTILS_H

#include <optional>

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace rlx {

// The value of a constant with equal elements, as double.
std::optional<double> splatValue(mlir::Value value);

inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

// Whether `user` is the only user of the value, uses it once, and is in the same block: then both
// can become one op. A producer outside a loop must not move into it.
inline bool isOnlyUseInBlock(mlir::Value value, mlir::Operation *user) {
  return value.hasOneUse() && value.getParentBlock() == user->getBlock();
}

// The operand of a binary op that is not `value`.
template <typename OpTy>
mlir::Value otherOperand(OpTy op, mlir::Value value) {
  return op->getOperand(0) == value ? op->getOperand(1) : op->getOperand(0);
}

} // namespace rlx

#endif // RLX_PASSES_PATTERNUTILS_H
