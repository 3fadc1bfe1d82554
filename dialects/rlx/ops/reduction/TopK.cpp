// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of top_k: heap selection. The lowering keeps the k best candidates of a row in a binary heap
// with the worst one on top, in the row of the result itself. At the end it pops the heap from the
// back (heapsort). That is O(n log k), and needs no memory except the results.
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace rlx;

LogicalResult TopKOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis(), k = op.getK();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // top_k_c1
    return failure();
  if (k < 0) // top_k_c2
    return ctx.fail("expects k to be at least 0, but got " + Twine(k));
  if (failed(expectNonNegative(ctx, shape[axis] - k, // top_k_c3
                               "expects k to be at most the size" + ifKnown(" ", shape[axis]) +
                                   " of dimension " + Twine(axis) + ", but got " + Twine(k))))
    return failure();
  shape[axis] = ctx.constant(k);
  results.push_back({shape, InferContext::elementType(op.getInput())});
  results.push_back({shape, IntegerType::get(ctx.getContext(), 64)});
  return success();
}

void TopKOp::chooseFrom(Value input, uint64_t k, int64_t axis) {
  getInputMutable().set(input);
  setK(k);
  setAxis(axis);
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[normalizedAxis(axis, type.getRank())] = static_cast<int64_t>(k);
  getValues().setType(type.clone(shape));
  getIndices().setType(RankedTensorType::get(shape, getIndices().getType().getElementType()));
}

Value TopKOp::comesBefore(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  if (isFloat(lhs.getType())) {
    // "Unordered or better" is also true if the wrong operand is NaN.
    Value better = arith::CmpFOp::create(b, loc, getLargest() ? F::UGT : F::ULT, lhs, rhs);
    Value number = getLargest() ? rhs : lhs;
    return arith::AndIOp::create(b, loc, better,
                                 arith::CmpFOp::create(b, loc, F::ORD, number, number));
  }
  const bool hasSign = !isUnsigned(operandElement(*this));
  I predicate = getLargest() ? (hasSign ? I::sgt : I::ugt) : (hasSign ? I::slt : I::ult);
  return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
}

TypedAttr TopKOp::getLastElement(Type type) {
  if (auto element = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, getLargest() ? APFloat::getInf(element.getFloatSemantics(), true)
                                             : APFloat::getNaN(element.getFloatSemantics()));
  const unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(operandElement(*this)))
    return IntegerAttr::get(type, getLargest() ? APInt(width, 0) : APInt::getAllOnes(width));
  return IntegerAttr::get(type, getLargest() ? APInt::getSignedMinValue(width)
                                             : APInt::getSignedMaxValue(width));
}

namespace {

struct Candidate {
  Value value, position; // position: i64
};

// The results of one row during the computation.
struct Heap {
  Value values, positions;
};

// Emits the selection of one row.
class RowTopK {
public:
  // `row` is the row's index in the slice, `inputRow` its index in the input.
  RowTopK(OpBuilder &b, Location loc, TopKOp op, Value input, ValueRange row, ValueRange inputRow)
      : b(b), loc(loc), op(op), input(input), row(row), inputRow(inputRow),
        axis(normalizedAxis(op.getAxis(), row.size())), element(operandElement(op)),
        k(constant(op.getK())) {}

  Heap run(Heap heap) {
    heap = fill(heap);
    heap = order(heap);
    heap = offerRest(heap);
    return takeApart(heap);
  }

private:
  using Step = llvm::function_ref<Heap(Value i, Heap heap)>;

  Value constant(int64_t value) { return indexConstant(b, loc, value); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b, loc, l, r); }
  Value add(Value l, Value r) { return arith::AddIOp::create(b, loc, l, r); }

  SmallVector<Value> at(ValueRange start, Value i) {
    SmallVector<Value> position(start);
    position[axis] = i;
    return position;
  }
  Candidate candidate(Value i) {
    return {tensor::ExtractOp::create(b, loc, input, at(inputRow, i)),
            arith::IndexCastOp::create(b, loc, b.getI64Type(), i)};
  }
  Candidate read(Heap heap, Value i) {
    return {tensor::ExtractOp::create(b, loc, heap.values, at(row, i)),
            tensor::ExtractOp::create(b, loc, heap.positions, at(row, i))};
  }
  Heap write(Candidate x, Heap heap, Value i) {
    return {tensor::InsertOp::create(b, loc, x.value, heap.values, at(row, i)),
            tensor::InsertOp::create(b, loc, x.position, heap.positions, at(row, i))};
  }
  Candidate select(Value condition, Candidate yes, Candidate no) {
    return {arith::SelectOp::create(b, loc, condition, yes.value, no.value),
            arith::SelectOp::create(b, loc, condition, yes.position, no.position)};
  }

  Value precedes(Value x, Value y) { return op.comesBefore(b, loc, x, y); }
  // Whether x comes before y in the result. No two candidates are equal, because of their indices.
  Value precedes(Candidate x, Candidate y) {
    Value tie = arith::XOrIOp::create(b, loc, precedes(y.value, x.value),
                                      arith::ConstantIntOp::create(b, loc, 1, 1));
    Value nearer = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x.position, y.position);
    return arith::OrIOp::create(b, loc, precedes(x.value, y.value),
                                arith::AndIOp::create(b, loc, tie, nearer));
  }

  // step(i) for i = 0 to count - 1.
  Heap loop(Value count, Heap heap, Step step) {
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

  // Writes the first k candidates in their order.
  Heap fill(Heap heap) {
    return loop(k, heap, [&](Value i, Heap h) { return write(candidate(i), h, i); });
  }

  // Makes them a heap, starting with the last parent.
  Heap order(Heap heap) {
    int64_t parents = op.getK() / 2;
    return loop(constant(parents), heap, [&](Value i, Heap h) {
      Value root = sub(constant(parents - 1), i);
      return sink(read(h, root), h, root, k);
    });
  }

  Heap offerRest(Heap heap) {
    Value count = sub(sizeOf(b, loc, input, axis), k);
    return loop(count, heap, [&](Value i, Heap h) {
      Candidate x = candidate(add(i, k));
      Value isBetter = precedes(x, read(h, constant(0)));
      auto branch = scf::IfOp::create(b, loc, TypeRange{h.values.getType(), h.positions.getType()},
                                      isBetter, /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      Heap changed = sink(x, h, constant(0), k);
      scf::YieldOp::create(b, loc, ValueRange{changed.values, changed.positions});
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, loc, ValueRange{h.values, h.positions});
      return Heap{branch.getResult(0), branch.getResult(1)};
    });
  }

  // Moves the worst candidate to the end of the rest, k - 1 times.
  Heap takeApart(Heap heap) {
    int64_t count = std::max<int64_t>(op.getK() - 1, 0);
    return loop(constant(count), heap, [&](Value i, Heap h) {
      Value end = sub(constant(count), i);
      Candidate last = read(h, end), worst = read(h, constant(0));
      return sink(last, write(worst, h, end), constant(0), end);
    });
  }

  // Sift-down: puts `x` at `hole` of the first `size` candidates, or further down, while a child
  // comes later than x.
  Heap sink(Candidate x, Heap heap, Value hole, Value size) {
    Type index = b.getIndexType();
    Type values = heap.values.getType(), positions = heap.positions.getType();
    auto loop = scf::WhileOp::create(b, loc, TypeRange{values, positions, index, index},
                                     ValueRange{heap.values, heap.positions, hole});
    // Each iteration halves the rest; the last one only checks.
    loop->setAttr(kMaxIterationsAttr,
                  b.getI64IntegerAttr(llvm::Log2_64(std::max<uint64_t>(op.getK(), 1)) + 1));
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Location> locations(4, loc);
    Block *before = b.createBlock(&loop.getBefore(), {}, {values, positions, index},
                                  ArrayRef(locations).drop_back());
    Heap here{before->getArgument(0), before->getArgument(1)};
    auto [goesOn, child] = childAbove(x, here, before->getArgument(2), size);
    scf::ConditionOp::create(
        b, loc, goesOn, ValueRange{here.values, here.positions, before->getArgument(2), child});
    Block *after =
        b.createBlock(&loop.getAfter(), {}, {values, positions, index, index}, locations);
    here = {after->getArgument(0), after->getArgument(1)};
    Heap moved = write(read(here, after->getArgument(3)), here, after->getArgument(2));
    scf::YieldOp::create(b, loc, ValueRange{moved.values, moved.positions, after->getArgument(3)});
    b.setInsertionPointAfter(loop);
    return write(x, {loop.getResult(0), loop.getResult(1)}, loop.getResult(2));
  }

  // The later child of `hole`, and whether it exists and comes later than x.
  std::pair<Value, Value> childAbove(Candidate x, Heap heap, Value hole, Value size) {
    Value one = constant(1), last = sub(size, one);
    Value left = add(add(hole, hole), one);
    Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, left, size);
    // A child that does not exist is replaced by the last element, whose value is not used.
    Value right = arith::MinSIOp::create(b, loc, add(left, one), last);
    left = arith::MinSIOp::create(b, loc, left, last);
    Candidate l = read(heap, left), r = read(heap, right);
    Value takeRight = precedes(l, r);
    Value child = arith::SelectOp::create(b, loc, takeRight, right, left);
    Value sinks = precedes(x, select(takeRight, r, l));
    return {arith::AndIOp::create(b, loc, exists, sinks), child};
  }

  OpBuilder b;
  Location loc;
  TopKOp op;
  Value input;
  ValueRange row, inputRow;
  int64_t axis;
  Type element;
  Value k;
};

} // namespace

FailureOr<SmallVector<Value>> TopKOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  auto type = cast<RankedTensorType>(operands[0].getType());
  int64_t rank = type.getRank(), axis = normalizedAxis(getAxis(), rank);
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  others.erase(others.begin() + axis);
  Value values = emptyResult(b, *this, operands, 0), indices = emptyResult(b, *this, operands, 1);
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    SmallVector<OpFoldResult> rows(slice.sizes);
    rows[axis] = nested.getIndexAttr(1);
    return inOrder(nested, l, rows, slice.tensors,
                   [&](OpBuilder &inner, Location at, ValueRange row, ValueRange carried) {
                     SmallVector<Value> inputRow = shifted(inner, at, row, slice.offsets);
                     RowTopK selection(inner, at, *this, operands[0], row, inputRow);
                     Heap heap = selection.run({carried[0], carried[1]});
                     return SmallVector<Value>{heap.values, heap.positions};
                   });
  };
  return forEachSlice(b, getLoc(), {values, indices}, others, type.getDimSize(axis), slices);
}

llvm::Error TopKOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &input = in[0];
  int64_t axis = normalizedAxis(getAxis(), input.rank()), size = input.shape[axis], inner = 1;
  for (int64_t d = axis + 1; d < input.rank(); ++d)
    inner *= input.shape[d];
  int64_t k = getK(), numRows = k == 0 ? 0 : out[0].numElements() / k;
  auto less = [&](int64_t l, int64_t r) { // NaN is larger than every number
    if (input.isFloat())
      return std::isnan(input.floats[r]) ? !std::isnan(input.floats[l])
                                         : input.floats[l] < input.floats[r];
    return isUnsigned(input.elementType) ? uint64_t(input.ints[l]) < uint64_t(input.ints[r])
                                         : input.ints[l] < input.ints[r];
  };
  std::vector<int64_t> positions(size);
  for (int64_t row = 0; row < numRows; ++row) {
    int64_t outer = row / inner, column = row % inner;
    auto from = [&](int64_t i) { return (outer * size + i) * inner + column; };
    std::iota(positions.begin(), positions.end(), 0);
    std::sort(positions.begin(), positions.end(), [&](int64_t l, int64_t r) {
      int64_t first = getLargest() ? r : l, second = getLargest() ? l : r;
      if (less(from(first), from(second)))
        return true;
      return !less(from(second), from(first)) && l < r;
    });
    for (int64_t i = 0; i < k; ++i) {
      int64_t to = (outer * k + i) * inner + column;
      out[0].copyElement(to, input, from(positions[i]));
      out[1].ints[to] = positions[i];
    }
  }
  return llvm::Error::success();
}
