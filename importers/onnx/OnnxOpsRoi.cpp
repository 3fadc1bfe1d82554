// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling of regions of interest: RoiAlign, MaxRoiPool.
//
// Each region is divided into bins. Where the number of elements of a bin depends on the data, a
// loop (rlx.while) reads one element of every bin in each iteration, up to the largest bin.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSampler.h"
#include "importers/onnx/OnnxSubgraph.h"

#include <limits>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The tensors of bins have dimensions [regions, channels, height, width] of the result.
struct RoiPooling {
  Node &n;
  Type type; // of the computation
  int64_t height = 0, width = 0;
  double scale = 1;
  bool isMax = false;

  explicit RoiPooling(Node &n) : n(n), type(computeType(n, n.elementType(0))) {}

  Type i64() const { return n.builder().getI64Type(); }
  Dim numRois() const { return n.dims(1)[0]; }
  Dims resultSizes() const { return {numRois(), n.dims(0)[1], n.size(height), n.size(width)}; }
  // One value for each region.
  Expr perRoi(Expr values) const {
    return values.reshaped({numRois(), n.size(1), n.size(1), n.size(1)});
  }
  Expr corner(int64_t column) const {
    return perRoi(Expr(n, n.tensor(1)).at(1, column)).to(type) * scale;
  }
  Expr binRow() const { return iotaAlong(n, n.size(height), 2, 4, type); }
  Expr binColumn() const { return iotaAlong(n, n.size(width), 3, 4, type); }
  // Reads the images by region and channel.
  Sampler sampler(Expr batch) const;
  // Reduces `element(row, column)` over the elements of all bins, up to numbers of rows and columns
  // that are scalars.
  Expr loop(Expr rows, Expr columns, llvm::function_ref<Expr(Expr, Expr)> element) const;
};

Sampler RoiPooling::sampler(Expr batch) const {
  Node &node = n;
  Dims sizes(n.dims(0));
  Dim area = productOf(n, ArrayRef(sizes).drop_front(2));
  Expr channel = iotaAlong(n, sizes[1], 1, 4, i64());
  Expr start = (batch * sizeAs(n, sizes[1], i64()) + channel) * sizeAs(n, area, i64());
  Value data = n.reshape(n.tensor(0), productOf(n, sizes));
  return {n, ArrayRef(sizes).drop_front(2), [&node, start, data](Expr index) -> Expr {
            return {node,
                    node.emit("rlx.gather", {data, (start + index).value()}, node.i64("axis", 0))};
          }};
}

Expr RoiPooling::loop(Expr rows, Expr columns, llvm::function_ref<Expr(Expr, Expr)> element) const {
  const double first = isMax ? -std::numeric_limits<double>::infinity() : 0;
  Expr start(n, n.expand(n.scalar(type, first), resultSizes()));
  Expr count = (rows * columns).reshaped({}), none(n, {});
  if (n.hasFailed())
    return none;
  Value initial[] = {n.scalar(i64(), 0), start.value()};
  Type types[] = {initial[0].getType(), initial[1].getType()};
  Dims dims[] = {{}, resultSizes()};
  SmallVector<std::unique_ptr<Region>> regions;
  {
    RegionScope scope(n.graph(), types, dims, n.loc());
    Expr more = Expr(n, scope.argument(0)) < count;
    if (n.hasFailed())
      return none;
    regions.push_back(scope.yield(more.value()));
  }
  {
    RegionScope scope(n.graph(), types, dims, n.loc());
    Expr i(n, scope.argument(0)), total(n, scope.argument(1)), row = i / columns;
    Expr next = element(row, i - row * columns);
    total = isMax ? max(total, next) : total + next;
    Value values[] = {(i + 1).value(), total.expanded(resultSizes()).value()};
    if (n.hasFailed())
      return none;
    regions.push_back(scope.yield(values));
  }
  Value result = n.emit("rlx.while", initial, {}, regions);
  return {n, result ? result.getDefiningOp()->getResult(1) : Value()};
}

Expr largest(Expr values) {
  Node &n = values.node();
  int64_t rank = n.dimsOf(values.value()).size();
  return {n, n.reduce("rlx.reduce_max", values.value(), axisRange(0, rank), false)};
}

void expectRois(Node &n, int64_t columns) {
  if (n.rank(0) != 4)
    return n.fail("input #0 must have rank 4, but has rank " + Twine(n.rank(0)));
  Dim expected[] = {n.rank(1) == 2 ? n.dims(1)[0] : n.size(0), n.size(columns)};
  if (!mayBeEqual(n.dims(1), expected))
    n.mismatch("input #1 (the regions) must have " + Twine(columns) + " columns");
}

// ---- RoiAlign ----

// The samples of one bin along one axis.
struct RoiAxis {
  Expr start, binSize; // of the region's first bin
  Expr count;          // samples of a bin, i64
  Expr bin;            // number of the bin
  Dim size;            // of the image

  // The position of a sample.
  Expr position(Expr sample) const {
    return start + bin * binSize +
           (sample.to(start.elementType()) + 0.5) * binSize / count.to(start.elementType());
  }
};

RoiAxis roiAxis(const RoiPooling &roi, int64_t axis, double offset, int64_t samples) {
  Node &n = roi.n;
  Expr start = roi.corner(1 - axis) - offset, extent = roi.corner(3 - axis) - offset - start;
  if (offset == 0)
    extent = max(extent, 1);
  Expr binSize = extent / double(axis == 0 ? roi.height : roi.width);
  Expr count = samples > 0 ? Expr(n, n.scalar(roi.i64(), double(samples)))
                           : ceil(max(binSize, 0)).to(roi.i64());
  return {start, binSize, count, axis == 0 ? roi.binRow() : roi.binColumn(), n.dims(0)[2 + axis]};
}

// The interpolated element at a position. Up to one element beyond the border, the border counts;
// what is further outside is 0.
Expr roiSample(const RoiPooling &roi, const Sampler &sampler, Expr y, Expr x,
               const RoiAxis axes[2]) {
  Node &n = roi.n;
  std::optional<Expr> inside;
  std::vector<Taps> taps;
  Expr positions[] = {y, x};
  for (int64_t i : {0, 1}) {
    Expr size = sizeAs(n, axes[i].size, roi.type), at = positions[i];
    Expr isInside = (at >= -1) & (at <= size);
    inside = inside ? *inside & isInside : isInside;
    at = min(max(at, 0), size - 1);
    Expr below = floor(at), upper = at - below, index = below.to(roi.i64());
    taps.push_back({Tap{clampIndex(index, axes[i].size), 1 - upper, std::nullopt},
                    Tap{clampIndex(index + 1, axes[i].size), upper, std::nullopt}});
  }
  if (!roi.isMax)
    return where(*inside, sampler.sum(taps, roi.type), zeroOf(n, roi.type));
  // The maximum of the weighted elements, not of the interpolated ones.
  std::optional<Expr> most;
  for (Expr product : sampler.products(taps, roi.type))
    most = most ? max(*most, product) : product;
  return where(*inside, *most, zeroOf(n, roi.type));
}

// The same number of samples in every bin.
Expr alignConstant(const RoiPooling &roi, const RoiAxis axes[2], Expr batch, int64_t samples) {
  Node &n = roi.n;
  std::optional<Expr> total;
  Sampler sampler = roi.sampler(batch);
  for (int64_t i = 0; i < samples * samples; ++i) {
    auto number = [&](int64_t sample) { return Expr(n, n.scalar(roi.i64(), double(sample))); };
    Expr y = axes[0].position(number(i / samples)), x = axes[1].position(number(i % samples));
    Expr next = roiSample(roi, sampler, y, x, axes);
    total = !total ? next : roi.isMax ? max(*total, next) : *total + next;
  }
  return roi.isMax ? *total : *total / double(samples * samples);
}

// One sample for each element of a bin.
Expr alignAdaptive(const RoiPooling &roi, const RoiAxis axes[2], Expr batch) {
  Node &n = roi.n;
  Expr rows = axes[0].count, columns = axes[1].count, zero = zeroOf(n, roi.type);
  Expr total = roi.loop(largest(rows), largest(columns), [&](Expr row, Expr column) {
    Expr y = axes[0].position(row), x = axes[1].position(column);
    Expr value = roiSample(roi, roi.sampler(batch), y, x, axes);
    Expr neutral = roi.isMax ? zero.number(-std::numeric_limits<double>::infinity()) : zero;
    return where((row < rows) & (column < columns), value, neutral);
  });
  Expr count = rows * columns;
  return roi.isMax ? where(count == 0, zero, total) : total / max(count, 1).to(roi.type);
}

void importRoiAlign(Node &n) {
  RoiPooling roi(n);
  std::string mode = n.stringAttr("mode", "avg");
  std::string coordinates = n.opset() < 16
                                ? "output_half_pixel"
                                : n.stringAttr("coordinate_transformation_mode", "half_pixel");
  roi.height = n.intAttr("output_height", 1);
  roi.width = n.intAttr("output_width", 1);
  roi.scale = n.floatAttr("spatial_scale", 1);
  roi.isMax = mode == "max";
  const int64_t samples = n.intAttr("sampling_ratio", 0);
  if (mode != "avg" && mode != "max")
    n.fail("attribute 'mode' is '" + mode + "', expected 'avg' or 'max'");
  if (coordinates != "half_pixel" && coordinates != "output_half_pixel")
    n.fail("attribute 'coordinate_transformation_mode' is '" + coordinates +
           "', expected 'half_pixel' or 'output_half_pixel'");
  if (roi.height < 1 || roi.width < 1)
    n.fail("attributes 'output_height' and 'output_width' must be positive, but are " +
           Twine(roi.height) + " and " + Twine(roi.width));
  if (samples < 0)
    n.fail("attribute 'sampling_ratio' is " + Twine(samples) + ", expected 0 or more");
  expectRois(n, 4);
  if (!n.hasFailed())
    n.expectVector(2, "the batch indices", roi.numRois(), "region");
  if (n.hasFailed())
    return;
  const double offset = coordinates == "half_pixel" ? 0.5 : 0;
  RoiAxis axes[] = {roiAxis(roi, 0, offset, samples), roiAxis(roi, 1, offset, samples)};
  Expr batch = roi.perRoi(Expr(n, n.tensor(2)));
  if (n.hasFailed())
    return;
  constexpr int64_t kMaxUnrolled = 4; // larger numbers are rare
  Expr result = samples > 0 && samples <= kMaxUnrolled ? alignConstant(roi, axes, batch, samples)
                                                       : alignAdaptive(roi, axes, batch);
  n.set(0, result.to(n.elementType(0)).value());
}

// ---- MaxRoiPool ----

// Halves away from zero.
Expr roundedAway(Expr x) {
  return floor(x.unary("rlx.abs") + 0.5) * x.unary("rlx.sign");
}

// The elements of a bin along one axis: from `begin`, `count` of them.
struct RoiBin {
  Expr begin, count; // i64
};

RoiBin roiBin(const RoiPooling &roi, int64_t axis) {
  Node &n = roi.n;
  Expr start = roundedAway(roi.corner(2 - axis)), end = roundedAway(roi.corner(4 - axis));
  Expr binSize = max(end - start + 1, 1) / double(axis == 0 ? roi.height : roi.width);
  Expr bin = axis == 0 ? roi.binRow() : roi.binColumn(),
       size = sizeAs(n, n.dims(0)[2 + axis], roi.type);
  auto clamped = [&](Expr place) { return min(max(place + start, 0), size).to(roi.i64()); };
  Expr begin = clamped(floor(bin * binSize)), behind = clamped(ceil((bin + 1) * binSize));
  return {begin, behind - begin};
}

void importMaxRoiPool(Node &n) {
  RoiPooling roi(n);
  IntList shape = n.intsAttr("pooled_shape");
  roi.scale = n.floatAttr("spatial_scale", 1);
  roi.isMax = true;
  if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1)
    return n.fail("attribute 'pooled_shape' must have two positive elements");
  roi.height = shape[0];
  roi.width = shape[1];
  expectRois(n, 5);
  if (n.hasFailed())
    return;
  RoiBin rows = roiBin(roi, 0), columns = roiBin(roi, 1);
  Expr batch = roi.perRoi(Expr(n, n.tensor(1)).at(1, 0)).to(roi.i64());
  Expr lowest(n, n.scalar(roi.type, -std::numeric_limits<double>::infinity()));
  Expr total = roi.loop(largest(rows.count), largest(columns.count), [&](Expr row, Expr column) {
    std::vector<Taps> taps = {
        {Tap{clampIndex(rows.begin + row, n.dims(0)[2]), std::nullopt, std::nullopt}},
        {Tap{clampIndex(columns.begin + column, n.dims(0)[3]), std::nullopt, std::nullopt}}};
    Expr value = roi.sampler(batch).sum(taps, roi.type).to(roi.type);
    return where((row < rows.count) & (column < columns.count), value, lowest);
  });
  Expr isEmpty = (rows.count * columns.count) == 0;
  n.set(0, where(isEmpty, zeroOf(n, roi.type), total).to(n.elementType(0)).value());
}

} // namespace

void rlx::onnxim::addRoiOps(OpTable &table) {
  table.add("RoiAlign", {importRoiAlign, nullptr, 10, 10});
  table.add("RoiAlign", {importRoiAlign, nullptr, 16, 16});
  table.add("MaxRoiPool", {importMaxRoiPool, nullptr, 1, 1});
}
