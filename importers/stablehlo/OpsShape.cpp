// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, and ops that move elements without computing: broadcasts, reshapes, transposes,
// concatenation, padding, reversal.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

void importConstant(Node &op) {
  auto value = dyn_cast_or_null<ElementsAttr>(op.attr("value"));
  if (op.expect(!!value, "attribute 'value' to be the elements of a tensor"))
    op.set(0, op.constant(value));
}

void importIota(Node &op) {
  const int64_t axis = op.integer("iota_dimension");
  RankedTensorType type = op.resultType(0);
  if (!op.expect(axis >= 0 && axis < type.getRank(), "iota_dimension to be in [0, " +
                                                         Twine(type.getRank()) + "), but got " +
                                                         Twine(axis)))
    return;
  // The elements along one axis, repeated along the others.
  IntList sizes(type.getRank(), 1);
  sizes[axis] = type.getDimSize(axis);
  op.set(0, op.expand(op.cast(op.iota(sizes, axis), type.getElementType()), type.getShape()));
}

void importBroadcastInDim(Node &op) {
  Value x = op.in(0);
  IntList dims = op.integers("broadcast_dimensions", rankOf(x));
  ArrayRef<int64_t> shape = op.resultShape();
  if (op.hasFailed())
    return;
  SmallVector<std::pair<int64_t, int64_t>> order; // dimension of the result, of the operand
  for (auto [i, dim] : llvm::enumerate(dims)) {
    const bool isInside = dim >= 0 && dim < static_cast<int64_t>(shape.size());
    if (!op.expect(isInside && (shapeOf(x)[i] == 1 || shapeOf(x)[i] == shape[dim]),
                   "dimension " + Twine(i) + " of " + shapeText(shapeOf(x)) + " to fit dimension " +
                       Twine(dim) + " of " + shapeText(shape)))
      return;
    order.push_back({dim, i});
  }
  llvm::sort(order);
  IntList permutation, sizes(shape.size(), 1);
  for (size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && !op.expect(order[i].first != order[i - 1].first, "distinct broadcast_dimensions"))
      return;
    permutation.push_back(order[i].second);
    sizes[order[i].first] = shapeOf(x)[order[i].second];
  }
  if (rankOf(x) > 0) // rlx.expand adds dimensions to a scalar by itself
    x = op.reshape(op.transpose(x, permutation), sizes);
  op.set(0, op.expand(x, shape));
}

void importReshape(Node &op) {
  op.set(0, op.reshape(op.in(0), op.resultShape()));
}

void importTranspose(Node &op) {
  Value x = op.in(0);
  IntList permutation = op.integers("permutation", rankOf(x));
  if (!op.hasFailed())
    op.set(0, op.emit("rlx.transpose", x, op.i64s("perm", permutation)));
}

void importConcatenate(Node &op) {
  const int64_t axis = op.integer("dimension");
  Values inputs = op.inputs();
  if (op.expect(!inputs.empty(), "at least one operand") &&
      op.expect(axis >= 0 && axis < rankOf(inputs[0]),
                "a dimension of its operands, but got " + Twine(axis)))
    op.set(0, op.concat(inputs, axis));
}

// `between` elements after each element but the last one, along `axis`.
Value padBetween(Node &op, Value x, Value value, int64_t axis, int64_t between) {
  IntList column(shapeOf(x)), joined(shapeOf(x));
  const int64_t size = joined[axis];
  if (between > 0 && ShapedType::isDynamic(size))
    op.unsupported("with interior padding of a dynamic size is not supported");
  if (between == 0 || size < 2 || op.hasFailed())
    return x;
  column.insert(column.begin() + axis + 1, 1);
  IntList low(column.size(), 0), high(column.size(), 0);
  high[axis + 1] = between;
  joined[axis] = size * (between + 1);
  x = op.reshape(op.pad(op.reshape(x, column), value, low, high), joined);
  return op.sliceAxis(x, axis, 0, joined[axis] - between);
}

void importPad(Node &op) {
  Value x = op.in(0), value = op.in(1);
  const size_t rank = rankOf(x);
  IntList low = op.integers("edge_padding_low", rank),
          high = op.integers("edge_padding_high", rank),
          between = op.integers("interior_padding", rank, 0);
  if (op.hasFailed())
    return;
  for (auto [axis, count] : llvm::enumerate(between)) {
    expectPadding(op, low[axis], high[axis]);
    if (!op.expect(count >= 0 && count < (1 << 20), "interior padding of 0 to 2^20"))
      return;
    x = padBetween(op, x, value, axis, count);
  }
  op.set(0, op.pad(x, value, low, high));
}

void importReverse(Node &op) {
  Value x = op.in(0);
  IntList dims = op.integers("dimensions", std::nullopt);
  IntList sizes(shapeOf(x)), starts(sizes.size(), 0), strides(sizes.size(), 1);
  for (int64_t dim : dims) {
    if (!op.expect(dim >= 0 && dim < static_cast<int64_t>(sizes.size()),
                   "dimensions of its operand, but got " + Twine(dim)))
      return;
    if (sizes[dim] < 2)
      continue;
    starts[dim] = sizes[dim] - 1;
    strides[dim] = -1;
  }
  op.set(0, op.slice(x, starts, sizes, strides));
}

void forward(Node &op) {
  for (unsigned i = 0; i < op.numInputs(); ++i)
    op.set(i, op.in(i));
}

} // namespace

void rlx::shlo::addShapeOps(OpTable &table) {
  table.addElementwise("stablehlo.constant", importConstant, 0);
  table.add("stablehlo.iota", importIota, {0});
  table.add("stablehlo.broadcast_in_dim", importBroadcastInDim, {1});
  table.add("stablehlo.reshape", importReshape, {1});
  table.add("stablehlo.transpose", importTranspose, {1});
  table.add("stablehlo.concatenate", importConcatenate, {kAny});
  table.add("stablehlo.pad", importPad, {2});
  table.add("stablehlo.reverse", importReverse, {1});
  table.add("stablehlo.optimization_barrier", forward, {kAny, kAny});
  table.addCall("Sharding", forward, 1, 1);
  table.add("sdy.sharding_constraint", forward, {1});
}
