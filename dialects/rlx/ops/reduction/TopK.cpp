// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of top_k and sort: heap selection. The lowering keeps the k best candidates of a row in a
// binary heap with the worst one on top, in the row of the result itself. At the end it pops the
// heap from the back (heapsort). That is O(n log k), and needs no memory except the results. A sort
// selects all.
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/ops/reduction/HeapSelection.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

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
  return ElementOrder{getLargest(), operandElement(*this)}.comesBefore(b, loc, lhs, rhs);
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

// Emits the selection of one row.
class RowTopK {
public:
  // `row` is the row's index in the slice, `inputRow` its index in the input.
  // `isWhole`: all elements are selected.
  RowTopK(OpBuilder &b, Location loc, ElementOrder order, HeapSize k, bool isWhole, Value input,
          ValueRange row, ValueRange inputRow, int64_t axis)
      : heap(b, loc, order, row, axis, {k.maxDepth(), HeapForm::Top::Last, isWhole}), loc(loc),
        input(input), inputRow(inputRow), axis(axis), k(k), isWhole(isWhole) {}

  // Writes the first k candidates in their order, and offers the others to them.
  Heap run(Heap h) {
    h = heap.loop(k.get(), h,
                  [&](Value i, Heap next) { return heap.write(candidate(i), next, i); });
    h = heap.order(h, k);
    if (!isWhole)
      h = offerRest(h);
    return heap.takeApart(h, k);
  }

private:
  OpBuilder &b() { return heap.builder(); }

  Candidate candidate(Value i) {
    SmallVector<Value> position(inputRow);
    position[axis] = i;
    return {tensor::ExtractOp::create(b(), loc, input, position),
            arith::IndexCastOp::create(b(), loc, b().getI64Type(), i)};
  }

  Heap offerRest(Heap rest) {
    Value count = arith::SubIOp::create(b(), loc, sizeOf(b(), loc, input, axis), k.get());
    return heap.loop(count, rest, [&](Value i, Heap h) {
      Candidate x = candidate(arith::AddIOp::create(b(), loc, i, k.get()));
      Value isBetter = heap.precedes(x, heap.read(h, indexConstant(b(), loc, 0)));
      auto branch =
          scf::IfOp::create(b(), loc, TypeRange{h.values.getType(), h.positions.getType()},
                            isBetter, /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b());
      b().setInsertionPointToStart(branch.thenBlock());
      Heap changed = heap.sink(x, h, indexConstant(b(), loc, 0), k.get());
      scf::YieldOp::create(b(), loc, ValueRange{changed.values, changed.positions});
      b().setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b(), loc, ValueRange{h.values, h.positions});
      return Heap{branch.getResult(0), branch.getResult(1)};
    });
  }

  RowHeap heap;
  Location loc;
  Value input;
  ValueRange inputRow;
  int64_t axis;
  HeapSize k;
  bool isWhole;
};

// Selects in all rows of `input` into `inits`: `k` elements, or all of them.
SmallVector<Value> selectRows(OpBuilder &b, Location loc, ElementOrder order, Value input,
                              int64_t axis, std::optional<int64_t> k, ValueRange inits) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  others.erase(others.begin() + axis);
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    SmallVector<OpFoldResult> rows(slice.sizes);
    rows[axis] = nested.getIndexAttr(1);
    return inOrder(
        nested, l, rows, slice.tensors,
        [&](OpBuilder &inner, Location at, ValueRange row, ValueRange carried) {
          SmallVector<Value> inputRow = shifted(inner, at, row, slice.offsets);
          HeapSize size = k ? HeapSize(inner, at, *k) : HeapSize(sizeOf(inner, at, input, axis));
          RowTopK selection(inner, at, order, size, /*isWhole=*/!k, input, row, inputRow, axis);
          Heap heap = selection.run({carried[0], carried[1]});
          return SmallVector<Value>{heap.values, heap.positions};
        });
  };
  return forEachSlice(b, loc, inits, others, type.getDimSize(axis), slices);
}

} // namespace

FailureOr<SmallVector<Value>> TopKOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  Value values = emptyResult(b, *this, operands, 0), indices = emptyResult(b, *this, operands, 1);
  return selectRows(b, getLoc(), {getLargest(), operandElement(*this)}, operands[0],
                    normalizedAxis(getAxis(), getInput().getType().getRank()),
                    static_cast<int64_t>(getK()), {values, indices});
}

llvm::Error TopKOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  evaluateSelection(in[0], getAxis(), static_cast<int64_t>(getK()), getLargest(), out[0], out[1]);
  return llvm::Error::success();
}

// ---- sort ----

LogicalResult SortOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // sort_c1
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  results.push_back({shape, IntegerType::get(ctx.getContext(), 64)});
  return success();
}

// A sort of rows of known length is a top_k, for which targets have schedules.
LogicalResult SortOp::canonicalize(SortOp op, PatternRewriter &rewriter) {
  RankedTensorType type = op.getInput().getType();
  const int64_t size = type.getDimSize(normalizedAxis(op.getAxis(), type.getRank()));
  if (ShapedType::isDynamic(size))
    return failure();
  rewriter.replaceOpWithNewOp<TopKOp>(op, op.getResultTypes(), op.getInput(), size, op.getAxis(),
                                      op.getDescending());
  return success();
}

FailureOr<SmallVector<Value>> SortOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  Value values = emptyResult(b, *this, operands, 0), indices = emptyResult(b, *this, operands, 1);
  RankedTensorType type = getInput().getType();
  const int64_t axis = normalizedAxis(getAxis(), type.getRank());
  return selectRows(b, getLoc(), {getDescending(), operandElement(*this)}, operands[0], axis,
                    std::nullopt, {values, indices});
}

llvm::Error SortOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  const int64_t size = in[0].shape[normalizedAxis(getAxis(), in[0].rank())];
  evaluateSelection(in[0], getAxis(), size, getDescending(), out[0], out[1]);
  return llvm::Error::success();
}
