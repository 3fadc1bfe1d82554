// Helpers for ElementwiseOpInterface::buildScalar: the right arith op for the element type. All of
// them work on scalars and on vectors.
#ifndef RLX_DIALECTS_RLX_IR_SCALARBUILDERS_H
#define RLX_DIALECTS_RLX_IR_SCALARBUILDERS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace rlx {

// The element type of operand `index` as the op declares it (possibly unsigned).
inline mlir::Type operandElement(mlir::Operation *op, unsigned index = 0) {
  return llvm::cast<mlir::ShapedType>(op->getOperand(index).getType()).getElementType();
}

inline bool isFloat(mlir::Type element) { return llvm::isa<mlir::FloatType>(element); }
// i1 counts as unsigned: true is 1, not -1.
inline bool isUnsigned(mlir::Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

// FloatOp for floats, SignedOp for signed integers, UnsignedOp for unsigned integers and i1.
template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
mlir::Value createArith(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type element,
                        mlir::Value lhs, mlir::Value rhs) {
  if (isFloat(element))
    return FloatOp::create(builder, loc, lhs, rhs);
  if (isUnsigned(element))
    return UnsignedOp::create(builder, loc, lhs, rhs);
  return SignedOp::create(builder, loc, lhs, rhs);
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_IR_SCALARBUILDERS_H
