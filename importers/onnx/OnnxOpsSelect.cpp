// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that select elements by their data, so that the run computes the size of the result:
// NonZero, Compress, Unique, NonMaxSuppression. Also ArrayFeatureExtractor, which gathers.
//
// Flags say which elements are selected. They are counted in blocks, whose cumulative sums lead to
// the block of each selected element:
//
//   flags      0 1 1 | 0 1
//   sums           2 |   3     count = 3, the size
//   positions  1 2 4
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// ---- parts ----

Type i64Of(Node &n) {
  return n.builder().getI64Type();
}

// How many elements of a sorted list are less than each value or, with `right`, at most as large.
Expr searchSorted(Expr sorted, Expr values, bool right = false) {
  Node &n = sorted.node();
  return {n, n.emit("rlx.search_sorted", {sorted.value(), values.value()}, n.flag("right", right))};
}

Expr gather(Expr data, Expr indices, int64_t axis = 0) {
  Node &n = data.node();
  return {n, n.emit("rlx.gather", {data.value(), indices.value()}, n.i64("axis", axis))};
}

Expr cumsum(Expr x) {
  Node &n = x.node();
  return {n, n.emit("rlx.cumsum", x.value(), n.i64("axis", 0))};
}

// The values and the indices of a sorted list.
std::pair<Expr, Expr> sorted(Expr x) {
  Node &n = x.node();
  Value values = n.emit("rlx.sort", x.value(), n.i64("axis", 0));
  return {{n, values}, {n, values ? values.getDefiningOp()->getResult(1) : Value()}};
}

// 0, 1, …, size - 1
Expr numbers(Node &n, Dim size) {
  return {n, n.iota(n.size(0), size, 0)};
}

// The sum of counts, as a size that the run computes.
Dim totalOf(Expr counts) {
  Node &n = counts.node();
  Value sum = n.reduce("rlx.reduce_sum", counts.value(), 0, /*keepDims=*/false);
  return sum ? n.graph().computedSize(sum) : n.size(0);
}

Expr flattened(Expr x) {
  Node &n = x.node();
  return x.reshaped(productOf(n, n.dimsOf(x.value())));
}

// Whether there are no elements for all sizes of the inputs.
bool isEmpty(ArrayRef<Dim> sizes) {
  return llvm::any_of(sizes, [](Dim size) { return constantOf(size) == 0; });
}

// Booleans and strings as numbers, which can be sorted and compared.
Expr ordered(Expr x) {
  if (!x.value())
    return x;
  if (isString(x.elementType())) // the alphabetical order, not that of their numbers
    return {x.node(), callOnStrings(x.node(), "rlx.string_order", x.value(), "", i64Of(x.node()))};
  if (!x.elementType().isInteger(1))
    return x;
  return x.to(x.node().builder().getIntegerType(8, /*isSigned=*/false));
}

struct Selection {
  Dim count;      // of the selected elements
  Expr positions; // of the selected elements
};

Selection select(Expr flags) {
  constexpr int64_t kBlock = 256;
  Node &n = flags.node();
  Dim size = n.dimsOf(flags.value())[0];
  Dim blocks = n.need(ceilDiv(size, n.size(kBlock)), "the number of blocks");
  Value none = n.scalar(flags.elementType(), 0);
  Expr whole(n, n.pad(flags.value(), none, Dims{n.size(0)}, Dims{blocks * kBlock - size},
                      PadMode::Constant));
  Expr rows = whole.reshaped({blocks, n.size(kBlock)}).to(n.builder().getI32Type());
  Expr counts{n, n.reduce("rlx.reduce_sum", rows.value(), 1, /*keepDims=*/false)};
  counts = counts.to(i64Of(n));
  Expr sums = cumsum(counts);
  Dim count = totalOf(counts);
  if (n.hasFailed())
    return {count, sums};
  Node::Mixed sizes = n.mixed(count);
  SmallVector<Value> operands = {flags.value(), sums.value()};
  llvm::append_range(operands, sizes.operands);
  return {count,
          {n, n.emit("rlx.flat_nonzero", operands,
                     {n.i64s("static_sizes", sizes.constants), n.i64("block", kBlock)})}};
}

// The number of selected elements up to each element.
Expr numbersOf(Expr flags) {
  return cumsum(flags.to(i64Of(flags.node())));
}

// ---- NonZero ----

// The index in each dimension of a row-major position, as rows.
Value coordinates(Expr position, Dim count, ArrayRef<Dim> sizes) {
  Node &n = position.node();
  SmallVector<Value> rows(sizes.size());
  for (size_t d = sizes.size(); d-- > 0;) {
    Expr index = position;
    if (d > 0) {
      Expr size = sizeAs(n, sizes[d], i64Of(n)), next = position / size;
      index = position - next * size;
      position = next;
    }
    rows[d] = n.reshape(index.value(), {n.size(1), count});
  }
  if (rows.size() == 1)
    return rows[0];
  return n.emit("rlx.concat", rows, n.i64("axis", 0));
}

// Of a constant.
bool foldNonZero(Node &n) {
  std::optional<SmallVector<double>> elements = n.constantDoubles(0);
  const int64_t rank = n.rank(0);
  if (!elements || rank == 0)
    return false;
  IntList shape = llvm::map_to_vector(n.dims(0), [](Dim dim) { return *constantOf(dim); });
  IntList positions;
  for (auto [i, element] : llvm::enumerate(*elements))
    if (element != 0)
      positions.push_back(static_cast<int64_t>(i));
  const auto count = static_cast<int64_t>(positions.size());
  if (rank * count > kMaxKnownElements)
    return false;
  Dims result(rank * count, n.size(0));
  for (auto [i, position] : llvm::enumerate(positions))
    for (int64_t d = rank; d-- > 0; position /= shape[d])
      result[d * count + static_cast<int64_t>(i)] = n.size(position % shape[d]);
  n.setKnown(0, result, {rank, count}, i64Of(n));
  return true;
}

void importNonZero(Node &n) {
  Dims sizes(n.dims(0));
  if (isEmpty(sizes))
    return n.set(0, n.iota(n.size(0), {n.size(static_cast<int64_t>(sizes.size())), n.size(0)}, 0));
  Expr x(n, n.tensor(0));
  if (n.hasFailed())
    return;
  if (!x.elementType().isInteger(1))
    x = x.compare(ComparePredicate::ne, x.number(0));
  auto [count, positions] = select(flattened(x));
  if (sizes.empty()) // the result of a scalar has no rows
    return n.set(0, n.iota(n.size(0), {n.size(0), count}, 0));
  n.set(0, coordinates(positions, count, sizes));
}

// ---- Compress ----

// A condition that is shorter than the axis selects nothing from the rest; a longer one is cut.
void importCompress(Node &n) {
  Expr x(n, n.tensor(0)), condition(n, n.tensor(1));
  if (n.hasFailed())
    return;
  if (n.rank(1) != 1)
    return n.fail("expects a condition of rank 1, but got rank " + Twine(n.rank(1)));
  int64_t axis = 0;
  if (n.hasAttr("axis"))
    axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  else
    x = flattened(x);
  if (n.hasFailed())
    return;
  Dims sizes = n.dimsOf(x.value());
  Dim length = n.min(n.dims(1)[0], sizes[axis]);
  if (constantOf(length) == 0) {
    sizes[axis] = n.size(0);
    return n.set(
        0, n.slice(x.value(), Dims(sizes.size(), n.size(0)), sizes, IntList(sizes.size(), 1)));
  }
  if (length != n.dims(1)[0])
    condition = {n, n.sliceAxis(condition.value(), 0, n.size(0), length)};
  n.set(0, gather(x, select(condition).positions, axis).value());
}

// ---- Unique ----

struct Groups {
  Expr firsts;  // for each group, the index of its first element in the input
  Expr inverse; // for each element, the number of its group
  Expr counts;  // for each group, the number of its elements
};

// The groups of equal elements in ascending order. Equal elements are adjacent in the sorted list.
Groups groupsOfElements(Expr x) {
  auto [values, order] = sorted(x);
  Node &n = x.node();
  Dim size = n.dimsOf(x.value())[0];
  Expr indices = numbers(n, size), before = gather(values, max(indices - 1, 0));
  Expr isFirst = (indices == 0) | (before < values);
  if (isa<FloatType>(x.elementType())) // NaN is the largest, and equal to NaN
    isFirst = isFirst | (values.compare(ComparePredicate::ne, values) & (before == before));
  auto [count, starts] = select(isFirst);
  Expr next = numbers(n, count) + 1, groups = sizeAs(n, count, i64Of(n));
  Expr ends =
      where(next < groups, gather(starts, min(next, groups - 1)), sizeAs(n, size, i64Of(n)));
  Expr inverse = gather(numbersOf(isFirst), searchSorted(values, x)) - 1;
  return {gather(order, starts), inverse, ends - starts};
}

// The same groups in the order of their first elements.
Groups byOccurrence(const Groups &groups) {
  auto [firsts, order] = sorted(groups.firsts);
  Expr indices = searchSorted(firsts, groups.firsts);
  return {firsts, gather(indices, groups.inverse), gather(groups.counts, order)};
}

// Numbers that are equal, or in order, where the rows [r, columns] are. Each column adds its ranks:
// the numbers of smaller elements.
Expr keysOfRows(Expr rows, int64_t columns) {
  Node &n = rows.node();
  Expr count = sizeAs(n, n.dimsOf(rows.value())[0], i64Of(n)), keys = rows.at(1, 0);
  auto ranks = [](Expr x) { return searchSorted(sorted(x).first, x); };
  for (int64_t i = 1; i < columns; ++i)
    keys = ranks(keys) * count + ranks(rows.at(1, i));
  return keys;
}

// The groups of equal rows [r, m], by comparing all pairs of rows: r * r * m steps and a memory of
// r * r elements. Rows are ordered by their first elements that differ.
Groups groupsByPairs(Expr x, bool inOrder) {
  Node &n = x.node();
  Dims sizes = n.dimsOf(x.value());
  Dim r = sizes[0], m = sizes[1], one = n.size(1);
  Expr end = sizeAs(n, m, i64Of(n));
  Expr differs = x.reshaped({r, one, m}).compare(ComparePredicate::ne, x.reshaped({one, r, m}));
  Expr columns = where(differs, iotaAlong(n, m, 2, 3, i64Of(n)), end);
  // The first column in which rows i and j differ, m if they are equal.
  Expr first{n, n.reduce("rlx.reduce_min", columns.value(), 2, /*keepDims=*/false)};
  Expr equal = first >= end;
  Value read =
      n.emit("rlx.gather_elements", {x.value(), min(first, end - 1).value()}, n.i64("axis", 1));
  Expr own{n, read}, other{n, n.transpose(read, {1, 0})};
  Expr isAfter = (own > other).to(i64Of(n));
  Expr row = numbers(n, r);
  Expr leader{
      n, n.reduce("rlx.reduce_min",
                  where(equal, iotaAlong(n, r, 1, 2, i64Of(n)), sizeAs(n, r, i64Of(n))).value(), 1,
                  /*keepDims=*/false)};
  auto sumAlong = [&](Expr counted) -> Expr {
    return {n, n.reduce("rlx.reduce_sum", counted.value(), 1, /*keepDims=*/false)};
  };
  Expr isLeader = leader == row;
  auto [count, leaders] = select(isLeader);
  Expr counts = sumAlong(equal.to(i64Of(n)));
  if (!inOrder)
    return {leaders, gather(numbersOf(isLeader), leader) - 1, gather(counts, leaders)};
  // The number of groups that come before it.
  Expr inverse = sumAlong(isAfter * isLeader.to(i64Of(n)));
  Expr firsts = gather(leaders, sorted(gather(inverse, leaders)).second);
  return {firsts, inverse, gather(counts, firsts)};
}

// Without elements to compare: all rows are equal, if there are any.
Groups oneGroup(Node &n, Dim rows) {
  Dim count = n.min(rows, n.size(1));
  Expr all = numbers(n, count) + sizeAs(n, rows, i64Of(n));
  return {numbers(n, count), numbers(n, rows) * 0, all};
}

void setUnique(Node &n, Expr data, int64_t axis, const Groups &groups) {
  n.set(0, gather(data, groups.firsts, axis).value());
  n.set(1, groups.firsts.value());
  n.set(2, groups.inverse.value());
  n.set(3, groups.counts.value());
}

// [.., size, ..] as [size, elements].
Expr asRows(Expr x, int64_t axis) {
  Node &n = x.node();
  Dims sizes = n.dimsOf(x.value());
  IntList permutation = axisRange(0, static_cast<int64_t>(sizes.size()));
  permutation.erase(permutation.begin() + axis);
  permutation.insert(permutation.begin(), axis);
  Dim rows = sizes[axis];
  sizes.erase(sizes.begin() + axis);
  return Expr(n, n.transpose(x.value(), permutation)).reshaped({rows, productOf(n, sizes)});
}

void importUnique(Node &n) {
  Expr x(n, n.tensor(0));
  const bool inOrder = n.flagAttr("sorted", true), hasAxis = n.hasAttr("axis");
  const int64_t axis = hasAxis ? n.axis(n.intAttr("axis", 0), n.rank(0)) : 0;
  if (n.hasFailed())
    return;
  if (!hasAxis)
    x = flattened(x);
  if (n.hasFailed())
    return;
  Dim rows = n.dimsOf(x.value())[axis];
  if (constantOf(rows) == 0) { // nothing to select from
    n.set(0, x.value());
    for (unsigned i = 1; i < 4; ++i)
      n.set(i, numbers(n, rows).value());
    return;
  }
  if (!hasAxis) {
    Groups groups = groupsOfElements(ordered(x));
    return setUnique(n, x, axis, inOrder ? groups : byOccurrence(groups));
  }
  if (isEmpty(n.dims(0)))
    return setUnique(n, x, axis, oneGroup(n, rows));
  constexpr int64_t kMaxColumns = 64; // each is sorted
  Expr flat = asRows(ordered(x), axis);
  if (n.hasFailed())
    return;
  std::optional<int64_t> columns = constantOf(n.dimsOf(flat.value())[1]);
  if (!columns || *columns > kMaxColumns)
    return setUnique(n, x, axis, groupsByPairs(flat, inOrder));
  Groups groups = groupsOfElements(keysOfRows(flat, *columns));
  setUnique(n, x, axis, inOrder ? groups : byOccurrence(groups));
}

// ---- NonMaxSuppression ----

// The j-th result is in the row, a batch element and a class, whose kept boxes include number j.
void importNonMaxSuppression(Node &n) {
  Type i64 = i64Of(n), f32 = n.builder().getF32Type();
  const bool isCentered = n.flagAttr("center_point_box", false);
  if (n.hasFailed())
    return;
  if (n.rank(0) != 3 || n.rank(1) != 3)
    return n.mismatch("expects boxes and scores of rank 3");
  SmallVector<Value> operands = {n.tensor(0), n.tensor(1)};
  operands.push_back(n.has(2) ? n.single(2, "max_output_boxes_per_class") : n.scalar(i64, 0));
  operands.push_back(n.has(3) ? n.single(3, "iou_threshold") : n.scalar(f32, 0));
  if (n.has(4))
    operands.push_back(n.single(4, "score_threshold"));
  Value kept = n.emit("rlx.non_max_suppression", operands, n.flag("center_point_box", isCentered));
  if (!kept)
    return;
  Dims sizes = n.dimsOf(kept);
  if (isEmpty(sizes))
    return n.set(0, n.iota(n.size(0), {n.size(0), n.size(3)}, 0));
  Expr counts = flattened({n, kept.getDefiningOp()->getResult(2)}), sums = cumsum(counts);
  Dim total = totalOf(counts);
  Expr number = numbers(n, total), row = searchSorted(sums, number, /*right=*/true);
  Expr indexInRow = number - gather(sums - counts, row);
  Expr classes = sizeAs(n, sizes[1], i64), batch = row / classes;
  Expr box = gather(flattened({n, kept}), row * sizeAs(n, sizes[2], i64) + indexInRow);
  SmallVector<Value> columns;
  for (Expr column : {batch, row - batch * classes, box})
    columns.push_back(column.reshaped({total, n.size(1)}).value());
  n.set(0, n.emit("rlx.concat", columns, n.i64("axis", 1)));
}

// ---- ArrayFeatureExtractor ----

void importArrayFeatureExtractor(Node &n) {
  Expr x(n, n.tensor(0)), indices(n, n.tensor(1));
  const int64_t rank = n.rank(0);
  if (n.hasFailed())
    return;
  if (rank == 0)
    return n.fail("expects an input of rank 1 or more, but got rank 0");
  Expr features = gather(x, flattened(indices), rank - 1);
  if (rank == 1)
    features = features.reshaped({n.size(1), n.dimsOf(features.value())[0]});
  n.set(0, features.value());
}

} // namespace

void rlx::onnxim::addSelectOps(OpTable &table) {
  table.add("NonZero", {importNonZero, foldNonZero, 9});
  table.add("Compress", {importCompress, nullptr, 9});
  table.add("Unique", {importUnique, nullptr, 11});
  table.add("NonMaxSuppression", {importNonMaxSuppression, nullptr, 10});
  table.add("ArrayFeatureExtractor", {importArrayFeatureExtractor, nullptr, 1, 1}, "ai.onnx.ml");
}
