// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of UnwidenedWeights.h. A first walk finds the type, so that nothing is created for
// weights that have none.
#include "conversions/cpu/matmul/UnwidenedWeights.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Ops between a cast and the matmul; more are no pattern of weights.
constexpr int64_t kMaxDepth = 8;

bool movesElements(Operation *op) {
  return isa_and_nonnull<TransposeOp, ReshapeOp, SliceOp, ConcatOp>(op);
}

bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

// The type that all elements are cast from; null if there is none.
Type typeBefore(Value wide, int64_t depth) {
  Operation *op = wide.getDefiningOp();
  if (auto cast = dyn_cast_or_null<CastOp>(op)) {
    Type from = getElementTypeOrSelf(cast->getOperand(0).getType());
    bool isWidened =
        getElementTypeOrSelf(wide.getType()).isF32() && (from.isF16() || from.isBF16());
    return isWidened ? from : Type();
  }
  if (!movesElements(op) || depth == 0)
    return {};
  Type common;
  for (Value operand : op->getOperands()) {
    if (!isFloat(operand)) // a size
      continue;
    Type type = typeBefore(operand, depth - 1);
    if (!type || (common && common != type))
      return {};
    common = type;
  }
  return common;
}

Value rebuilt(OpBuilder &b, Value wide, Type element, function_ref<void(Operation *)> made) {
  Operation *op = wide.getDefiningOp();
  if (isa<CastOp>(op))
    return op->getOperand(0);
  IRMapping stored;
  for (Value operand : op->getOperands())
    if (isFloat(operand) && !stored.contains(operand))
      stored.map(operand, rebuilt(b, operand, element, made));
  Operation *clone = b.clone(*op, stored);
  clone->getResult(0).setType(cast<RankedTensorType>(wide.getType()).clone(element));
  made(clone);
  return clone->getResult(0);
}

} // namespace

Value unwidened(OpBuilder &b, Value weights, function_ref<void(Operation *)> made) {
  Type element = typeBefore(weights, kMaxDepth);
  return element ? rebuilt(b, weights, element, made) : Value();
}

} // namespace rlx::cpu
