// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The merge of rows that consist of two sorted runs (kSortedRunAttr). Each result element finds by
// binary search how many of its predecessors are from the first run, so elements are independent.
// See Green, McColl and Bader, "GPU Merge Path" (2012).
//
//   first run   a b c | d e      element number 4 has 3 predecessors in the first run
//   second run  p | q r s        and 1 in the second, so it is d or q
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/SortedHints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Emits the element with index `number` of a row, and its index in the input.
class Merge {
public:
  Merge(OpBuilder &b, Location loc, TopKOp op, Value input, ValueRange at, int64_t axis,
        int64_t first)
      : b(b), loc(loc), op(op), input(input), at(at), axis(axis), length(2 * first), first(first) {}

  SmallVector<Value> run() {
    // `number` elements of both runs come before it, `ofFirst` of them from the first run.
    Value number = at[axis];
    Value ofFirst = search(number), ofSecond = sub(number, ofFirst);
    Value inFirst = less(ofFirst, constant(first));
    Value inSecond = less(ofSecond, constant(length - first));
    Value x = read(min(ofFirst, constant(first - 1)));
    Value index = add(constant(first), min(ofSecond, constant(length - first - 1)));
    Value y = read(index);
    // Among equal elements the one of the first run comes first.
    Value isSecond = arith::AndIOp::create(b, loc, inSecond, op.comesBefore(b, loc, y, x));
    Value one = arith::ConstantIntOp::create(b, loc, 1, 1);
    isSecond = select(inFirst, isSecond, one);
    Value chosen = select(isSecond, index, ofFirst);
    return {select(isSecond, y, x),
            arith::IndexCastOp::create(b, loc, b.getI64Type(), chosen).getResult()};
  }

private:
  // An element of the first run is among the first `number`, unless an element of the second run
  // comes before it that, with all its predecessors, leaves no room.
  Value search(Value number) {
    Value zero = constant(0);
    Value low = arith::MaxSIOp::create(b, loc, zero, sub(number, constant(length - first)));
    Value high = min(number, constant(first));
    const int64_t steps = llvm::Log2_64_Ceil(first + 1);
    auto loop = scf::ForOp::create(
        b, loc, zero, constant(steps), constant(1), ValueRange{low, high},
        [&](OpBuilder &nested, Location, Value, ValueRange bounds) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
          scf::YieldOp::create(b, loc, halved(number, bounds[0], bounds[1]));
          nested.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
        });
    return loop.getResult(0);
  }

  SmallVector<Value> halved(Value number, Value low, Value high) {
    Value one = constant(1);
    Value middle = arith::ShRUIOp::create(b, loc, add(low, high), one);
    // If these indices are out of range, the search is already complete.
    Value x = read(min(middle, constant(first - 1)));
    Value opposite = arith::MaxSIOp::create(b, loc, sub(sub(number, one), middle), constant(0));
    Value y = read(add(constant(first), min(opposite, constant(length - first - 1))));
    Value open = less(low, high), isLater = op.comesBefore(b, loc, y, x);
    Value nextLow = select(isLater, low, add(middle, one));
    Value nextHigh = select(isLater, middle, high);
    return {select(open, nextLow, low), select(open, nextHigh, high)};
  }

  Value read(Value index) {
    SmallVector<Value> position(at);
    position[axis] = index;
    return tensor::ExtractOp::create(b, loc, input, position);
  }

  Value constant(int64_t value) { return indexConstant(b, loc, value); }
  Value add(Value l, Value r) { return arith::AddIOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b, loc, l, r); }
  Value min(Value l, Value r) { return arith::MinSIOp::create(b, loc, l, r); }
  Value less(Value l, Value r) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, l, r);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }

  OpBuilder b;
  Location loc;
  TopKOp op;
  Value input;
  ValueRange at;
  int64_t axis, length, first;
};

} // namespace

FailureOr<SmallVector<Value>> TopKOp::lowerToElements(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &why) {
  auto run = (*this)->getAttrOfType<IntegerAttr>(kSortedRunAttr);
  if (!run)
    return lowerToLinalg(b, operands, why);
  const int64_t rank = getInput().getType().getRank(), axis = normalizedAxis(getAxis(), rank);
  Value inits[] = {emptyResult(b, *this, operands, 0), emptyResult(b, *this, operands, 1)};
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto merged = linalg::GenericOp::create(
      b, getLoc(), TypeRange{inits[0].getType(), inits[1].getType()}, ValueRange(), inits, maps,
      loops, [&](OpBuilder &nested, Location loc, ValueRange) {
        SmallVector<Value> at;
        for (int64_t i = 0; i < rank; ++i)
          at.push_back(linalg::IndexOp::create(nested, loc, i));
        Merge merge(nested, loc, *this, operands[0], at, axis, run.getInt());
        linalg::YieldOp::create(nested, loc, merge.run());
      });
  return SmallVector<Value>(merged.getResults());
}
