// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that select elements by index: Slice, Gather, GatherElements, Trilu, OneHot.
//
// Slice, and Gather with a single constant index, become rlx.slice. Other Gathers become
// rlx.gather.
#include "importers/onnx/OnnxAxes.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
// ---- Slice ----

struct SliceSpec {
  Dims starts, ends, axes, steps;
};

// One axis of a slice in the form of rlx.slice.
struct AxisSlice {
  Dim start, size;
};

Dims sizesOf(Node &n, ArrayRef<int64_t> values) {
  return llvm::map_to_vector<4>(values, [&](int64_t value) { return n.size(value); });
}

constexpr int64_t kHuge = int64_t(1) << 30; // means "to the end" in every exporter

// Sums with the bounds must not overflow, which are data.
Dims readBounds(Node &n, unsigned i, StringRef what) {
  Dims bounds = n.knownInts(i, what);
  for (Dim &bound : bounds)
    if (!constantOf(bound) && !n.isAtLeast(bound, n.size(-kHuge)))
      bound = n.clamp(bound, n.size(-kHuge), n.size(kHuge));
  return bounds;
}

SliceSpec readSlice(Node &n) {
  SliceSpec s;
  if (n.opset() < 10) {
    s.starts = sizesOf(n, n.intsAttr("starts"));
    s.ends = sizesOf(n, n.intsAttr("ends"));
    s.axes = sizesOf(n, n.intsAttr("axes"));
  } else {
    s.starts = readBounds(n, 1, "the starts");
    s.ends = readBounds(n, 2, "the ends");
    s.axes = n.has(3) ? n.knownInts(3, "the axes") : Dims();
    s.steps = n.has(4) ? n.knownInts(4, "the steps") : Dims();
  }
  size_t count = s.starts.size();
  if (s.axes.empty())
    s.axes = sizesOf(n, axisRange(0, count));
  if (s.steps.empty())
    s.steps.assign(count, n.size(1));
  if (!n.hasFailed() &&
      (s.ends.size() != count || s.axes.size() != count || s.steps.size() != count))
    n.fail("starts, ends, axes and steps differ in length");
  if (!n.hasFailed() && !dependOnData(s.axes)) {
    IntList axes = llvm::map_to_vector(s.axes, [](Dim axis) { return *constantOf(axis); });
    s.axes = sizesOf(n, n.axes(axes, n.rank(0)));
  }
  for (Dim step : s.steps)
    if (auto value = constantOf(step);
        value && (*value == 0 || llvm::AbsoluteValue(*value) > (1ull << 31)))
      n.fail("has the invalid step " + Twine(*value));
  return s;
}

// 1 if the number is negative, otherwise 0.
Dim isNegative(Node &n, Dim value) {
  return n.atLeast(n.size(-1), value);
}

// A bound of a slice. Negative ones count from the end, and all are clamped to [low, high].
Dim clampBound(Node &n, Dim bound, Dim size, Dim low, Dim high) {
  auto value = constantOf(bound);
  if (value && *value >= kHuge)
    return high;
  if (value && *value <= -kHuge)
    return low;
  // An expression like size - 1000 counts from the end for small sizes only.
  if (!n.isAtLeast(bound, n.size(0)))
    bound = bound + isNegative(n, bound) * size;
  return n.clamp(bound, low, high);
}

AxisSlice sliceForward(Node &n, Dim start, Dim end, Dim size) {
  start = clampBound(n, start, size, n.size(0), size);
  return {start, clampBound(n, end, size, n.size(0), size) - start};
}

AxisSlice sliceBackward(Node &n, Dim start, Dim end, Dim size) {
  Dim last = n.need(sub(size, n.size(1)), "a bound of the slice");
  start = clampBound(n, start, size, n.size(0), last);
  return {start, start - clampBound(n, end, size, n.size(-1), last)};
}

AxisSlice sliceOf(Node &n, Dim start, Dim end, Dim step, Dim size) {
  Dim isForward = n.atLeast(step, n.size(1));
  auto known = constantOf(isForward);
  AxisSlice slice =
      known == 0 ? sliceBackward(n, start, end, size) : sliceForward(n, start, end, size);
  if (!known) {
    AxisSlice backward = sliceBackward(n, start, end, size);
    slice.start = n.select(isForward, slice.start, backward.start);
    slice.size = n.select(isForward, slice.size, backward.size);
  }
  Dim distance = n.select(isForward, step, 0 - step);
  n.require(distance, n.size(1), "a step must not be 0");
  Dim count = n.need(ceilDiv(slice.size, distance), "the size of the slice");
  return {slice.start, n.max(count, n.size(0))};
}

bool foldSlice(Node &n, const SliceSpec &s) {
  const Dims *elements = n.foldable(0);
  auto step = s.steps.size() == 1 ? constantOf(s.steps[0]) : std::nullopt;
  if (!elements || n.rank(0) != 1 || !step)
    return false;
  AxisSlice slice = sliceOf(n, s.starts[0], s.ends[0], s.steps[0], n.dims(0)[0]);
  auto start = constantOf(slice.start), count = constantOf(slice.size);
  if (n.hasFailed() || !start || !count)
    return false;
  Dims result;
  for (int64_t i = 0; i < *count; ++i)
    result.push_back((*elements)[*start + i * *step]);
  n.setKnown(0, result, *count, n.elementType(0));
  return true;
}

// Selects `size` elements from `start` on in steps that are data.
Value gatherSteps(Node &n, Value tensor, int64_t axis, AxisSlice slice, Dim step) {
  auto scalar = [&](Dim dim) { return n.reshape(n.iota(dim, n.size(1), 0), {}); };
  Value steps = n.emit("rlx.mul", {n.iota(n.size(0), slice.size, 0), scalar(step)});
  Value indices = n.emit("rlx.add", {steps, scalar(slice.start)});
  return n.emit("rlx.gather", {tensor, indices}, n.i64("axis", axis));
}

void importSlice(Node &n) {
  SliceSpec s = readSlice(n);
  if (n.hasFailed() || foldSlice(n, s))
    return;
  const int64_t rank = n.rank(0);
  Dims dims(n.dims(0)), zeros(rank, n.size(0)), ones(rank, n.size(1));
  Dims first = spread(n, s.axes, s.starts, zeros), end = spread(n, s.axes, s.ends, dims);
  Dims steps = spread(n, s.axes, s.steps, ones), starts(zeros), sizes(dims);
  IntList strides(rank, 1);
  bool isWhole = true;
  Value x = n.tensor(0);
  for (int64_t i = 0; i < rank; ++i) {
    AxisSlice slice = sliceOf(n, first[i], end[i], steps[i], dims[i]);
    auto step = constantOf(steps[i]);
    isWhole &= step == 1 && constantOf(slice.start) == 0 && slice.size == dims[i];
    if (step) {
      starts[i] = slice.start;
      strides[i] = *step;
    } else {
      x = gatherSteps(n, x, i, slice, steps[i]);
    }
    sizes[i] = slice.size;
  }
  if (isWhole)
    return n.forward(0, 0);
  n.set(0, n.slice(x, starts, sizes, strides));
}

// ---- Gather ----

// Maps a constant index to a non-negative one. Fails the node if it is out of range.
Dim wrapIndex(Node &n, int64_t index, Dim size) {
  auto bound = constantOf(size);
  if (bound && (index < -*bound || index >= *bound)) {
    n.fail("index " + Twine(index) + " is not in [" + Twine(-*bound) + ", " + Twine(*bound) + ")");
    return n.size(0);
  }
  return index < 0 ? n.need(add(size, n.size(index)), "an index") : n.size(index);
}

// Folds known elements of rank 1 at known indices.
bool foldGather(Node &n) {
  const Dims *elements = n.known(0), *indices = n.known(1);
  int64_t axis = n.intAttr("axis", 0);
  if (!elements || !indices || n.rank(0) != 1 || (axis != 0 && axis != -1))
    return false;
  Dims result;
  for (Dim dim : *indices) {
    auto index = constantOf(dim);
    if (!index)
      return false;
    Dim position = wrapIndex(n, *index, n.dims(0)[0]);
    if (n.hasFailed())
      return true;
    result.push_back((*elements)[*constantOf(position)]);
  }
  IntList shape = llvm::map_to_vector(n.dims(1), [](Dim dim) { return *constantOf(dim); });
  n.setKnown(0, result, shape, n.elementType(0));
  return true;
}

void importGather(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  if (n.hasFailed())
    return;
  const Dims *indices = n.known(1);
  auto single = indices && indices->size() == 1 ? constantOf(indices->front()) : std::nullopt;
  if (!single)
    return n.set(0, n.emit("rlx.gather", {n.tensor(0), n.tensor(1)}, n.i64("axis", axis)));
  // A single constant index is a slice, which needs no copy.
  Dims sizes(n.dims(0));
  Value part = n.sliceAxis(n.tensor(0), axis, wrapIndex(n, *single, sizes[axis]), n.size(1));
  sizes.erase(sizes.begin() + axis);
  sizes.insert(sizes.begin() + axis, n.dims(1).begin(), n.dims(1).end());
  n.set(0, n.reshape(part, sizes));
}

void importGatherElements(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  n.set(0, n.emit("rlx.gather_elements", {n.tensor(0), n.tensor(1)}, n.i64("axis", axis)));
}

// ---- comparisons with indices ----

// upper keeps column >= row + k, lower keeps column <= row + k. Other elements become 0.
void importTrilu(Node &n) {
  bool upper = n.flagAttr("upper", true);
  Dims k = n.has(1) ? n.knownInts(1, "k") : Dims{n.size(0)};
  int64_t rank = n.rank(0);
  if (n.hasFailed())
    return;
  if (rank < 2 || k.size() != 1 ||
      llvm::AbsoluteValue(constantOf(k[0]).value_or(0)) > (uint64_t(1) << 40))
    return n.fail("expects rank 2 or more and a scalar k");
  Dim rows = n.dims(0)[rank - 2], columns = n.dims(0)[rank - 1], one = n.size(1);
  Value column = n.iota(n.size(0), {one, columns}, 1), row = n.iota(k[0], {rows, one}, 0);
  Value keep = n.compare(upper ? ComparePredicate::ge : ComparePredicate::le, column, row);
  n.set(0, n.emit("rlx.where", {keep, n.tensor(0), n.scalar(n.elementType(0), 0)}));
}

// Compares indices with an iota along a new axis; negative indices wrap around.
void importOneHot(Node &n) {
  n.expectSingle(1, "the depth");
  const bool isFloat = !n.in(1).data && isa<FloatType>(n.elementType(1));
  Dims depths = isFloat ? Dims{sizeOf(Expr(n, n.tensor(1)))} : n.knownInts(1, "the depth");
  if (auto depth = n.hasFailed() ? std::nullopt : constantOf(depths[0]); depth && *depth < 0)
    return n.fail("the depth is " + Twine(*depth) + ", expected 0 or more");
  int64_t rank = n.rank(0) + 1, axis = n.axis(n.intAttr("axis", -1), rank);
  auto values = n.dims(2).size() == 1 ? constantOf(n.dims(2)[0]) : std::nullopt;
  if (values != 2)
    return n.fail("the values are expected to be two elements");
  if (n.hasFailed())
    return;
  Type i64 = n.builder().getI64Type();
  Value depth = n.reshape(n.iota(depths[0], n.size(1), 0), {});
  Value indices = n.cast(n.tensor(0), i64), zero = n.scalar(i64, 0);
  Value isNegative = n.compare(ComparePredicate::lt, indices, zero);
  Value wrapped = n.emit("rlx.where", {isNegative, n.emit("rlx.add", {indices, depth}), indices});
  Dims sizes(n.dims(0)), positions(rank, n.size(1));
  sizes.insert(sizes.begin() + axis, n.size(1));
  positions[axis] = depths[0];
  Value isHot = n.compare(ComparePredicate::eq, n.reshape(wrapped, sizes),
                          n.iota(n.size(0), positions, axis));
  auto element = [&](int64_t i) {
    return n.reshape(n.sliceAxis(n.tensor(2), 0, n.size(i), n.size(1)), {});
  };
  n.set(0, n.emit("rlx.where", {isHot, element(1), element(0)}));
}
} // namespace

void rlx::onnxim::addIndexOps(OpTable &table) {
  table.add("Slice", {importSlice, nullptr, kMinOpset, 9});
  table.add("Slice", {importSlice, nullptr, 10, kMaxOpset});
  table.add("Gather", {importGather, foldGather});
  table.add("GatherElements", {importGatherElements, nullptr, 11});
  table.add("Trilu", {importTrilu, nullptr, 14});
  table.add("Trilu", {importTrilu, nullptr}, kContribDomain);
  table.add("OneHot", {importOneHot, nullptr, 9});
}
