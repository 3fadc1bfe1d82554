// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that read images at computed positions: GridSample, AffineGrid, DeformConv.
//
// They become gathers and elementwise ops; see OnnxSampler.h.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSampler.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// ---- GridSample ----

enum class GridMode { Nearest, Linear, Cubic };
enum class GridPadding { Zeros, Border, Reflection };

struct GridSpec {
  GridMode mode = GridMode::Linear;
  GridPadding padding = GridPadding::Zeros;
  bool alignCorners = false;
  int64_t spatial = 0; // number of spatial dimensions
};

// One of `names`; fails the node otherwise.
template <typename Enum>
Enum chosenBy(Node &n, StringRef attribute, StringRef fallback,
              ArrayRef<std::pair<StringRef, Enum>> names) {
  std::string value = n.stringAttr(attribute, fallback), list;
  for (auto [name, each] : names) {
    if (name == value)
      return each;
    list += (list.empty() ? "'" : ", '") + name.str() + "'";
  }
  n.fail("attribute '" + attribute + "' is '" + value + "', expected one of " + list);
  return names.front().second;
}

GridSpec readGridSpec(Node &n) {
  GridSpec spec;
  const bool isOld = n.opset() < 20; // other names of the modes, images only
  StringRef linear = isOld ? "bilinear" : "linear", cubic = isOld ? "bicubic" : "cubic";
  spec.mode = chosenBy<GridMode>(
      n, "mode", linear,
      {{linear, GridMode::Linear}, {"nearest", GridMode::Nearest}, {cubic, GridMode::Cubic}});
  spec.padding = chosenBy<GridPadding>(n, "padding_mode", "zeros",
                                       {{"zeros", GridPadding::Zeros},
                                        {"border", GridPadding::Border},
                                        {"reflection", GridPadding::Reflection}});
  spec.alignCorners = n.flagAttr("align_corners", false);
  spec.spatial = n.rank(0) - 2;
  const int64_t most = isOld ? 2 : 3, least = isOld ? 2 : 1;
  if (spec.spatial < least || spec.spatial > most)
    n.unsupported("input #0 has rank " + Twine(n.rank(0)) + "; supported are ranks " +
                  Twine(least + 2) + " to " + Twine(most + 2));
  else if (n.rank(1) != n.rank(0) || constantOf(n.dims(1).back()).value_or(0) != spec.spatial)
    n.mismatch("input #1 (the grid) must have the rank of input #0 and a last size of " +
               Twine(spec.spatial));
  else if (!mayBeEqual(n.dims(0)[0], n.dims(1)[0]))
    n.mismatch("the inputs must have the same batch size");
  if (!n.hasFailed() && spec.mode != GridMode::Nearest && !isa<FloatType>(n.elementType(0)))
    n.unsupported("interpolation of " + typeText(n.elementType(0)) +
                  " elements is not supported; supported are floating-point types, and all types "
                  "with mode nearest");
  return spec;
}

// Mirrors coordinates at both ends of [low, low + span].
Expr mirrored(Expr x, double low, Expr span) {
  // An image of size 1 has an empty span. Every span above 0 then gives its only element.
  Expr period = max(span, 0.5) * 2;
  Expr distance = (x - low).unary("rlx.abs").binary("rlx.fmod", period);
  return min(distance, period - distance) + low;
}

// Moves a coordinate into the image, unless what is outside counts as 0.
Expr padCoordinate(Expr x, const GridSpec &spec, Expr size) {
  const double low = spec.alignCorners ? 0 : -0.5;
  if (spec.padding == GridPadding::Reflection)
    return mirrored(x, low, spec.alignCorners ? size - 1 : size);
  if (spec.padding == GridPadding::Zeros)
    return x;
  Expr inside = min(max(x, 0), size - 1);
  if (spec.mode != GridMode::Cubic || spec.alignCorners)
    return inside;
  // The half of an element before the first and after the last one is part of the image.
  return where((x < low) | (x > size - 0.5), inside, x);
}

// Mirrors an index that is at most the image's size outside.
Expr mirroredIndex(Expr index, const GridSpec &spec, Dim size) {
  const double atStart = spec.alignCorners ? 0 : -1;
  Expr end = sizeAs(index.node(), size, index.elementType()) * 2 - (2 + atStart);
  Expr first = max(index, atStart - index);
  return min(first, end - first);
}

Tap gridTap(Expr index, std::optional<Expr> weight, const GridSpec &spec, Dim size) {
  if (spec.padding == GridPadding::Zeros)
    return zeroPaddedTap(index, size, weight);
  if (spec.padding == GridPadding::Reflection && spec.mode == GridMode::Cubic)
    index = mirroredIndex(index, spec, size);
  return {clampIndex(index, size), weight, std::nullopt};
}

// Weights of cubic convolution (Keys) at `t` in [0, 1) after the second of four elements.
std::vector<Expr> keysWeights(Expr t, double a) {
  auto near = [&](Expr x) { return (x * (a + 2) - (a + 3)) * x * x + 1; };      // |x| <= 1
  auto far = [&](Expr x) { return ((x * a - 5 * a) * x + 8 * a) * x - 4 * a; }; // 1 < |x| < 2
  return {far(t + 1), near(t), near(1 - t), far(2 - t)};
}

Taps gridTaps(Expr x, const GridSpec &spec, Dim size) {
  Type i64 = x.node().builder().getI64Type();
  Taps taps;
  if (spec.mode == GridMode::Nearest)
    return {gridTap(x.to(i64), std::nullopt, spec, size)};
  Expr below = floor(x), t = x - below, index = below.to(i64);
  if (spec.mode == GridMode::Linear)
    return {gridTap(index, 1 - t, spec, size), gridTap(index + 1, t, spec, size)};
  for (auto [i, weight] : llvm::enumerate(keysWeights(t, -0.75)))
    taps.push_back(gridTap(index + (static_cast<double>(i) - 1), weight, spec, size));
  return taps;
}

// Grids hold coordinates in [-1, 1], the last dimension of the image first.
Expr gridCoordinate(Expr grid, const GridSpec &spec, Expr size) {
  Expr x = spec.alignCorners ? (grid + 1) * 0.5 * (size - 1) : ((grid + 1) * size - 1) * 0.5;
  return spec.mode == GridMode::Nearest ? x.unary("rlx.round") : x;
}

void importGridSample(Node &n) {
  GridSpec spec = readGridSpec(n);
  if (n.hasFailed())
    return;
  Type type = computeType(n, {n.elementType(0), n.elementType(1)});
  Dims images(n.dims(0)), result(n.dims(1).drop_back());
  Dim count = productOf(n, ArrayRef(result).drop_front()), one = n.size(1);
  // Reads of few channels cost less where the image has them.
  constexpr int64_t kMinChannels = 4;
  const bool readsChannels = constantOf(images[1]).value_or(kMinChannels) >= kMinChannels;
  Dims positions = {n.dims(1)[0], readsChannels ? count : one, readsChannels ? one : count,
                    n.size(spec.spatial)};
  Expr grid = Expr(n, n.tensor(1)).to(type).reshaped(positions);
  std::vector<Taps> taps;
  for (int64_t i = 0; i < spec.spatial; ++i) {
    Dim dim = images[i + 2];
    Expr size = sizeAs(n, dim, type);
    Expr x = gridCoordinate(grid.at(3, spec.spatial - 1 - i), spec, size);
    taps.push_back(gridTaps(padCoordinate(x, spec, size), spec, dim));
  }
  if (n.hasFailed())
    return;
  Sampler sampler = readsChannels ? Sampler::ofChannels(n, n.tensor(0), count)
                                  : Sampler::ofImages(n, n.tensor(0), 2, count);
  Value sum = sampler.sum(taps, type).to(n.elementType(0)).value();
  if (readsChannels)
    sum = n.transpose(sum, {0, 2, 1});
  result.insert(result.begin() + 1, images[1]);
  n.set(0, n.reshape(sum, result));
}

// ---- AffineGrid ----

// `size` coordinates in [-1, 1]: from end to end, or the centres of intervals of equal length.
Expr gridLine(Node &n, Dim size, int64_t axis, int64_t rank, Type type, bool alignCorners) {
  Expr count = sizeAs(n, size, type), i = iotaAlong(n, size, axis, rank, type);
  return alignCorners ? i * 2 / max(count - 1, 1) - 1 : (i * 2 + 1) / count - 1;
}

// theta [N, k, k + 1] applied to the positions (x, y, .., 1) of an image.
void importAffineGrid(Node &n) {
  Dims size = n.knownInts(1, "the size");
  const bool alignCorners = n.flagAttr("align_corners", false);
  if (n.hasFailed())
    return;
  const int64_t spatial = static_cast<int64_t>(size.size()) - 2;
  if (spatial != 2 && spatial != 3)
    return n.fail("input #1 (the size) must have 4 or 5 elements, but has " + Twine(size.size()));
  Dim expected[] = {size[0], n.size(spatial), n.size(spatial + 1)};
  if (!mayBeEqual(n.dims(0), expected))
    return n.mismatch("input #0 must have shape " + shapeText(expected) + ", but has " +
                      shapeText(n.dims(0)));
  Type type = computeType(n, n.elementType(0));
  Dims columnShape(spatial + 1, n.size(1));
  columnShape.push_back(n.size(spatial));
  columnShape[0] = n.dims(0)[0];
  Expr theta = Expr(n, n.tensor(0)).to(type);
  auto column = [&](int64_t i) { return theta.at(2, i).reshaped(columnShape); };
  Expr result = column(spatial);
  for (int64_t i = spatial - 1; i >= 0; --i)
    result = column(i) *
                 gridLine(n, size[1 + spatial - i], spatial - i, spatial + 2, type, alignCorners) +
             result;
  n.set(0, result.to(n.elementType(0)).value());
}

// ---- DeformConv ----

// A convolution that reads each element of its window at the usual place plus an offset, given per
// element, position and group of channels, and multiplies it with a mask.
struct DeformConv {
  Node &n;
  Type type;
  int64_t spatial, groups = 1, offsetGroups = 1;
  IntList kernel, strides, dilations, pads;
  Dims positions; // the spatial sizes of the result

  explicit DeformConv(Node &n)
      : n(n), type(computeType(n, n.elementType(0))), spatial(n.rank(0) - 2) {}

  void read();
  void check();
  Dim size(unsigned input, int64_t dim) const { return n.dims(input)[dim]; }
  // [batch, offset groups, 1, elements of the window, positions].
  Value sampled(Dim numTaps, Dim numPositions);
  Expr coordinate(Expr offsets, int64_t axis) const;
  Value result();
};

void DeformConv::read() {
  if (spatial < 1 || spatial > 3)
    return n.unsupported("one to three spatial dimensions are supported, but the input has rank " +
                         Twine(n.rank(0)));
  if (n.rank(1) != n.rank(0) || n.rank(2) != n.rank(0))
    return n.mismatch("the input, the filter and the offsets must have the same rank");
  int64_t total = 1;
  for (Dim dim : n.dims(1).drop_front(2)) {
    kernel.push_back(constantOf(dim).value_or(0));
    if (kernel.back() < 1 || kernel.back() > (int64_t(1) << 31) / total)
      return n.unsupported("the filter must have constant, positive and usual spatial sizes");
    total *= kernel.back();
  }
  if (n.hasAttr("kernel_shape") && n.intsAttr("kernel_shape") != kernel)
    return n.fail("attribute 'kernel_shape' differs from the shape of the filter");
  strides = n.intsAttr("strides", spatial, 1, 1);
  dilations = n.intsAttr("dilations", spatial, 1, 1);
  pads = n.intsAttr("pads", 2 * spatial, 0, 0);
  groups = n.intAttr("group", 1);
  offsetGroups = n.intAttr("offset_group", 1);
  constexpr int64_t kMost = int64_t(1) << 24;
  if (groups < 1 || offsetGroups < 1 || groups > kMost || offsetGroups > kMost)
    n.fail("attributes 'group' and 'offset_group' must be positive numbers, but are " +
           Twine(groups) + " and " + Twine(offsetGroups));
  positions.assign(n.dims(2).drop_front(2).begin(), n.dims(2).end());
}

void DeformConv::check() {
  int64_t numTaps = 1;
  for (int64_t size : kernel)
    numTaps *= size;
  auto expect = [&](unsigned input, StringRef what, ArrayRef<Dim> sizes) {
    if (!n.hasFailed() && !mayBeEqual(n.dims(input), sizes))
      n.mismatch("input #" + Twine(input) + " (" + what + ") must have shape " + shapeText(sizes) +
                 ", but has " + shapeText(n.dims(input)));
  };
  Dims offsets = {size(0, 0), n.size(offsetGroups * numTaps * spatial)}, masks = offsets;
  masks[1] = n.size(offsetGroups * numTaps);
  for (int64_t i = 0; i < spatial; ++i) {
    const int64_t window = dilations[i] * (kernel[i] - 1) + 1;
    MaybeDim room = add(size(0, i + 2), n.size(pads[i] + pads[i + spatial] - window));
    MaybeDim steps = room ? floorDiv(*room, n.size(strides[i])) : room;
    offsets.push_back(n.need(steps ? add(*steps, n.size(1)) : steps, "a size of the result"));
  }
  masks.append(offsets.begin() + 2, offsets.end());
  expect(2, "the offsets", offsets);
  if (n.has(4))
    expect(4, "the mask", masks);
  n.expectVector(3, "the bias", size(1, 0), "output channel");
  auto channels = constantOf(size(0, 1)), filters = constantOf(size(1, 0));
  auto perGroup = constantOf(size(1, 1));
  if (!channels || !filters || !perGroup)
    return n.needsStatic("the number of channels");
  if (*channels != *perGroup * groups || *filters % groups != 0 || *channels % offsetGroups != 0)
    n.mismatch("the " + Twine(*channels) + " input channels must be those of " + Twine(groups) +
               " groups of the filter and a multiple of " + Twine(offsetGroups) +
               " offset groups, and the output channels a multiple of the groups");
}

// Dimensions: batch, offset groups, 1, then the window, then the positions.
Expr DeformConv::coordinate(Expr offsets, int64_t axis) const {
  const int64_t rank = 3 + 2 * spatial;
  Expr start =
      iotaAlong(n, positions[axis], 3 + spatial + axis, rank, type) * double(strides[axis]);
  Expr element = iotaAlong(n, n.size(kernel[axis]), 3 + axis, rank, type) * double(dilations[axis]);
  return start - double(pads[axis]) + element + offsets;
}

Value DeformConv::sampled(Dim numTaps, Dim numPositions) {
  Dims window, grouped = {size(0, 0), n.size(offsetGroups)}, wide;
  for (int64_t extent : kernel)
    window.push_back(n.size(extent));
  wide = grouped;
  wide.push_back(n.size(1));
  wide.append(window);
  wide.append(positions);
  Dims split = grouped;
  split.append({numTaps, n.size(spatial), numPositions});
  Expr offsets = Expr(n, n.tensor(2)).to(type).reshaped(split);
  Dim count = productOf(n, {numTaps, numPositions});
  Dims flat = grouped;
  flat.append({n.size(1), count});
  std::vector<Taps> taps;
  for (int64_t axis = 0; axis < spatial; ++axis)
    taps.push_back(linearTaps(coordinate(offsets.at(3, axis).reshaped(wide), axis).reshaped(flat),
                              size(0, axis + 2)));
  Dims images = grouped;
  images.push_back(n.size(*constantOf(size(0, 1)) / offsetGroups));
  images.append(n.dims(0).begin() + 2, n.dims(0).end());
  Sampler sampler = Sampler::ofImages(n, n.reshape(n.tensor(0), images), 3, count);
  Expr values = sampler.sum(taps, type);
  if (n.has(4))
    values = values * Expr(n, n.tensor(4)).to(type).reshaped(flat);
  return values.to(n.elementType(0)).value();
}

// The sampled windows as columns, multiplied with the filter group by group.
Value DeformConv::result() {
  Dims window;
  for (int64_t extent : kernel)
    window.push_back(n.size(extent));
  Dim numTaps = productOf(n, window), numPositions = productOf(n, positions);
  const int64_t filters = *constantOf(size(1, 0));
  Dim terms = productOf(n, {size(1, 1), numTaps});
  Value columns =
      n.reshape(sampled(numTaps, numPositions), {size(0, 0), n.size(groups), terms, numPositions});
  Value filter = n.reshape(n.tensor(1), {n.size(groups), n.size(filters / groups), terms});
  Dims sizes = {size(0, 0), n.size(filters)}, perChannel(spatial + 2, n.size(1));
  sizes.append(positions);
  perChannel[1] = n.size(filters);
  Expr sum = Expr(n, n.emit("rlx.matmul", {filter, columns})).reshaped(sizes);
  return (n.has(3) ? sum + Expr(n, n.tensor(3)).reshaped(perChannel) : sum).value();
}

void importDeformConv(Node &n) {
  DeformConv conv(n);
  conv.read();
  if (!n.hasFailed())
    conv.check();
  if (!n.hasFailed())
    n.set(0, conv.result());
}

} // namespace

void rlx::onnxim::addSamplingOps(OpTable &table) {
  table.add("GridSample", {importGridSample, nullptr, 16, 16});
  table.add("GridSample", {importGridSample, nullptr, 20, 20});
  table.add("AffineGrid", {importAffineGrid, nullptr, 20, 20});
  table.add("DeformConv", {importDeformConv, nullptr, 19, 19});
  table.limit("GridSample", "more than 3 spatial dimensions; modes other than `nearest` for types "
                            "that are not floating-point");
  table.limit("DeformConv", "more than 3 spatial dimensions; a filter or channels of dynamic size");
}
