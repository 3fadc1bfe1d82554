// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of HeapSelection.h.
#include "dialects/rlx/ops/reduction/HeapSelection.h"

#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <numeric>

using namespace mlir;

namespace rlx {

Value ElementOrder::comesBefore(OpBuilder &b, Location loc, Value lhs, Value rhs) const {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  if (isFloat(lhs.getType())) {
    // "Unordered or better" is also true if the wrong operand is NaN.
    Value better = arith::CmpFOp::create(b, loc, largestFirst ? F::UGT : F::ULT, lhs, rhs);
    Value number = largestFirst ? rhs : lhs;
    return arith::AndIOp::create(b, loc, better,
                                 arith::CmpFOp::create(b, loc, F::ORD, number, number));
  }
  const bool hasSign = !isUnsigned(element);
  I predicate = largestFirst ? (hasSign ? I::sgt : I::ugt) : (hasSign ? I::slt : I::ult);
  return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
}

// ---- HeapSize ----

HeapSize::HeapSize(OpBuilder &b, Location loc, int64_t constant)
    : value(indexConstant(b, loc, constant)), known(constant) {}

Value HeapSize::half(OpBuilder &b, Location loc, int64_t less) const {
  if (known)
    return indexConstant(b, loc, *known / 2 - less);
  Value half = arith::ShRUIOp::create(b, loc, value, indexConstant(b, loc, 1));
  return less == 0 ? half : arith::SubIOp::create(b, loc, half, indexConstant(b, loc, less));
}

Value HeapSize::lessOne(OpBuilder &b, Location loc) const {
  if (known)
    return indexConstant(b, loc, std::max<int64_t>(*known - 1, 0));
  Value rest = arith::SubIOp::create(b, loc, value, indexConstant(b, loc, 1));
  return arith::MaxSIOp::create(b, loc, rest, indexConstant(b, loc, 0));
}

int64_t HeapSize::maxDepth() const {
  return llvm::Log2_64(std::max<uint64_t>(known.value_or(kMaxElements), 1)) + 1;
}

// ---- RowHeap ----

SmallVector<Value> RowHeap::at(Value i) {
  SmallVector<Value> position(row);
  position[axis] = i;
  return position;
}

Candidate RowHeap::read(Heap heap, Value i) {
  return {tensor::ExtractOp::create(b, loc, heap.values, at(i)),
          tensor::ExtractOp::create(b, loc, heap.positions, at(i))};
}

Heap RowHeap::write(Candidate x, Heap heap, Value i) {
  return {tensor::InsertOp::create(b, loc, x.value, heap.values, at(i)),
          tensor::InsertOp::create(b, loc, x.position, heap.positions, at(i))};
}

Candidate RowHeap::select(Value condition, Candidate yes, Candidate no) {
  return {arith::SelectOp::create(b, loc, condition, yes.value, no.value),
          arith::SelectOp::create(b, loc, condition, yes.position, no.position)};
}

Value RowHeap::precedes(Value x, Value y) {
  return elementOrder.comesBefore(b, loc, x, y);
}

Value RowHeap::precedes(Candidate x, Candidate y) {
  Value tie = arith::XOrIOp::create(b, loc, precedes(y.value, x.value),
                                    arith::ConstantIntOp::create(b, loc, 1, 1));
  Value nearer = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x.position, y.position);
  return arith::OrIOp::create(b, loc, precedes(x.value, y.value),
                              arith::AndIOp::create(b, loc, tie, nearer));
}

// Whether x belongs above y in the heap.
Value RowHeap::belongsAbove(Candidate x, Candidate y) {
  return form.top == HeapForm::Top::Last ? precedes(y, x) : precedes(x, y);
}

Heap RowHeap::loop(Value count, Heap heap, Step step) {
  auto body = [&](OpBuilder &nested, Location, ValueRange i, ValueRange carried) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
    Heap next = step(i[0], {carried[0], carried[1]});
    nested.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
    return SmallVector<Value>{next.values, next.positions};
  };
  SmallVector<Value> values =
      inOrder(b, loc, OpFoldResult(count), {heap.values, heap.positions}, body);
  return {values[0], values[1]};
}

Heap RowHeap::order(Heap heap, HeapSize size) {
  return loop(size.half(b, loc), heap, [&](Value i, Heap h) {
    Value root = arith::SubIOp::create(b, loc, size.half(b, loc, 1), i);
    return sink(read(h, root), h, root, size.get());
  });
}

Heap RowHeap::takeApart(Heap heap, HeapSize size) {
  return loop(size.lessOne(b, loc), heap, [&](Value i, Heap h) {
    Value end = arith::SubIOp::create(b, loc, size.lessOne(b, loc), i);
    Candidate last = read(h, end), top = read(h, indexConstant(b, loc, 0));
    return sink(last, write(top, h, end), indexConstant(b, loc, 0), end);
  });
}

Heap RowHeap::sink(Candidate x, Heap heap, Value hole, Value size) {
  Type index = b.getIndexType();
  Type values = heap.values.getType(), positions = heap.positions.getType();
  auto loop = scf::WhileOp::create(b, loc, TypeRange{values, positions, index, index},
                                   ValueRange{heap.values, heap.positions, hole});
  // Each iteration halves the rest; the last one only checks.
  loop->setAttr(kMaxIterationsAttr, b.getI64IntegerAttr(form.maxDepth));
  if (form.isLong)
    loop->setAttr(kLongLoopAttr, b.getUnitAttr());
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(4, loc);
  Block *before = b.createBlock(&loop.getBefore(), {}, {values, positions, index},
                                ArrayRef(locations).drop_back());
  Heap here{before->getArgument(0), before->getArgument(1)};
  auto [goesOn, child] = childAbove(x, here, before->getArgument(2), size);
  scf::ConditionOp::create(b, loc, goesOn,
                           ValueRange{here.values, here.positions, before->getArgument(2), child});
  Block *after = b.createBlock(&loop.getAfter(), {}, {values, positions, index, index}, locations);
  here = {after->getArgument(0), after->getArgument(1)};
  Heap moved = write(read(here, after->getArgument(3)), here, after->getArgument(2));
  scf::YieldOp::create(b, loc, ValueRange{moved.values, moved.positions, after->getArgument(3)});
  b.setInsertionPointAfter(loop);
  return write(x, {loop.getResult(0), loop.getResult(1)}, loop.getResult(2));
}

// The child of `hole` that belongs above the other, and whether it exists and belongs above x.
std::pair<Value, Value> RowHeap::childAbove(Candidate x, Heap heap, Value hole, Value size) {
  Value one = indexConstant(b, loc, 1), last = arith::SubIOp::create(b, loc, size, one);
  Value left =
      arith::AddIOp::create(b, loc, arith::AddIOp::create(b, loc, hole, hole), one).getResult();
  Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, left, size);
  // A child that does not exist is replaced by the last element, whose value is not used.
  Value right =
      arith::MinSIOp::create(b, loc, arith::AddIOp::create(b, loc, left, one).getResult(), last);
  left = arith::MinSIOp::create(b, loc, left, last);
  Candidate l = read(heap, left), r = read(heap, right);
  Value takeRight = belongsAbove(r, l);
  Value child = arith::SelectOp::create(b, loc, takeRight, right, left);
  Value sinks = belongsAbove(select(takeRight, r, l), x);
  return {arith::AndIOp::create(b, loc, exists, sinks), child};
}

// ---- interpreter ----

void evaluateSelection(const ref::Tensor &input, int64_t axis, int64_t k, bool largestFirst,
                       ref::Tensor &values, ref::Tensor &positions) {
  axis = normalizedAxis(axis, input.rank());
  int64_t size = input.shape[axis], inner = 1;
  for (int64_t d = axis + 1; d < input.rank(); ++d)
    inner *= input.shape[d];
  int64_t numRows = k == 0 ? 0 : values.numElements() / k;
  auto less = [&](int64_t l, int64_t r) { // NaN is larger than every number
    if (input.isFloat())
      return std::isnan(input.floats[r]) ? !std::isnan(input.floats[l])
                                         : input.floats[l] < input.floats[r];
    return isUnsigned(input.elementType) ? uint64_t(input.ints[l]) < uint64_t(input.ints[r])
                                         : input.ints[l] < input.ints[r];
  };
  std::vector<int64_t> order(size);
  for (int64_t row = 0; row < numRows; ++row) {
    int64_t outer = row / inner, column = row % inner;
    auto from = [&](int64_t i) { return (outer * size + i) * inner + column; };
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int64_t l, int64_t r) {
      int64_t first = largestFirst ? r : l, second = largestFirst ? l : r;
      if (less(from(first), from(second)))
        return true;
      return !less(from(second), from(first)) && l < r;
    });
    for (int64_t i = 0; i < k; ++i) {
      int64_t to = (outer * k + i) * inner + column;
      values.copyElement(to, input, from(order[i]));
      positions.ints[to] = order[i];
    }
  }
}

} // namespace rlx
