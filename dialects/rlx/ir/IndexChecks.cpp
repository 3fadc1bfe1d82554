// Implementation of the checks of positions; see IndexChecks.h.
#include "dialects/rlx/ir/IndexChecks.h"

#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/ScalarBuilders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

Value checkedIndex(OpBuilder &b, Location loc, Operation *op, Value raw, Type element, Value size) {
  Value zero = indexConstant(b, loc, 0), index;
  if (isUnsigned(element)) {
    index = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), raw);
  } else {
    index = arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
    Value negative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, zero);
    Value wrapped = arith::AddIOp::create(b, loc, index, size);
    index = arith::SelectOp::create(b, loc, negative, wrapped, index);
  }
  // Unsigned: also false for what is negative still.
  Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, size);
  cf::AssertOp::create(b, loc, inside,
                       (op->getName().getStringRef() + ": an index is out of range").str());
  return clampToSize(b, loc, index, size);
}

Value sizeOf(OpBuilder &b, Location loc, Value tensor, int64_t dim) {
  return getValueOrCreateConstantIndexOp(b, loc, tensor::getMixedSize(b, loc, tensor, dim));
}

llvm::Expected<int64_t> checkedIndex(const ref::Tensor &indices, int64_t i, int64_t size) {
  int64_t raw = indices.ints[i];
  bool isUnsigned = indices.elementType.isUnsignedInteger();
  int64_t index = !isUnsigned && raw < 0 ? raw + size : raw;
  if (index < 0 || index >= size)
    return llvm::createStringError(llvm::Twine("an index is out of range: ") +
                                   (isUnsigned ? llvm::Twine(uint64_t(raw)) : llvm::Twine(raw)) +
                                   " for size " + llvm::Twine(size));
  return index;
}

} // namespace rlx
