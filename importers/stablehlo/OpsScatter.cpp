// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scatter: updates of slices of the operand at computed indices. Elements outside of it are
// dropped.
//
// With the scattered dimensions in front, this is rlx.scatter_nd of the indices of all elements.
// Indices outside, which rlx takes for an error, are moved: with a reduction to an element inside,
// with a neutral update, and otherwise to a row that is cut off afterwards.
#include <limits>

#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/Indices.h"
#include "importers/stablehlo/OpTable.h"
#include "importers/stablehlo/Regions.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

struct Scatter {
  IntList windowDims, inserted, inputBatching, indicesBatching, indexMap;
  int64_t vectorDim = 0;
  ScatterReduction reduction = ScatterReduction::None;
};

std::optional<ScatterReduction> scatterReductionOf(StringRef kind, Type type) {
  if (kind == "return")
    return ScatterReduction::None;
  if (isBool(type)) // there are no sums of booleans
    return std::nullopt;
  if (kind == "stablehlo.add")
    return ScatterReduction::Add;
  if (kind == "stablehlo.multiply")
    return ScatterReduction::Mul;
  if (kind == "stablehlo.maximum")
    return ScatterReduction::Max;
  return kind == "stablehlo.minimum" ? std::optional(ScatterReduction::Min) : std::nullopt;
}

std::optional<Scatter> readScatter(Node &op) {
  Fields fields = op.fields("scatter_dimension_numbers", "scatter");
  Scatter s;
  s.windowDims = fields.list("update_window_dims");
  s.inserted = fields.list("inserted_window_dims");
  s.inputBatching = fields.list("input_batching_dims");
  s.indicesBatching = fields.list("scatter_indices_batching_dims");
  s.indexMap = fields.list("scatter_dims_to_operand_dims");
  s.vectorDim = fields.integer("index_vector_dim", 0);
  op.expectAllRead("scatter_dimension_numbers", fields);
  if (op.hasFailed() || !op.expectRegions(1, 2))
    return std::nullopt;
  Value x = op.in(0), updates = op.in(2);
  std::optional<ScatterReduction> reduction = scatterReductionOf(op.bodyKind(0), elementOf(x));
  if (!op.hasFailed() && (!reduction || isComplex(elementOf(x)))) {
    op.unsupported("is supported for numbers with a region that is one add, multiply, maximum or "
                   "minimum of its arguments, or that returns the update");
    return std::nullopt;
  }
  IntList mapped(s.indexMap), all(s.inserted);
  llvm::append_range(mapped, s.inputBatching);
  llvm::append_range(all, s.inputBatching);
  if (op.hasFailed() || !expectDims(op, mapped, x) || !expectDims(op, all, x) ||
      !expectDims(op, s.windowDims, updates) ||
      !op.expect(all.size() + s.windowDims.size() == static_cast<size_t>(rankOf(x)),
                 "update_window_dims, inserted_window_dims and input_batching_dims to be " +
                     Twine(rankOf(x)) + " dimensions together") ||
      !op.expect(elementOf(x) == elementOf(updates), "updates of the operand's element type"))
    return std::nullopt;
  s.reduction = *reduction;
  return s;
}

// The value that has no effect; adding -0 keeps the sign of every zero.
Value neutralOf(Node &op, ScatterReduction reduction, Type type) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  switch (reduction) {
  case ScatterReduction::Mul:
    return op.scalar(type, 1);
  case ScatterReduction::Max:
    return op.scalar(type, -kInf); // saturates to the least integer
  case ScatterReduction::Min:
    return op.scalar(type, kInf);
  default:
    return op.scalar(type, isFloat(type) ? -0.0 : 0);
  }
}

// Whether each index vector is inside of a tensor with these sizes: i1 without the last dimension.
Value isInside(Node &op, Value indices, ArrayRef<int64_t> sizes) {
  Value zero = op.scalar(op.builder().getI64Type(), 0);
  Value low = op.compare(ComparePredicate::ge, indices, zero);
  Value high = op.compare(ComparePredicate::lt, indices, indexVector(op, sizes));
  Value both = op.emit("rlx.and", {low, high});
  return op.emit("rlx.reduce_min", both,
                 {op.i64s("axes", rankOf(both) - 1), op.boolean("keep_dims", false)});
}

// x with updates at [indices], dropped where the index is outside. The indices are those of the
// first dimensions of x.
Value scattered(Node &op, Value x, Value indices, Value updates, ScatterReduction reduction) {
  if (op.hasFailed())
    return {};
  const int64_t count = shapeOf(indices).back(), rank = rankOf(x);
  IntList sizes(shapeOf(x)), first(ArrayRef(sizes).take_front(count));
  IntList column(shapeOf(indices).drop_back());
  Value inside = isInside(op, indices, first);
  auto emit = [&](Value into, Value at, Value values) {
    return op.emit("rlx.scatter_nd", {into, at, values}, op.enumerator("reduction", reduction));
  };
  column.push_back(1);
  Value insideVector = op.reshape(inside, column);
  if (reduction != ScatterReduction::None) {
    IntList spread(shapeOf(inside));
    spread.append(rankOf(updates) - rankOf(inside), 1);
    Value zero = op.scalar(op.builder().getI64Type(), 0);
    return emit(
        x, op.where(insideVector, indices, zero),
        op.where(op.reshape(inside, spread), updates, neutralOf(op, reduction, elementOf(x))));
  }
  // One more row, for dropped updates.
  IntList none(rank, 0), high(rank, 0), drop(count, 0);
  high[0] = 1;
  drop[0] = sizes[0];
  Value padded = op.pad(x, op.scalar(elementOf(x), 0), none, high);
  Value result = emit(padded, op.where(insideVector, indices, indexVector(op, drop)), updates);
  return op.slice(result, none, sizes, IntList(rank, 1));
}

Value zeroIndices(Node &op, ArrayRef<int64_t> batch) {
  IntList sizes(batch);
  sizes.push_back(1);
  return op.expand(op.scalar(op.builder().getI64Type(), 0), sizes);
}

// The updates as [batch.., window..] with the operand's dimensions, inserted ones of size 1.
Value arrangedUpdates(Node &op, const Scatter &s, ArrayRef<int64_t> batch) {
  Value x = op.in(0), updates = op.in(2);
  if (!op.expect(rankOf(updates) == static_cast<int64_t>(batch.size() + s.windowDims.size()),
                 "updates of rank " + Twine(batch.size() + s.windowDims.size())))
    return {};
  IntList order, sizes(batch);
  for (int64_t dim = 0; dim < rankOf(updates); ++dim)
    if (!llvm::is_contained(s.windowDims, dim))
      order.push_back(dim);
  llvm::append_range(order, s.windowDims);
  size_t next = 0;
  for (int64_t dim = 0; dim < rankOf(x); ++dim) {
    const bool isInserted =
        llvm::is_contained(s.inserted, dim) || llvm::is_contained(s.inputBatching, dim);
    sizes.push_back(isInserted ? 1 : shapeOf(updates)[s.windowDims[next++]]);
    if (!op.expect(sizes.back() <= shapeOf(x)[dim], "updates of at most the operand's size"))
      return {};
  }
  return op.reshape(op.transpose(updates, order), sizes);
}

void importScatter(Node &op) {
  if (op.numInputs() != 3)
    return op.unsupported("of several tensors at once is not supported, only of one");
  std::optional<Scatter> s = readScatter(op);
  if (!s)
    return;
  Value x = op.in(0);
  StartIndices start =
      startIndices(op, op.in(1), s->vectorDim, s->indexMap, s->inputBatching, s->indicesBatching);
  Value updates = op.hasFailed() ? Value() : arrangedUpdates(op, *s, start.batch);
  if (!updates || productOf(shapeOf(updates)) == 0)
    return op.set(0, x);
  const int64_t rank = rankOf(x), numBatch = start.batch.size();
  ArrayRef<int64_t> windowSizes = shapeOf(updates).drop_front(numBatch);
  // Dimensions without an index that the updates do not fill start at 0.
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(start.dims, dim) && windowSizes[dim] != shapeOf(x)[dim]) {
      Value zero = zeroIndices(op, start.batch);
      start.indices = start.dims.empty() ? zero : op.concat({start.indices, zero}, numBatch);
      start.dims.push_back(dim);
    }
  if (start.dims.empty()) { // every update is of the whole operand: row 0 of a tensor of one row
    IntList row(shapeOf(x));
    row.insert(row.begin(), 1);
    Value result =
        scattered(op, op.reshape(x, row), zeroIndices(op, start.batch), updates, s->reduction);
    return op.set(0, op.reshape(result, shapeOf(x)));
  }
  IntList operandOrder = withFirst(start.dims, rank), updateOrder = rangeOf(0, numBatch), window;
  for (int64_t dim : operandOrder)
    updateOrder.push_back(numBatch + dim);
  for (int64_t dim : start.dims)
    window.push_back(windowSizes[dim]);
  Value result =
      scattered(op, op.transpose(x, operandOrder), windowIndices(op, start.indices, window),
                op.transpose(updates, updateOrder), s->reduction);
  op.set(0, op.transpose(result, inversePermutation(operandOrder)));
}

} // namespace

void rlx::shlo::addScatterOps(OpTable &table) {
  table.add("stablehlo.scatter", importScatter, {kAny, kAny, 1});
  table.limit("stablehlo.scatter", "several operands; complex numbers; regions other than add, "
                                   "multiply, maximum, minimum and the update");
}
