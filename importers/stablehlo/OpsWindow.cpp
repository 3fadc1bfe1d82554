// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_window, with any region of elementwise ops, and select_and_scatter.
//
// Sums and extrema of windows over one to three dimensions are rlx.pool, prefix sums are
// rlx.cumsum. All other windows are reduced one dimension after the other, by doubling
// (foldWindows).
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"
#include "importers/stablehlo/Regions.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

struct Windows {
  IntList size, strides, baseDilation, dilation, low, high;
};

Windows readWindows(Node &op, size_t rank) {
  Windows w;
  w.size = op.integers("window_dimensions", rank);
  w.strides = op.integers("window_strides", rank, 1);
  w.baseDilation = op.integers("base_dilations", rank, 1);
  w.dilation = op.integers("window_dilations", rank, 1);
  IntList padding = op.integers("padding", 2 * rank, 0);
  constexpr int64_t kMostStride = int64_t(1) << 31, kMostDilation = 1 << 20;
  auto expectFrom1 = [&](int64_t value, int64_t end) {
    op.expect(value >= 1 && value < end,
              "window sizes, strides and dilations of 1 or more, below " + Twine(end) +
                  ", but got " + Twine(value));
  };
  for (size_t i = 0; i < rank; ++i) {
    w.low.push_back(padding[2 * i]);
    w.high.push_back(padding[2 * i + 1]);
    expectPadding(op, w.low[i], w.high[i]);
    expectFrom1(w.size[i], kMostSize);
    expectFrom1(w.strides[i], kMostStride);
    expectFrom1(w.baseDilation[i], kMostDilation);
    expectFrom1(w.dilation[i], kMostDilation);
  }
  return w;
}

bool allOnes(ArrayRef<int64_t> list) {
  return llvm::all_of(list, [](int64_t value) { return value == 1; });
}

// The only dimension whose window is not 1; std::nullopt if there is none, or there are several.
std::optional<int64_t> onlyDimension(const Windows &w) {
  std::optional<int64_t> found;
  for (auto [i, size] : llvm::enumerate(w.size)) {
    const bool isTrivial = size == 1 && w.low[i] == 0 && w.high[i] == 0;
    if (isTrivial)
      continue;
    if (found)
      return std::nullopt;
    found = i;
  }
  return found;
}

// JAX's cumsum: windows that reach back to the first element, or on to the last one.
Value prefixSum(Node &op, Value x, const Windows &w) {
  std::optional<int64_t> axis = onlyDimension(w);
  if (op.bodyKind(0) != "stablehlo.add" || !axis || !allOnes(w.strides) ||
      !allOnes(w.baseDilation) || !allOnes(w.dilation) || !elementOf(x).isIntOrFloat() ||
      isBool(elementOf(x)))
    return {};
  const int64_t size = shapeOf(x)[*axis], low = w.low[*axis], high = w.high[*axis];
  const bool isForward = low == size - 1 && high == 0, isReverse = low == 0 && high == size - 1;
  if (w.size[*axis] != size || (!isForward && !isReverse))
    return {};
  return op.emit("rlx.cumsum", x, {op.i64("axis", *axis), op.boolean("reverse", !isForward)});
}

std::optional<PoolKind> poolKindOf(StringRef kind) {
  if (kind == "stablehlo.add")
    return PoolKind::Sum;
  if (kind == "stablehlo.maximum")
    return PoolKind::Max;
  if (kind == "stablehlo.minimum")
    return PoolKind::Min;
  return std::nullopt;
}

// Where the spatial dimensions of an image are, if windows are over these only.
struct Spatial {
  int64_t first = 0, count = 0;
  DataFormat format = DataFormat::ChannelsLast;
};
std::optional<Spatial> spatialOf(const Windows &w) {
  const int64_t rank = w.size.size();
  auto isTrivial = [&](int64_t dim) {
    return w.size[dim] == 1 && w.strides[dim] == 1 && w.low[dim] == 0 && w.high[dim] == 0;
  };
  if (rank < 3 || rank > 5 || !isTrivial(0) || !allOnes(w.baseDilation))
    return std::nullopt;
  if (isTrivial(rank - 1))
    return Spatial{1, rank - 2, DataFormat::ChannelsLast};
  return isTrivial(1) ? std::optional(Spatial{2, rank - 2, DataFormat::ChannelsFirst})
                      : std::nullopt;
}

SmallVector<NamedAttribute> poolAttributes(Node &op, const Windows &w, const Spatial &spatial) {
  auto part = [&](ArrayRef<int64_t> list) { return list.slice(spatial.first, spatial.count); };
  IntList pads(part(w.low));
  llvm::append_range(pads, part(w.high));
  return {op.i64s("kernel", part(w.size)), op.i64s("strides", part(w.strides)),
          op.i64s("pads", pads), op.i64s("dilations", part(w.dilation)),
          op.enumerator("data_format", spatial.format)};
}

// Fails silently, with a null value, for windows that rlx.pool has not.
Value pooled(Node &op, Value x, const Windows &w) {
  std::optional<PoolKind> kind = poolKindOf(op.bodyKind(0));
  std::optional<Spatial> spatial = spatialOf(w);
  const Type type = elementOf(x);
  auto isNegative = [](int64_t pad) { return pad < 0; };
  if (!kind || !spatial || !type.isIntOrFloat() || isBool(type) ||
      llvm::any_of(w.low, isNegative) || llvm::any_of(w.high, isNegative))
    return {};
  for (auto [i, size] : llvm::enumerate(shapeOf(x))) // rlx.pool has no windows beyond the padding
    if (!ShapedType::isDynamic(size) &&
        (size == 0 || size + w.low[i] + w.high[i] < (w.size[i] - 1) * w.dilation[i] + 1))
      return {};
  SmallVector<NamedAttribute> attributes = poolAttributes(op, w, *spatial);
  attributes.push_back(op.enumerator("kind", *kind));
  return op.emit("rlx.pool", x, attributes);
}

// With `init` between and around the elements, as base_dilations and padding say.
Value padded(Node &op, Value x, Value init, const Windows &w) {
  for (int64_t axis = 0; axis < rankOf(x) && !op.hasFailed(); ++axis) {
    const int64_t between = w.baseDilation[axis] - 1, size = shapeOf(x)[axis];
    if (between == 0 || size < 2)
      continue;
    IntList column(shapeOf(x)), joined(column), low(column.size() + 1, 0), high(low);
    column.insert(column.begin() + axis + 1, 1);
    high[axis + 1] = between;
    joined[axis] = size * (between + 1);
    x = op.reshape(op.pad(op.reshape(x, column), init, low, high), joined);
    x = op.sliceAxis(x, axis, 0, joined[axis] - between);
  }
  return op.pad(x, init, w.low, w.high);
}

void reduceByDoubling(Node &op, const Windows &w) {
  const unsigned count = op.numInputs() / 2;
  Values tensors;
  for (unsigned i = 0; i < count; ++i)
    tensors.push_back(padded(op, op.in(i), op.in(count + i), w));
  const int64_t rank = w.size.size();
  for (int64_t axis = 0; axis < rank && !op.hasFailed(); ++axis) {
    const int64_t span = (w.size[axis] - 1) * w.dilation[axis] + 1,
                  size = shapeOf(tensors[0])[axis];
    const int64_t windows = size < span ? 0 : (size - span) / w.strides[axis] + 1;
    if (windows > 0 && w.size[axis] > 1)
      tensors = foldWindows(op, tensors, axis, w.size[axis], w.dilation[axis]);
    for (Value &tensor : tensors)
      tensor = op.sliceAxis(tensor, axis, 0, windows, w.strides[axis]);
  }
  if (op.hasFailed())
    return;
  // Each window starts with the initial values.
  Values operands;
  for (unsigned i = 0; i < count; ++i)
    operands.push_back(op.expand(op.in(count + i), shapeOf(tensors[0])));
  llvm::append_range(operands, tensors);
  Values results = op.applied(0, operands, shapeOf(tensors[0]));
  for (auto [i, result] : llvm::enumerate(results))
    op.set(i, result);
}

void importReduceWindow(Node &op) {
  const unsigned count = op.numInputs() / 2;
  if (!op.expectReducer(count))
    return;
  Value x = op.in(0);
  Windows w = readWindows(op, rankOf(x));
  for (unsigned i = 0; i < count; ++i)
    if (!op.expect(shapeOf(op.in(i)) == shapeOf(x) && rankOf(op.in(count + i)) == 0,
                   "tensors of one shape, and initial values that are scalars"))
      return;
  if (op.hasFailed())
    return;
  Value init = op.in(count);
  Value result = count == 1 && elementOf(x) == elementOf(init) ? prefixSum(op, x, w) : Value();
  if (!result && count == 1 && elementOf(x) == elementOf(init))
    result = pooled(op, x, w);
  if (op.hasFailed())
    return;
  if (!result && llvm::any_of(shapeOf(x), ShapedType::isDynamic))
    return op.unsupported("with dynamic sizes is supported for pooling only");
  if (!result)
    return reduceByDoubling(op, w);
  if (!isNeutralConstant(op.bodyKind(0), op.source()->getOperand(1))) {
    Values combined = op.applied(0, {result, init}, shapeOf(result));
    result = combined.empty() ? Value() : combined[0];
  }
  op.set(0, result);
}

// The gradient of max pooling: each source element goes to the first greatest element of its
// window.
void importSelectAndScatter(Node &op) {
  if (!op.expectRegions(2, 2))
    return;
  Value x = op.in(0), source = op.in(1);
  Windows w = readWindows(op, rankOf(x));
  if (op.hasFailed())
    return;
  std::optional<Spatial> spatial = spatialOf(w);
  Operation *select = &op.body(0).front();
  const std::string direction =
      enumValue(select->getAttr("comparison_direction"), "comparison_direction");
  const bool isMax = select->getName().getStringRef() == "stablehlo.compare" &&
                     op.bodyKind(0) == "stablehlo.compare" && direction == "GE" &&
                     select->getOperand(0) == op.body(0).getArgument(0);
  if (!isMax || op.bodyKind(1) != "stablehlo.add" || !spatial ||
      !isNeutralConstant("stablehlo.add", op.source()->getOperand(2)))
    return op.unsupported(
        "is supported for the gradient of max pooling only: GE in the first region, "
        "add in the second one, an initial value of 0, and windows over one to "
        "three dimensions between batch and channels or behind them");
  op.set(0, op.emit("rlx.max_pool_backward", {x, source}, poolAttributes(op, w, *spatial)));
}

} // namespace

void rlx::shlo::addWindowOps(OpTable &table) {
  table.add("stablehlo.reduce_window", importReduceWindow, {kAny, kAny, 1});
  table.limit("stablehlo.reduce_window", "regions with ops that are not elementwise");
  table.add("stablehlo.select_and_scatter", importSelectAndScatter, {3, 1, 2});
  table.limit("stablehlo.select_and_scatter", "all but the gradient of max pooling");
}
