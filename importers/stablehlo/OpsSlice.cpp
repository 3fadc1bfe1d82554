// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// slice, dynamic_slice and dynamic_update_slice. Start indices of the dynamic ones are clamped, so
// that the slice is inside the operand.
//
// A dynamic slice is a gather of computed indices: no host has to know the start.
#include "importers/stablehlo/Indices.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

void importSlice(Node &op) {
  Value x = op.in(0);
  const size_t rank = rankOf(x);
  IntList starts = op.integers("start_indices", rank), limits = op.integers("limit_indices", rank),
          strides = op.integers("strides", rank, 1), sizes;
  for (size_t i = 0; i < rank; ++i) {
    if (op.hasFailed() || !op.expect(strides[i] >= 1 && starts[i] >= 0 && starts[i] <= limits[i] &&
                                         limits[i] <= shapeOf(x)[i],
                                     "0 <= start <= limit <= " + Twine(shapeOf(x)[i]) +
                                         " and a positive stride in "
                                         "dimension " +
                                         Twine(i) + ", but got " + Twine(starts[i]) + ", " +
                                         Twine(limits[i]) + " and " + Twine(strides[i])))
      return;
    sizes.push_back((limits[i] - starts[i]) / strides[i] +
                    ((limits[i] - starts[i]) % strides[i] != 0));
    strides[i] = sizes[i] < 2 ? 1 : strides[i]; // a stride of one element has no effect
    starts[i] = sizes[i] == 0 ? 0 : starts[i];
  }
  op.set(0, op.slice(x, starts, sizes, strides));
}

// The start in one dimension as an i64 scalar, clamped to [0, limit].
Value clampedStart(Node &op, Value start, int64_t limit) {
  const Type i64 = op.builder().getI64Type();
  if (!op.expect(rankOf(start) == 0, "start indices that are scalars"))
    return {};
  Value index = op.emit("rlx.max", {asIndices(op, start), op.scalar(i64, 0)});
  return op.emit("rlx.min", {index, op.scalar(i64, static_cast<double>(limit))});
}

void importDynamicSlice(Node &op) {
  Value x = op.in(0);
  const size_t rank = rankOf(x);
  IntList sizes = op.integers("slice_sizes", rank);
  if (!op.expect(op.numInputs() == rank + 1,
                 Twine(rank) + " start indices, but got " + Twine(op.numInputs() - 1)))
    return;
  for (size_t axis = 0; axis < rank && !op.hasFailed(); ++axis) {
    const int64_t size = sizes[axis], all = shapeOf(x)[axis];
    if (ShapedType::isDynamic(all))
      return op.unsupported("of an operand with dynamic sizes is not supported");
    if (!op.expect(size >= 0 && size <= all, "slice sizes of at most the operand's"))
      return;
    if (size == all)
      continue;
    std::optional<IntList> known = constantIntegers(op.source()->getOperand(axis + 1));
    if (known && known->size() == 1) {
      x = op.sliceAxis(x, axis, std::clamp<int64_t>((*known)[0], 0, all - size), size);
      continue;
    }
    Value start = clampedStart(op, op.in(axis + 1), all - size);
    Value indices =
        size == 1 ? op.reshape(start, {1}) : op.emit("rlx.add", {start, op.iota({size}, 0)});
    x = op.emit("rlx.gather", {x, indices}, op.i64("axis", axis));
  }
  op.set(0, x);
}

void importDynamicUpdateSlice(Node &op) {
  Value x = op.in(0), update = op.in(1);
  const int64_t rank = rankOf(x);
  if (!op.expect(op.numInputs() == rank + 2u,
                 Twine(rank) + " start indices, but got " + Twine(op.numInputs() - 2)) ||
      !op.expect(rankOf(update) == rank, "an update of the operand's rank"))
    return;
  IntList dims, window; // that the update does not fill
  Values starts;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const int64_t size = shapeOf(update)[axis], all = shapeOf(x)[axis];
    if (size == all) // equal symbols, too: dynamic sizes that are not equal fail the run
      continue;
    if (ShapedType::isDynamic(all) || ShapedType::isDynamic(size))
      return op.unsupported("of a part of a dynamic size is not supported");
    if (!op.expect(size <= all, "an update of at most the operand's size"))
      return;
    dims.push_back(axis);
    window.push_back(size);
    starts.push_back(op.reshape(clampedStart(op, op.in(axis + 2), all - size), {1}));
  }
  if (dims.empty() || op.hasFailed() || productOf(shapeOf(update)) == 0)
    return op.set(0, dims.empty() ? update : x);
  Value indices = windowIndices(op, op.concat(starts, 0), window);
  IntList order = withFirst(dims, rank);
  const Type type = elementOf(x);
  auto scatter = [&](Value into, Value values) {
    return op.emit("rlx.scatter_nd", {into, indices, values}, op.boolean("unique_indices", true));
  };
  Value into = op.transpose(x, order), values = op.transpose(update, order), result;
  if (isComplex(type))
    result =
        op.emit("rlx.complex", {scatter(op.emit("rlx.real", into), op.emit("rlx.real", values)),
                                scatter(op.emit("rlx.imag", into), op.emit("rlx.imag", values))});
  else
    result = scatter(into, values);
  op.set(0, op.transpose(result, inversePermutation(order)));
}

} // namespace

void rlx::shlo::addSliceOps(OpTable &table) {
  table.add("stablehlo.slice", importSlice, {1});
  table.add("stablehlo.dynamic_slice", importDynamicSlice, {kAny});
  table.add("stablehlo.dynamic_update_slice", importDynamicUpdateSlice, {kAny});
}
