// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The form of rope with independent elements, for GPUs: one kernel instead of slices,
// multiplications and a concat. With c and s from the table row of an element's position:
//
//   first of a pair (a, b):  a * c - b * s          second:  b * c + a * s
#include "dialects/rlx/ir/RopeOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Emits the code of one element of the result.
class RotatedElement {
public:
  RotatedElement(OpBuilder &b, Location loc, RopeOp op, ValueRange operands, ValueRange at)
      : b(b), loc(loc), op(op), operands(operands), at(at), column(at.back()) {}

  Value run() {
    const int64_t half = cast<ShapedType>(op.getCos().getType()).getDimSize(1);
    const int64_t size = op.getType().getDimSize(3);
    const bool isHalf = op.getStyle() == RopeStyle::Half;
    Value pair, isSecond, other;
    if (isHalf) {
      isSecond = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, column, constant(half));
      Value before = sub(column, constant(half));
      pair = select(isSecond, before, column);
      other = select(isSecond, before, add(column, constant(half)));
    } else {
      pair = arith::DivUIOp::create(b, loc, column, constant(2));
      Value second = arith::RemUIOp::create(b, loc, column, constant(2));
      isSecond = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, second, constant(0));
      other = select(isSecond, sub(column, constant(1)), add(column, constant(1)));
    }
    Value isRotated;
    if (2 * half < size) { // columns behind the last pair read any element
      isRotated =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, column, constant(2 * half));
      pair = select(isRotated, pair, constant(0));
      other = select(isRotated, other, column);
    }
    Value own = inputAt(column), row = tableRow();
    Value cos = tableAt(operands[1], row, pair), sin = tableAt(operands[2], row, pair);
    sin = select(isSecond, sin, arith::NegFOp::create(b, loc, sin));
    Value rotated = arith::AddFOp::create(b, loc, arith::MulFOp::create(b, loc, own, cos),
                                          arith::MulFOp::create(b, loc, inputAt(other), sin));
    if (isRotated)
      rotated = select(isRotated, rotated, own);
    return convertFloat(b, loc, rotated, getElementTypeOrSelf(op.getType()));
  }

private:
  Value widened(Value value) {
    return convertFloat(b, loc, value, accumulatorType(value.getType()));
  }

  Value inputAt(Value column) {
    SmallVector<Value> index(at.drop_back());
    index.push_back(column);
    return widened(tensor::ExtractOp::create(b, loc, operands[0], index));
  }

  Value tableAt(Value table, Value row, Value pair) {
    return widened(tensor::ExtractOp::create(b, loc, table, ValueRange{row, pair}));
  }

  Value tableRow() {
    Value number = at[op.getLayout() == AttentionLayout::BSHD ? 1 : 2];
    if (!op.getPositions())
      return number;
    const bool isBatched = cast<ShapedType>(op.getPositions().getType()).getRank() == 2;
    SmallVector<Value> index{at.front(), number};
    Value raw = tensor::ExtractOp::create(b, loc, operands[3],
                                          isBatched ? ValueRange(index) : ValueRange(number));
    return checkedIndex(b, loc, raw, operandElement(op, 3), sizeOf(b, loc, operands[1], 0));
  }

  Value constant(int64_t value) { return indexConstant(b, loc, value); }
  Value add(Value l, Value r) { return arith::AddIOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b, loc, l, r); }
  Value select(Value condition, Value l, Value r) {
    return arith::SelectOp::create(b, loc, condition, l, r);
  }

  OpBuilder &b;
  Location loc;
  RopeOp op;
  ValueRange operands, at;
  Value column;
};

} // namespace

FailureOr<SmallVector<Value>> RopeOp::lowerToElements(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  auto element = [&](OpBuilder &nested, Location loc, ValueRange at, ValueRange) {
    return RotatedElement(nested, loc, *this, operands, at).run();
  };
  return SmallVector<Value>{
      parallelGeneric(b, getLoc(), emptyResult(b, *this, operands), {}, {}, element)};
}
