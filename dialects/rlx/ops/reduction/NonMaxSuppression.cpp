// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of non_max_suppression. The candidates of a row become a binary heap in the row of the
// results. They are taken from the top one by one, so that a small number of outputs needs no sort.
// Kept ones go to the end of the row, which the heap has left by then. At last they are reversed.
//
//   heap of candidates          free     kept, the first one last
//   [ .. size ) ............. [ N - count .. N )
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/ops/reduction/HeapSelection.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <array>
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace rlx;

LogicalResult NonMaxSuppressionOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  Dims boxes = ctx.shape(op.getBoxes()), scores = ctx.shape(op.getScores());
  if (boxes.size() != 3 || isClash(boxes[2], ctx.constant(4))) // non_max_suppression_c1
    return ctx.fail("expects boxes of shape [B, N, 4], but got " + toString(boxes));
  ctx.requireEqual(boxes[2], ctx.constant(4), "a box has four numbers");
  if (scores.size() != 3 || isClash(scores[0], boxes[0]) ||
      isClash(scores[2], boxes[1])) // non_max_suppression_c2
    return ctx.fail("expects scores of shape [B, C, N] for boxes of shape " + toString(boxes) +
                    ", but got " + toString(scores));
  ctx.requireEqual(scores[0], boxes[0], "boxes and scores have the same batch");
  ctx.requireEqual(scores[2], boxes[1], "each box has a score");
  for (Value parameter : {op.getMaxOutput(), op.getIouThreshold(), op.getScoreThreshold()})
    if (parameter && !ctx.shape(parameter).empty()) // non_max_suppression_c3
      return ctx.fail("expects max_output and thresholds of rank 0, but got rank " +
                      Twine(ctx.shape(parameter).size()));
  Type i64 = IntegerType::get(ctx.getContext(), 64);
  results.push_back({scores, i64});
  results.push_back({scores, InferContext::elementType(op.getScores())});
  results.push_back({{scores[0], scores[1]}, i64});
  return success();
}

namespace {

// The corners of a box, and its area.
struct Box {
  Value top, left, bottom, right, area;
};

// Emits the suppression of one row, a pair of a batch element and a class.
class RowSuppression {
public:
  // `row` is the index in the slice and `inputRow` that in the inputs: batch, class, 0.
  RowSuppression(OpBuilder &b, Location loc, NonMaxSuppressionOp op, ValueRange operands,
                 ValueRange row, ValueRange inputRow)
      : heap(b, loc, {/*largestFirst=*/true, b.getF32Type()}, row, /*axis=*/2,
             {llvm::Log2_64(kMaxElements) + 1, HeapForm::Top::First, /*isLong=*/true}),
        loc(loc), op(op), operands(operands), row(row), inputRow(inputRow),
        size(sizeOf(b, loc, operands[1], 2)) {}

  // values are the kept scores, positions the indices.
  SmallVector<Value> run(Heap rows, Value counts) {
    auto [collected, numCandidates] = collect(rows);
    Heap ordered = heap.order(collected, HeapSize(numCandidates));
    auto [reversed, count] = takeAll(ordered, numCandidates);
    Heap result = clearFrom(count, reverse(count, reversed));
    Value number = arith::IndexCastOp::create(b(), loc, b().getI64Type(), count);
    return {result.positions, result.values,
            tensor::InsertOp::create(b(), loc, number, counts, row.take_front(2))};
  }

private:
  using Carried = SmallVector<Value>;

  OpBuilder &b() { return heap.builder(); }
  Value constant(int64_t value) { return indexConstant(b(), loc, value); }
  Value add(Value l, Value r) { return arith::AddIOp::create(b(), loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b(), loc, l, r); }
  Value less(Value l, Value r) {
    return arith::CmpIOp::create(b(), loc, arith::CmpIPredicate::slt, l, r);
  }
  Value both(Value l, Value r) { return arith::AndIOp::create(b(), loc, l, r); }
  Value isNot(Value x) {
    return arith::XOrIOp::create(b(), loc, x, arith::ConstantIntOp::create(b(), loc, 1, 1));
  }
  Value scalar(Value tensor) {
    return tensor::ExtractOp::create(b(), loc, tensor, ValueRange()).getResult();
  }
  // One more if the condition is true.
  Value counted(Value count, Value condition) {
    return arith::SelectOp::create(b(), loc, condition, add(count, constant(1)), count);
  }

  // body(i, carried) for i = 0 to count - 1.
  Carried forEach(Value count, ValueRange initial,
                  llvm::function_ref<Carried(Value i, ValueRange carried)> body) {
    return inOrder(b(), loc, OpFoldResult(count), initial,
                   [&](OpBuilder &nested, Location, ValueRange at, ValueRange carried) {
                     OpBuilder::InsertionGuard guard(b());
                     b().setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
                     Carried next = body(at[0], carried);
                     nested.setInsertionPoint(b().getInsertionBlock(), b().getInsertionPoint());
                     return next;
                   });
  }
  // body(carried) while goesOn(carried).
  Carried repeat(ValueRange initial, llvm::function_ref<Value(ValueRange)> goesOn,
                 llvm::function_ref<Carried(ValueRange)> body) {
    SmallVector<Type> types(initial.getTypes());
    SmallVector<Location> locations(types.size(), loc);
    auto loop = scf::WhileOp::create(b(), loc, types, initial);
    OpBuilder::InsertionGuard guard(b());
    Block *before = b().createBlock(&loop.getBefore(), {}, types, locations);
    Value condition = goesOn(before->getArguments());
    scf::ConditionOp::create(b(), loc, condition, before->getArguments());
    Block *after = b().createBlock(&loop.getAfter(), {}, types, locations);
    scf::YieldOp::create(b(), loc, body(after->getArguments()));
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  // Writes the candidates to the front of the row.
  std::pair<Heap, Value> collect(Heap rows) {
    Value threshold = operands.size() > 4 ? scalar(operands[4]) : Value();
    Carried result =
        forEach(size, {rows.values, rows.positions, constant(0)}, [&](Value i, ValueRange carried) {
          SmallVector<Value> at(inputRow);
          at[2] = i;
          Value score = tensor::ExtractOp::create(b(), loc, operands[1], at);
          Value number = arith::IndexCastOp::create(b(), loc, b().getI64Type(), i);
          // A box that is no candidate is overwritten by the next one.
          Heap next = heap.write({score, number}, {carried[0], carried[1]}, carried[2]);
          Value count = add(carried[2], constant(1));
          if (threshold)
            count = counted(carried[2], arith::CmpFOp::create(b(), loc, arith::CmpFPredicate::OGT,
                                                              score, threshold));
          return Carried{next.values, next.positions, count};
        });
    return {{result[0], result[1]}, result[2]};
  }

  // Takes candidates from the heap, the best first, and keeps them or not.
  std::pair<Heap, Value> takeAll(Heap rows, Value numCandidates) {
    Value most = arith::IndexCastOp::create(b(), loc, b().getIndexType(), scalar(operands[2]));
    Value threshold = scalar(operands[3]), last = sub(size, constant(1));
    auto goesOn = [&](ValueRange carried) {
      return both(less(constant(0), carried[2]), less(carried[3], most));
    };
    auto take = [&](ValueRange carried) {
      Value end = sub(carried[2], constant(1)), count = carried[3];
      Heap h{carried[0], carried[1]};
      Candidate best = heap.read(h, constant(0)), moved = heap.read(h, end);
      // The last one moves to its own place.
      Value rest = arith::MaxSIOp::create(b(), loc, end, constant(1));
      h = heap.sink(moved, h, constant(0), rest);
      Value isKept = isNot(overlapsOne(h, count, best, threshold));
      h = heap.write(best, h, sub(last, count));
      return Carried{h.values, h.positions, end, counted(count, isKept)};
    };
    Carried result =
        repeat({rows.values, rows.positions, numCandidates, constant(0)}, goesOn, take);
    return {{result[0], result[1]}, result[3]};
  }

  // Whether the box overlaps one of the kept boxes by more than the threshold.
  Value overlapsOne(Heap rows, Value count, Candidate candidate, Value threshold) {
    Box box = readBox(candidate.position);
    Value no = arith::ConstantIntOp::create(b(), loc, 0, 1), last = sub(size, constant(1));
    auto goesOn = [&](ValueRange carried) {
      return both(less(carried[0], count), isNot(carried[1]));
    };
    auto compare = [&](ValueRange carried) {
      Candidate kept = heap.read(rows, sub(last, carried[0]));
      Value overlaps = exceeds(readBox(kept.position), box, threshold);
      return Carried{add(carried[0], constant(1)), overlaps};
    };
    return repeat({constant(0), no}, goesOn, compare)[1];
  }

  // Only the kept ones have to be at their places then.
  Heap reverse(Value count, Heap rows) {
    Value last = sub(size, constant(1));
    Value pairs = arith::MinSIOp::create(b(), loc, count, HeapSize(size).half(b(), loc));
    return heap.loop(pairs, rows, [&](Value i, Heap h) {
      Value opposite = sub(last, i);
      Candidate front = heap.read(h, i), back = heap.read(h, opposite);
      return heap.write(front, heap.write(back, h, i), opposite);
    });
  }

  Heap clearFrom(Value count, Heap rows) {
    return heap.loop(sub(size, count), rows, [&](Value i, Heap h) {
      Value zero = scalarConstant(b(), loc, b().getF32Type(), 0);
      Value none = arith::ConstantIntOp::create(b(), loc, -1, 64);
      return heap.write({zero, none}, h, add(count, i));
    });
  }

  Value minus(Value l, Value r) { return arith::SubFOp::create(b(), loc, l, r); }
  Value times(Value l, Value r) { return arith::MulFOp::create(b(), loc, l, r); }
  Value larger(Value l, Value r) { return arith::MaximumFOp::create(b(), loc, l, r); }
  Value smaller(Value l, Value r) { return arith::MinimumFOp::create(b(), loc, l, r); }
  Value above(Value l, Value r) {
    return arith::CmpFOp::create(b(), loc, arith::CmpFPredicate::OGT, l, r);
  }

  Box readBox(Value position) {
    Value number = arith::IndexCastOp::create(b(), loc, b().getIndexType(), position);
    std::array<Value, 4> v;
    for (int64_t i = 0; i < 4; ++i)
      v[i] = tensor::ExtractOp::create(b(), loc, operands[0],
                                       ValueRange{inputRow[0], number, constant(i)});
    Box box;
    if (op.getCenterPointBox()) {
      Value half = scalarConstant(b(), loc, b().getF32Type(), 0.5);
      Value width = times(v[2], half), height = times(v[3], half);
      box.left = minus(v[0], width);
      box.right = arith::AddFOp::create(b(), loc, v[0], width);
      box.top = minus(v[1], height);
      box.bottom = arith::AddFOp::create(b(), loc, v[1], height);
    } else {
      box.top = smaller(v[0], v[2]);
      box.bottom = larger(v[0], v[2]);
      box.left = smaller(v[1], v[3]);
      box.right = larger(v[1], v[3]);
    }
    box.area = times(minus(box.right, box.left), minus(box.bottom, box.top));
    return box;
  }

  // Whether the overlap is more than the threshold; false if a number is NaN.
  Value exceeds(const Box &x, const Box &y, Value threshold) {
    Value zero = scalarConstant(b(), loc, b().getF32Type(), 0);
    Value left = larger(x.left, y.left), right = smaller(x.right, y.right);
    Value top = larger(x.top, y.top), bottom = smaller(x.bottom, y.bottom);
    Value common = times(minus(right, left), minus(bottom, top));
    Value united = minus(arith::AddFOp::create(b(), loc, x.area, y.area).getResult(), common);
    Value quotient = arith::DivFOp::create(b(), loc, common, united);
    Value result = above(quotient, threshold);
    for (Value condition : {above(right, left), above(bottom, top), above(common, zero),
                            above(x.area, zero), above(y.area, zero), above(united, zero)})
      result = both(result, condition);
    return result;
  }

  RowHeap heap;
  Location loc;
  NonMaxSuppressionOp op;
  ValueRange operands, row, inputRow;
  Value size;
};

} // namespace

FailureOr<SmallVector<Value>> NonMaxSuppressionOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                 LoweringReason &) {
  SmallVector<Value> inits;
  for (unsigned i = 0; i < 3; ++i)
    inits.push_back(emptyResult(b, *this, operands, i));
  auto slices = [&](OpBuilder &nested, Location loc, const ResultSlice &slice) {
    SmallVector<OpFoldResult> rows(slice.sizes);
    rows[2] = nested.getIndexAttr(1);
    return inOrder(nested, loc, rows, slice.tensors,
                   [&](OpBuilder &inner, Location at, ValueRange row, ValueRange carried) {
                     SmallVector<Value> inputRow = shifted(inner, at, row, slice.offsets);
                     RowSuppression suppression(inner, at, *this, operands, row, inputRow);
                     return suppression.run({carried[1], carried[0]}, carried[2]);
                   });
  };
  const int64_t steps = getScores().getType().getDimSize(2);
  return forEachSlice(b, getLoc(), inits, {0, 1}, steps, slices);
}

namespace {

// The interpreter's box, in f32 as the lowering computes.
struct RefBox {
  float top, left, bottom, right;

  RefBox(const ref::Tensor &boxes, int64_t number, bool isCentered) {
    auto at = [&](int64_t i) { return static_cast<float>(boxes.floats[4 * number + i]); };
    if (isCentered) {
      const float width = at(2) / 2, height = at(3) / 2;
      left = at(0) - width, right = at(0) + width;
      top = at(1) - height, bottom = at(1) + height;
    } else {
      std::tie(top, bottom) = std::minmax({at(0), at(2)});
      std::tie(left, right) = std::minmax({at(1), at(3)});
    }
  }
  bool isNan() const {
    return std::isnan(top) || std::isnan(left) || std::isnan(bottom) || std::isnan(right);
  }
  float area() const { return (right - left) * (bottom - top); }

  bool overlaps(const RefBox &other, float threshold) const {
    if (isNan() || other.isNan())
      return false;
    const float width = std::min(right, other.right) - std::max(left, other.left);
    const float height = std::min(bottom, other.bottom) - std::max(top, other.top);
    if (!(width > 0) || !(height > 0) || !(area() > 0) || !(other.area() > 0))
      return false;
    const float common = width * height, united = area() + other.area() - common;
    return common > 0 && united > 0 && common / united > threshold;
  }
};

} // namespace

llvm::Error NonMaxSuppressionOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &boxes = in[0], &scores = in[1];
  const int64_t classes = scores.shape[1], size = scores.shape[2], most = in[2].ints[0];
  const auto threshold = static_cast<float>(in[3].floats[0]);
  for (int64_t row = 0; row < scores.shape[0] * classes; ++row) {
    auto score = [&](int64_t i) { return scores.floats[row * size + i]; };
    SmallVector<int64_t> candidates, kept;
    for (int64_t i = 0; i < size; ++i)
      if (in.size() < 5 || score(i) > in[4].floats[0])
        candidates.push_back(i);
    auto isBetter = [&](int64_t l, int64_t r) {
      return std::isnan(score(l)) ? !std::isnan(score(r)) : score(l) > score(r);
    };
    llvm::sort(candidates,
               [&](int64_t l, int64_t r) { return isBetter(l, r) || (!isBetter(r, l) && l < r); });
    const int64_t first = row / classes * size;
    auto box = [&](int64_t i) { return RefBox(boxes, first + i, getCenterPointBox()); };
    for (int64_t i : candidates) {
      if (static_cast<int64_t>(kept.size()) >= most)
        break;
      if (llvm::none_of(kept, [&](int64_t k) { return box(k).overlaps(box(i), threshold); }))
        kept.push_back(i);
    }
    for (int64_t i = 0; i < size; ++i) {
      const bool isKept = i < static_cast<int64_t>(kept.size());
      out[0].ints[row * size + i] = isKept ? kept[i] : -1;
      out[1].floats[row * size + i] = isKept ? score(kept[i]) : 0;
    }
    out[2].ints[row] = static_cast<int64_t>(kept.size());
  }
  return llvm::Error::success();
}
