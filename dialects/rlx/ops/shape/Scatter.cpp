// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the scatter ops. A workgroup copies its slice of the data, and then applies all updates
// to it in order. No other workgroup writes the slice, so several updates of one element need no
// atomics. Slices are cut along dimensions that indices do not change.
//
//   data [N, D], indices in dimension 0:  workgroup j owns columns [j * T, (j + 1) * T)
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/shape/ScatterUpdates.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/MixedSizes.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "dialects/rlx/support/SortedHints.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

Value rlx::combineUpdate(OpBuilder &b, Location loc, ScatterReduction reduction, Type element,
                         Value old, Value update) {
  switch (reduction) {
  case ScatterReduction::None:
    return update;
  case ScatterReduction::Add:
    return createArith<arith::AddFOp, arith::AddIOp>(b, loc, element, old, update);
  case ScatterReduction::Mul:
    return createArith<arith::MulFOp, arith::MulIOp>(b, loc, element, old, update);
  case ScatterReduction::Max:
    return createArith<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(b, loc, element, old,
                                                                          update);
  case ScatterReduction::Min:
    return createArith<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(b, loc, element, old,
                                                                          update);
  }
  llvm_unreachable("all reductions handled");
}

namespace {

// Checks element types of scatter_elements and scatter_nd.
template <typename Adaptor>
LogicalResult checkTypes(InferContext &ctx, Adaptor op) {
  Type element = InferContext::elementType(op.getData());
  Type update = InferContext::elementType(op.getUpdates());
  if (update != element) {
    std::string text;
    llvm::raw_string_ostream(text) << element << " like operand #0, but got " << update;
    return ctx.fail("expects updates of element type " + text);
  }
  if (element.isInteger(1) && op.getReduction() != ScatterReduction::None)
    return ctx.fail("expects reduction none for elements of type i1");
  return success();
}

// Emits the update of `result[to]` by a scatter op.
template <typename Op>
Value updateElement(OpBuilder &b, Location loc, Op op, Value result, ValueRange to, Value update) {
  Type type = getElementTypeOrSelf(result.getType());
  Value old = tensor::ExtractOp::create(b, loc, result, to);
  Value changed = combineUpdate(b, loc, op.getReduction(), operandElement(op), old,
                                convertFloat(b, loc, update, type));
  return tensor::InsertOp::create(b, loc, changed, result, to);
}

// Emits the updates of a slice; returns the changed tensor.
using UpdateBuilder = llvm::function_ref<Value(OpBuilder &, Location, const ResultSlice &, Value)>;

// Whether no element is rounded more than once, so that updates can change the data themselves.
bool appliesInPlace(Type element, ScatterReduction reduction) {
  return accumulatorType(element) == element || reduction == ScatterReduction::None;
}

// Cuts the data into slices along `parallelDims`, copies each, and applies the updates to it. If
// elements would be rounded more than once, the copy has the accumulator type.
FailureOr<SmallVector<Value>> applyUpdates(OpBuilder &b, Operation *op, ValueRange operands,
                                           ScatterReduction reduction,
                                           ArrayRef<int64_t> parallelDims, int64_t steps,
                                           UpdateBuilder updates) {
  Value data = operands[0];
  const bool isInPlace = op->hasAttr(kUpdatesDataAttr);
  Value init = isInPlace ? data : emptyResult(b, op, operands);
  Type element = getElementTypeOrSelf(init.getType()), wide = accumulatorType(element);
  bool widens = !appliesInPlace(element, reduction);
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    if (isInPlace)
      return SmallVector<Value>{updates(nested, l, slice, slice.tensors[0])};
    SmallVector<OpFoldResult> ones(slice.sizes.size(), nested.getIndexAttr(1));
    Value mine = tensor::ExtractSliceOp::create(nested, l, data, slice.offsets, slice.sizes, ones);
    Value copy = slice.tensors[0];
    if (widens)
      copy = tensor::EmptyOp::create(nested, l, slice.sizes, wide);
    Value changed = updates(nested, l, slice, convertInto(nested, l, mine, copy));
    return SmallVector<Value>{widens ? convertInto(nested, l, changed, slice.tensors[0]) : changed};
  };
  return forEachSlice(b, op->getLoc(), init, parallelDims, steps, slices);
}

SmallVector<int64_t> allBut(int64_t rank, int64_t axis) {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  dims.erase(dims.begin() + axis);
  return dims;
}

// The greater of two elements, or the lesser one; NaN if either is NaN. Zeros are ordered by sign.
double extremum(double x, double y, bool isMax) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<double>::quiet_NaN();
  if (x == y)
    return std::signbit(x) == isMax ? y : x;
  return (x > y) == isMax ? x : y;
}

double combined(ScatterReduction reduction, double x, double y) {
  if (reduction == ScatterReduction::Add)
    return x + y;
  return reduction == ScatterReduction::Mul ? x * y
                                            : extremum(x, y, reduction == ScatterReduction::Max);
}

int64_t combined(ScatterReduction reduction, int64_t x, int64_t y, bool isUnsignedType) {
  if (reduction == ScatterReduction::Add)
    return static_cast<int64_t>(uint64_t(x) + uint64_t(y));
  if (reduction == ScatterReduction::Mul)
    return static_cast<int64_t>(uint64_t(x) * uint64_t(y));
  bool isGreater = isUnsignedType ? uint64_t(x) > uint64_t(y) : x > y;
  return isGreater == (reduction == ScatterReduction::Max) ? x : y;
}

// The update of one element in the interpreter.
void updateElement(ref::Tensor &result, int64_t to, const ref::Tensor &updates, int64_t from,
                   ScatterReduction reduction) {
  if (reduction == ScatterReduction::None)
    return result.copyElement(to, updates, from);
  if (result.isFloat())
    result.floats[to] = combined(reduction, result.floats[to], updates.floats[from]);
  else
    result.ints[to] =
        combined(reduction, result.ints[to], updates.ints[from], isUnsigned(result.elementType));
}

} // namespace

// ---- scatter_elements ----

bool ScatterElementsOp::canUpdateInPlace() {
  return appliesInPlace(getType().getElementType(), getReduction());
}

LogicalResult ScatterElementsOp::infer(InferContext &ctx, Adaptor op,
                                       SmallVectorImpl<InferredType> &results) {
  Dims data = ctx.shape(op.getData()), indices = ctx.shape(op.getIndices());
  // scatter_elements_c1, scatter_elements_c2, scatter_elements_c3, scatter_elements_c4
  if (failed(expectIndicesAlong(ctx, data, indices, op.getAxis())) ||
      failed(expectShape(ctx, "updates", op.getUpdates(), indices)) || // scatter_elements_c5
      failed(checkTypes(ctx, op))) // scatter_elements_c6, scatter_elements_c7
    return failure();
  results.push_back({data, InferContext::elementType(op.getData())});
  return success();
}

FailureOr<SmallVector<Value>> ScatterElementsOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                               LoweringReason &) {
  Location loc = getLoc();
  Value data = operands[0], indices = operands[1], updates = operands[2];
  int64_t rank = getType().getRank(), axis = normalizedAxis(getAxis(), rank);
  Type element = operandElement(*this, 1);
  Value size = sizeOf(b, loc, data, axis);
  SmallVector<OpFoldResult> count = tensor::getMixedSizes(b, loc, indices);
  auto build = [&](OpBuilder &nested, Location l, const ResultSlice &slice, Value copy) {
    // In other dimensions an update has its element's index, so only those in the slice apply.
    SmallVector<OpFoldResult> mine(count);
    for (int64_t dim : allBut(rank, axis)) {
      Value end = getValueOrCreateConstantIndexOp(nested, l, count[dim]);
      Value start = getValueOrCreateConstantIndexOp(nested, l, slice.offsets[dim]);
      Value left = arith::SubIOp::create(nested, l, end, start);
      mine[dim] = arith::MinSIOp::create(
                      nested, l, left, getValueOrCreateConstantIndexOp(nested, l, slice.sizes[dim]))
                      .getResult();
    }
    return inOrder(nested, l, mine, copy,
                   [&](OpBuilder &n, Location at, ValueRange i, ValueRange carried) {
                     SmallVector<Value> from = shifted(n, at, i, slice.offsets), to(i);
                     Value raw = tensor::ExtractOp::create(n, at, indices, from);
                     to[axis] = checkedIndex(n, at, raw, element, size);
                     Value update = tensor::ExtractOp::create(n, at, updates, from);
                     return SmallVector<Value>{updateElement(n, at, *this, carried[0], to, update)};
                   })[0];
  };
  int64_t steps = cast<RankedTensorType>(indices.getType()).getDimSize(axis);
  return applyUpdates(b, *this, operands, getReduction(), allBut(rank, axis), steps, build);
}

llvm::Error ScatterElementsOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                        MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &data = in[0], &indices = in[1], &updates = in[2];
  int64_t axis = normalizedAxis(getAxis(), data.rank());
  out[0] = data;
  return forEachAlong(data.shape, indices, axis, [&](int64_t i, int64_t to) {
    updateElement(out[0], to, updates, i, getReduction());
  });
}

// ---- scatter_nd ----

namespace {
// The size of the last dimension of `indices`, if it is static and at most `rank`.
FailureOr<int64_t> numIndexed(InferContext &ctx, ArrayRef<Dim> indices, int64_t rank) {
  std::optional<int64_t> count =
      indices.empty() ? std::nullopt : InferContext::staticValue(indices.back());
  if (!count)
    return ctx.fail("expects indices whose last size is static, but got " + toString(indices));
  if (*count > rank)
    return ctx.fail("expects a last size of indices of at most " + Twine(rank) + ", but got " +
                    Twine(*count));
  return *count;
}

// The data index that `indices` holds at `at`; `sizes` are those of the indexed dimensions.
SmallVector<Value> readPosition(OpBuilder &b, Location loc, Operation *op, Value indices,
                                ValueRange at, ValueRange sizes) {
  Type element = operandElement(op, 1);
  SmallVector<Value> position, from(at);
  from.push_back({});
  for (auto [i, size] : llvm::enumerate(sizes)) {
    from.back() = indexConstant(b, loc, i);
    Value raw = tensor::ExtractOp::create(b, loc, indices, from);
    position.push_back(checkedIndex(b, loc, raw, element, size));
  }
  return position;
}

SmallVector<Value> sizesOf(OpBuilder &b, Location loc, Value tensor, int64_t first, int64_t count) {
  SmallVector<Value> sizes;
  for (int64_t i = first; i < first + count; ++i)
    sizes.push_back(sizeOf(b, loc, tensor, i));
  return sizes;
}

// The linear index, over the indexed dimensions of these sizes, that row `row` of `indices` holds.
llvm::Expected<int64_t> readPosition(const ref::Tensor &indices, int64_t row,
                                     ArrayRef<int64_t> sizes) {
  int64_t position = 0;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    llvm::Expected<int64_t> index = checkedIndex(indices, row * sizes.size() + i, size);
    if (!index)
      return index.takeError();
    position = position * size + *index;
  }
  return position;
}
} // namespace

// Sorted updates compute all elements of the result.
bool ScatterNDOp::canUpdateInPlace() {
  return !(*this)->hasAttr(kSortedIndicesAttr) &&
         appliesInPlace(getType().getElementType(), getReduction());
}

LogicalResult ScatterNDOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  Dims data = ctx.shape(op.getData()), expected = ctx.shape(op.getIndices());
  FailureOr<int64_t> count = numIndexed(ctx, expected, data.size()); // scatter_nd_c1, scatter_nd_c2
  if (failed(count))
    return failure();
  expected.pop_back();
  const Dims rows = expected;
  expected.append(data.begin() + *count, data.end());
  if (failed(expectShape(ctx, "updates", op.getUpdates(), expected)) || // scatter_nd_c3
      failed(checkTypes(ctx, op))) // scatter_nd_c4, scatter_nd_c5
    return failure();
  for (int64_t i = 0; i < *count; ++i)
    if (failed(expectNotEmpty(ctx, data, i, rows))) // scatter_nd_c6
      return failure();
  results.push_back({data, InferContext::elementType(op.getData())});
  return success();
}

FailureOr<SmallVector<Value>> ScatterNDOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  Location loc = getLoc();
  Value data = operands[0], indices = operands[1], updates = operands[2];
  auto indexType = cast<RankedTensorType>(indices.getType());
  int64_t rank = getType().getRank(), count = indexType.getShape().back();
  SmallVector<Value> sizes = sizesOf(b, loc, data, 0, count);
  SmallVector<OpFoldResult> rows = tensor::getMixedSizes(b, loc, indices);
  rows.pop_back();
  auto build = [&](OpBuilder &nested, Location l, const ResultSlice &slice, Value copy) {
    auto inner = ArrayRef(slice.sizes).drop_front(count);
    auto offsets = ArrayRef(slice.offsets).drop_front(count);
    auto row = [&](OpBuilder &n, Location at, ValueRange i, ValueRange carried) {
      SmallVector<Value> position = readPosition(n, at, *this, indices, i, sizes);
      auto element = [&](OpBuilder &m, Location k, ValueRange j, ValueRange current) {
        SmallVector<Value> from(i), to(position);
        llvm::append_range(from, shifted(m, k, j, offsets));
        llvm::append_range(to, j);
        Value update = tensor::ExtractOp::create(m, k, updates, from);
        return SmallVector<Value>{updateElement(m, k, *this, current[0], to, update)};
      };
      return inOrder(n, at, inner, carried, element);
    };
    return inOrder(nested, l, rows, copy, row)[0];
  };
  SmallVector<int64_t> inner = llvm::to_vector(llvm::seq<int64_t>(count, rank));
  int64_t copies = staticProduct(getType().getShape().take_front(count));
  int64_t steps = staticProduct(indexType.getShape().drop_back());
  steps = ShapedType::isDynamic(copies) ? copies : std::max(copies, steps);
  return applyUpdates(b, *this, operands, getReduction(), inner, steps, build);
}

llvm::Error ScatterNDOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &data = in[0], &indices = in[1], &updates = in[2];
  int64_t count = indices.shape.back(), rows = 1, inner = 1;
  for (int64_t size : ArrayRef(indices.shape).drop_back())
    rows *= size;
  for (int64_t size : ArrayRef(data.shape).drop_front(count))
    inner *= size;
  out[0] = data;
  for (int64_t row = 0; row < rows; ++row) {
    llvm::Expected<int64_t> position =
        readPosition(indices, row, ArrayRef(data.shape).take_front(count));
    if (!position)
      return position.takeError();
    for (int64_t i = 0; i < inner; ++i)
      updateElement(out[0], *position * inner + i, updates, row * inner + i, getReduction());
  }
  return llvm::Error::success();
}

// ---- scatter_add ----

LogicalResult ScatterAddOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  if (sizes->size() != 1)
    return ctx.fail("expects one size, but got " + Twine(sizes->size())); // scatter_add_c1
  if (failed(
          expectNonNegative(ctx, (*sizes)[0] - 1, // scatter_add_c1
                            "expects a size of at least 1" + ifKnown(", but got ", (*sizes)[0]))))
    return failure();
  Dims updates = ctx.shape(op.getUpdates()), indices = ctx.shape(op.getIndices());
  size_t count = indices.size();
  Dims expected(indices);
  if (updates.size() > count)
    expected.append(updates.begin() + count, updates.end());
  if (failed(expectShape(ctx, "updates", op.getUpdates(), expected))) // scatter_add_c2
    return failure();
  Dims shape = {(*sizes)[0]};
  shape.append(updates.begin() + count, updates.end());
  results.push_back({shape, InferContext::elementType(op.getUpdates())});
  return success();
}

FailureOr<SmallVector<Value>> ScatterAddOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Type element = operandElement(*this);
  auto scalar = RankedTensorType::get({}, element);
  Attribute zero = isFloat(element) ? Attribute(b.getFloatAttr(element, 0))
                                    : Attribute(b.getIntegerAttr(element, 0));
  SmallVector<OpFoldResult> sizes = getMixedValues(getStaticSizes(), getSizes(), b);
  llvm::append_range(sizes, ArrayRef(tensor::getMixedSizes(b, getLoc(), getUpdates()))
                                .drop_front(getIndices().getType().getRank()));
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  Value zeros = c.make<ExpandOp>(
      c.make<ConstantOp>(DenseElementsAttr::get(scalar, ArrayRef<Attribute>(zero))), dynamic,
      constant);
  SmallVector<OpFoldResult> rows = tensor::getMixedSizes(b, getLoc(), getIndices());
  rows.push_back(b.getIndexAttr(1));
  return SmallVector<Value>{c.make<ScatterNDOp>(zeros, c.reshape(getIndices(), rows), getUpdates(),
                                                ScatterReduction::Add)};
}

llvm::Error ScatterAddOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &updates = in[0], &indices = in[1];
  int64_t size = out[0].shape[0], inner = size == 0 ? 0 : out[0].numElements() / size;
  for (int64_t row = 0, count = indices.numElements(); row < count; ++row) {
    llvm::Expected<int64_t> index = checkedIndex(indices, row, size);
    if (!index)
      return index.takeError();
    for (int64_t i = 0; i < inner; ++i)
      updateElement(out[0], *index * inner + i, updates, row * inner + i, ScatterReduction::Add);
  }
  return llvm::Error::success();
}

// ---- gather_nd ----

LogicalResult GatherNDOp::infer(InferContext &ctx, Adaptor op,
                                SmallVectorImpl<InferredType> &results) {
  Dims data = ctx.shape(op.getData()), indices = ctx.shape(op.getIndices());
  int64_t batch = op.getBatchDims();
  if (batch < 0 || batch >= int64_t(std::min(data.size(), indices.size()))) // gather_nd_c1
    return ctx.fail("expects batch_dims in [0, " + Twine(std::min(data.size(), indices.size())) +
                    "), but got " + Twine(batch));
  FailureOr<int64_t> count =
      numIndexed(ctx, indices, data.size() - batch); // gather_nd_c2, gather_nd_c3
  if (failed(count))
    return failure();
  for (int64_t i = 0; i < batch; ++i) { // gather_nd_c4
    auto l = InferContext::staticValue(data[i]), r = InferContext::staticValue(indices[i]);
    if (l && r && *l != *r)
      return ctx.fail("expects equal sizes in dimension " + Twine(i) + ", but got " + Twine(*l) +
                      " and " + Twine(*r));
    ctx.requireEqual(data[i], indices[i], "batch sizes of gather_nd");
  }
  for (int64_t i = batch; i < batch + *count; ++i)
    if (failed(expectNotEmpty(ctx, data, i, ArrayRef(indices).drop_back()))) // gather_nd_c5
      return failure();
  Dims shape(indices.begin(), indices.end() - 1);
  shape.append(data.begin() + batch + *count, data.end());
  results.push_back({shape, InferContext::elementType(op.getData())});
  return success();
}

FailureOr<SmallVector<Value>> GatherNDOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                        LoweringReason &) {
  Location loc = getLoc();
  Value data = operands[0], indices = operands[1];
  auto indexType = cast<RankedTensorType>(indices.getType());
  int64_t count = indexType.getShape().back(), rows = indexType.getRank() - 1;
  SmallVector<Value> sizes = sizesOf(b, loc, data, getBatchDims(), count);
  return SmallVector<Value>{
      parallelGeneric(b, loc, emptyResult(b, *this, operands), {}, {},
                      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
                        SmallVector<Value> position(at.take_front(getBatchDims()));
                        llvm::append_range(position, readPosition(nested, l, *this, indices,
                                                                  at.take_front(rows), sizes));
                        llvm::append_range(position, at.drop_front(rows));
                        return tensor::ExtractOp::create(nested, l, data, position).getResult();
                      })};
}

llvm::Error GatherNDOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                 MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &data = in[0], &indices = in[1];
  int64_t batch = getBatchDims(), count = indices.shape.back();
  ArrayRef<int64_t> shape(data.shape), indexed = shape.slice(batch, count);
  int64_t numBatches = 1, rows = 1, slices = 1, inner = 1; // rows per batch
  for (int64_t size : shape.take_front(batch))
    numBatches *= size;
  for (int64_t size : ArrayRef(indices.shape).drop_front(batch).drop_back())
    rows *= size;
  for (int64_t size : indexed)
    slices *= size;
  for (int64_t size : shape.drop_front(batch + count))
    inner *= size;
  for (int64_t row = 0; row < numBatches * rows; ++row) {
    llvm::Expected<int64_t> position = readPosition(indices, row, indexed);
    if (!position)
      return position.takeError();
    for (int64_t i = 0; i < inner; ++i)
      out[0].copyElement(row * inner + i, data, ((row / rows) * slices + *position) * inner + i);
  }
  return llvm::Error::success();
}
