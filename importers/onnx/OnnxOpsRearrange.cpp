// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that move elements by indices from iotas: ReverseSequence, CenterCropPad, Col2Im.
//
// So sizes may be dynamic.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// ---- ReverseSequence ----

// The first `length` elements along the time axis in reverse order; there is a length per batch.
void importReverseSequence(Node &n) {
  const int64_t rank = n.rank(0);
  const int64_t time = n.intAttr("time_axis", 0), batch = n.intAttr("batch_axis", 1);
  if (rank < 2)
    return n.fail("input #0 must have rank 2 or more, but has rank " + Twine(rank));
  if (time < 0 || time > 1 || batch != 1 - time)
    return n.fail("attributes 'time_axis' and 'batch_axis' must be 0 and 1 or 1 and 0, but are " +
                  Twine(time) + " and " + Twine(batch));
  n.expectVector(1, "the lengths", n.dims(0)[batch], "batch");
  if (n.hasFailed())
    return;
  Dims sizes(n.dims(0)), lengthSizes(rank, n.size(1));
  lengthSizes[batch] = sizes[batch];
  Expr lengths = Expr(n, n.tensor(1)).reshaped(lengthSizes);
  Expr t = iotaAlong(n, sizes[time], time, rank, n.builder().getI64Type());
  Expr source = where(t < lengths, lengths - 1 - t, t);
  n.set(0, n.emit("rlx.gather_elements", {n.tensor(0), source.expanded(sizes).value()},
                  n.i64("axis", time)));
}

// ---- CenterCropPad ----

Value padWithZeros(Node &n, Value tensor, ArrayRef<Dim> low, ArrayRef<Dim> high) {
  if (!tensor || n.hasFailed())
    return {};
  Node::Mixed before = n.mixed(low), after = n.mixed(high);
  Type elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
  SmallVector<Value> operands = {tensor, zeroOf(n, elementType).value()};
  llvm::append_range(operands, before.operands);
  llvm::append_range(operands, after.operands);
  int32_t segments[] = {1, 1, static_cast<int32_t>(before.operands.size()),
                        static_cast<int32_t>(after.operands.size())};
  return n.emit("rlx.pad", operands,
                {n.i64s("static_low", before.constants), n.i64s("static_high", after.constants),
                 n.choice("mode", PadMode::Constant),
                 n.attr("operandSegmentSizes", n.builder().getDenseI32ArrayAttr(segments))});
}

// floor((larger - smaller) / 2), or 0 if that is negative.
Dim halfExcess(Node &n, Dim larger, Dim smaller) {
  MaybeDim excess = sub(larger, smaller);
  MaybeDim half = excess ? floorDiv(*excess, n.size(2)) : excess;
  return n.max(n.need(half, "a margin of the result"), n.size(0));
}

// The middle of each axis, or zeros on both sides of it. An odd element goes to the end.
void importCenterCropPad(Node &n) {
  const int64_t rank = n.rank(0);
  IntList axes = n.hasAttr("axes") ? n.axes(n.intsAttr("axes"), rank) : axisRange(0, rank);
  Dims shape = n.knownInts(1, "the shape", axes.size());
  if (!n.hasFailed() && axes.size() != shape.size())
    n.fail("input #1 (the shape) has " + Twine(shape.size()) + " elements for " +
           Twine(axes.size()) + " axes");
  if (n.hasFailed())
    return;
  const Dim zero = n.size(0);
  Dims starts(rank, zero), kept(n.dims(0)), low(rank, zero), high(rank, zero);
  bool crops = false, pads = false;
  for (auto [axis, size] : llvm::zip(axes, shape)) {
    Dim before = n.dims(0)[axis];
    if (auto value = constantOf(size); value && *value < 0)
      return n.fail("input #1 (the shape) has the negative element " + Twine(*value));
    kept[axis] = n.min(before, size);
    starts[axis] = halfExcess(n, before, size);
    low[axis] = halfExcess(n, size, before);
    MaybeDim rest = sub(size, kept[axis]);
    high[axis] = n.need(rest ? sub(*rest, low[axis]) : rest, "a margin of the result");
    crops |= kept[axis] != before;
    pads |= kept[axis] != size;
  }
  Value result = n.tensor(0);
  if (crops)
    result = n.slice(result, starts, kept, IntList(rank, 1));
  n.set(0, pads ? padWithZeros(n, result, low, high) : result);
}

// ---- Col2Im ----

struct ImageBlocks {
  Dims image, block;
  IntList strides, pads, dilations;
};

ImageBlocks readImageBlocks(Node &n) {
  ImageBlocks b{n.knownInts(1, "the image shape"), n.knownInts(2, "the block shape"), {}, {}, {}};
  const size_t count = b.block.size();
  auto list = [&](StringRef name, size_t size, int64_t fallback) {
    IntList values = n.hasAttr(name) ? n.intsAttr(name) : IntList(size, fallback);
    if (values.size() != size)
      n.fail("attribute '" + name + "' has " + Twine(values.size()) + " elements instead of " +
             Twine(size));
    for (int64_t value : values)
      if (value < fallback || value > (int64_t(1) << 31))
        n.fail("attribute '" + name + "' has the invalid element " + Twine(value));
    return values;
  };
  b.strides = list("strides", count, 1);
  b.dilations = list("dilations", count, 1);
  b.pads = list("pads", 2 * count, 0);
  if (n.hasFailed())
    return b;
  if (b.image.size() != count || count == 0)
    n.fail("input #1 (the image shape) and input #2 (the block shape) must have the same number of "
           "elements, but have " +
           Twine(b.image.size()) + " and " + Twine(count));
  int64_t total = 1;
  for (auto [i, dim] : llvm::enumerate(b.block)) {
    n.require(dim, n.size(1),
              "element " + Twine(i) + " of input #2 (the block shape) is not positive");
    const int64_t size = constantOf(dim).value_or(1);
    if (size < 1 || size > (int64_t(1) << 31) / total)
      return n.fail("input #2 (the block shape) has the invalid element " + Twine(size)), b;
    total *= size;
  }
  if (n.rank(0) != 3)
    n.fail("input #0 must have rank 3, but has rank " + Twine(n.rank(0)));
  return b;
}

// The number of positions of the block along dimension `i` of the image.
Dim numPositions(Node &n, const ImageBlocks &b, size_t i) {
  const Dim window = (b.block[i] - 1) * b.dilations[i] + 1;
  MaybeDim room = small(b.image[i] + (b.pads[i] + b.pads[i + b.block.size()]) - window);
  MaybeDim steps = room ? floorDiv(*room, n.size(b.strides[i])) : room;
  return n.need(steps ? add(*steps, n.size(1)) : steps, "the number of blocks");
}

// Each element of the image is the sum of the elements at its place in all blocks: element k of the
// block at position p is at p * stride - pad + k * dilation. So for every k there is at most one p.
void importCol2Im(Node &n) {
  ImageBlocks b = readImageBlocks(n);
  if (n.hasFailed())
    return;
  const int64_t count = static_cast<int64_t>(b.block.size()), rank = 2 * count;
  Dims sizes(b.block), positions;
  for (int64_t i = 0; i < count; ++i)
    positions.push_back(numPositions(n, b, i));
  sizes.append(b.image);
  const Dim numTaps = productOf(n, b.block), numRows = n.dims(0)[1];
  auto rows = constantOf(numRows), taps = constantOf(numTaps);
  if (rows && taps && *rows % *taps != 0)
    return n.fail("input #0 has " + Twine(*rows) + " rows, which is no multiple of the " +
                  Twine(*taps) + " elements of a block");
  Dim channels = n.need(floorDiv(numRows, numTaps), "the number of channels");
  if (!taps) { // the first is true always
    Dim covered = n.need(mul(channels, numTaps), "the number of rows");
    n.require(covered, numRows, "the rows of input #0 are no multiple of the elements of a block");
  }
  Dim numColumns = productOf(n, positions);
  if (!mayBeEqual(n.dims(0)[2], numColumns))
    return n.mismatch("input #0 must have " + shapeText(numColumns) +
                      " columns, one for each position of the block");
  if (!constantOf(numColumns) && constantOf(n.dims(0)[2])) {
    constexpr StringLiteral kWrong =
        "the columns of input #0 are not one for each position of the block";
    n.require(numColumns, n.dims(0)[2], kWrong);
    n.require(n.dims(0)[2], numColumns, kWrong);
  }
  if (n.hasFailed())
    return;
  Type i64 = n.builder().getI64Type();
  std::optional<Expr> column, row, inside;
  for (int64_t i = 0; i < count; ++i) {
    Expr k = iotaAlong(n, b.block[i], i, rank, i64);
    Expr place = iotaAlong(n, b.image[i], count + i, rank, i64) + double(b.pads[i]) -
                 k * double(b.dilations[i]);
    Expr p = place / double(b.strides[i]), number = sizeAs(n, positions[i], i64);
    Expr hits = (place >= 0) & (p < number);
    if (b.strides[i] != 1)
      hits = hits & (p * double(b.strides[i]) == place);
    row = row ? *row * sizeAs(n, b.block[i], i64) + k : k;
    column = column ? *column * number + p : p;
    inside = inside ? *inside & hits : hits;
  }
  Dim columns = n.dims(0)[2];
  Expr index = where(*inside, *row * sizeAs(n, columns, i64) + *column, zeroOf(n, i64));
  Dims flat = {n.dims(0)[0], channels, productOf(n, {numTaps, columns})};
  Dims read = {n.dims(0)[0], channels, productOf(n, sizes)};
  Dims parts = {n.dims(0)[0], channels};
  parts.append(sizes);
  Expr indices = index.expanded(sizes).reshaped({n.size(1), n.size(1), read[2]}).expanded(read);
  Expr values(n, n.emit("rlx.gather_elements", {n.reshape(n.tensor(0), flat), indices.value()},
                        n.i64("axis", 2)));
  Expr terms = where(*inside, values.reshaped(parts), zeroOf(n, n.elementType(0)));
  n.set(0, n.reduce("rlx.reduce_sum", terms.value(), axisRange(2, 2 + count), false));
}

} // namespace

void rlx::onnxim::addRearrangeOps(OpTable &table) {
  table.add("ReverseSequence", {importReverseSequence, nullptr, 10, 10});
  table.add("CenterCropPad", {importCenterCropPad, nullptr, 18, 18});
  table.add("Col2Im", {importCol2Im, nullptr, 18, 18});
}
