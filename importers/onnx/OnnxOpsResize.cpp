// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resize and its predecessor Upsample.
//
// The usual forms are rlx.resize. Cubic interpolation, antialiasing, cropping and other rare forms
// are sums over constant tables of indices and weights, one dimension after the other.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"

#include <cmath>

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
struct ResizeSpec {
  std::string mode, coordinates, nearest;
  // One per dimension. Both if sizes are rounded: positions are computed with the scales.
  std::optional<SmallVector<double>> scales;
  std::optional<Dims> sizes;
  // Of tf_crop_and_resize: for each dimension the part of the input, from 0 to 1.
  // Initializers leave it out. NOLINTNEXTLINE(readability-redundant-member-init)
  SmallVector<std::pair<double, double>> roi = {};
  double extrapolation = 0, cubicA = -0.75;
  bool antialias = false, excludeOutside = false;

  bool crops() const { return coordinates == "tf_crop_and_resize"; }
  // What rlx.resize does not have is computed with tables of taps.
  bool needsTables() const {
    return mode == "cubic" || antialias || (excludeOutside && mode != "nearest") || crops() ||
           coordinates == "half_pixel_symmetric";
  }
};

// floor(size * scale), for a scale that is a fraction with a small denominator, or for a static
// size.
Dim scaledSize(Node &n, Dim size, double scale) {
  if (auto value = constantOf(size))
    return n.size(static_cast<int64_t>(std::floor(static_cast<double>(*value) * scale)));
  for (int64_t denominator = 1; denominator <= 64; ++denominator) {
    double numerator = scale * static_cast<double>(denominator);
    if (numerator != std::floor(numerator))
      continue;
    MaybeDim product = mul(size, n.size(static_cast<int64_t>(numerator)));
    return n.need(product ? floorDiv(*product, n.size(denominator)) : product,
                  "a size of the result");
  }
  n.unsupported("the scale " + Twine(std::to_string(scale)) +
                " of a dynamic size is not supported");
  return size;
}

// Adds the attribute for ONNX's name `value`. Fails the node if it is none of `names`.
template <typename Enum>
void setMode(Node &n, StringRef onnxAttribute, StringRef attribute, StringRef value,
             ArrayRef<std::pair<StringRef, Enum>> names,
             SmallVectorImpl<NamedAttribute> &attributes) {
  for (auto [name, mode] : names)
    if (name == value)
      return attributes.push_back(n.choice(attribute, mode));
  n.unsupported("attribute '" + onnxAttribute + "' is '" + value + "'; supported are " +
                llvm::join(llvm::make_first_range(names), ", "));
}

void setModes(Node &n, const ResizeSpec &spec, SmallVectorImpl<NamedAttribute> &attributes) {
  setMode<ResizeMode>(n, "mode", "mode", spec.mode,
                      {{"nearest", ResizeMode::Nearest}, {"linear", ResizeMode::Linear}},
                      attributes);
  setMode<CoordinateTransformation>(
      n, "coordinate_transformation_mode", "coordinate_transformation", spec.coordinates,
      {{"half_pixel", CoordinateTransformation::HalfPixel},
       {"pytorch_half_pixel", CoordinateTransformation::PytorchHalfPixel},
       {"align_corners", CoordinateTransformation::AlignCorners},
       {"asymmetric", CoordinateTransformation::Asymmetric},
       {"tf_half_pixel_for_nn", CoordinateTransformation::TfHalfPixelForNN}},
      attributes);
  setMode<NearestMode>(n, "nearest_mode", "nearest_rounding", spec.nearest,
                       {{"round_prefer_floor", NearestMode::RoundPreferFloor},
                        {"round_prefer_ceil", NearestMode::RoundPreferCeil},
                        {"floor", NearestMode::Floor},
                        {"ceil", NearestMode::Ceil}},
                       attributes);
}

// ---- with tables ----

// What one dimension of the result reads: a number of taps for each index.
struct ResizeTable {
  int64_t numTaps = 1;
  SmallVector<int64_t> indices;
  SmallVector<double> weights;
  SmallVector<bool> outside; // true where the result is the extrapolation value
};

// The coordinate of the input for index x of the result. `out` is the size before it is rounded.
double inputCoordinate(const ResizeSpec &spec, int64_t axis, double x, double in, double out,
                       double rounded) {
  const double scale = out / in;
  if (spec.coordinates == "align_corners")
    return out == 1 ? 0 : x * (in - 1) / (out - 1);
  if (spec.coordinates == "asymmetric")
    return x / scale;
  if (spec.coordinates == "tf_half_pixel_for_nn")
    return (x + 0.5) / scale;
  if (spec.crops()) {
    auto [begin, end] = spec.roi[axis];
    const double part = (end - begin) * (in - 1);
    return begin * (in - 1) + (out == 1 ? part / 2 : x * part / (out - 1));
  }
  if (spec.coordinates == "pytorch_half_pixel" && out == 1)
    return 0;
  const double centre = (x + 0.5) / scale - 0.5;
  return spec.coordinates == "half_pixel_symmetric" ? centre + in / 2 * (1 - rounded / out)
                                                    : centre;
}

// The kernel of the interpolation at a distance.
double kernelWeight(const ResizeSpec &spec, double distance) {
  const double x = std::abs(distance), a = spec.cubicA;
  if (spec.mode == "linear")
    return std::max(1 - x, 0.0);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

double roundedNearest(const ResizeSpec &spec, double at) {
  if (spec.nearest == "floor")
    return std::floor(at);
  if (spec.nearest == "ceil")
    return std::ceil(at);
  return spec.nearest == "round_prefer_ceil" ? std::floor(at + 0.5) : std::ceil(at - 0.5);
}

// Adds the taps of one index.
void addTaps(const ResizeSpec &spec, ResizeTable &table, double at, double scale, int64_t in) {
  const int64_t last = in - 1;
  if (spec.mode == "nearest") {
    double nearest = std::clamp(roundedNearest(spec, at), 0.0, static_cast<double>(last));
    table.indices.push_back(static_cast<int64_t>(nearest));
    return;
  }
  const double floor = std::floor(at);
  const int64_t first = static_cast<int64_t>(floor) - table.numTaps / 2 + 1;
  SmallVector<double> weights;
  double sum = 0;
  for (int64_t i = first; i < first + table.numTaps; ++i) {
    const bool counts = !spec.excludeOutside || (i >= 0 && i <= last);
    weights.push_back(counts ? kernelWeight(spec, (static_cast<double>(i) - at) * scale) : 0);
    sum += weights.back();
    table.indices.push_back(std::clamp<int64_t>(i, 0, last));
  }
  for (double weight : weights)
    table.weights.push_back(sum == 0 ? weight : weight / sum);
}

// Antialiasing stretches the kernel by the inverse of the result.
double kernelScale(const ResizeSpec &spec, double scale) {
  return spec.antialias ? std::min(scale, 1.0) : 1;
}

double numTaps(const ResizeSpec &spec, double scale) {
  const double reach = spec.mode == "cubic" ? 2 : 1;
  return spec.mode == "nearest" ? 1 : 2 * std::ceil(reach / kernelScale(spec, scale));
}

ResizeTable resizeTable(const ResizeSpec &spec, int64_t axis, int64_t in, int64_t size,
                        double scale) {
  ResizeTable table;
  const double stretch = kernelScale(spec, scale);
  table.numTaps = static_cast<int64_t>(numTaps(spec, scale));
  const double out = scale * static_cast<double>(in);
  for (int64_t x = 0; x < size; ++x) {
    double at = inputCoordinate(spec, axis, static_cast<double>(x), static_cast<double>(in), out,
                                static_cast<double>(size));
    table.outside.push_back(spec.crops() && (at < 0 || at > static_cast<double>(in - 1)));
    // Far outside, every index has the value of the border.
    at = std::clamp(at, -4.0 * static_cast<double>(in) - 4, 4.0 * static_cast<double>(in) + 4);
    addTaps(spec, table, at, stretch, in);
  }
  return table;
}

// Resizes one dimension: a weighted sum of the elements at constant indices.
Expr applyTable(Expr x, const ResizeSpec &spec, int64_t axis, const ResizeTable &table) {
  Node &n = x.node();
  Dims sizes = n.dimsOf(x.value());
  if (n.hasFailed())
    return x;
  const int64_t rank = static_cast<int64_t>(sizes.size());
  const int64_t size = static_cast<int64_t>(table.outside.size());
  const bool hasWeights = !table.weights.empty();
  SmallVector<int64_t> shape = {size};
  if (hasWeights)
    shape.push_back(table.numTaps);
  auto indexType = RankedTensorType::get(shape, n.builder().getI64Type());
  Value indices = n.literal(DenseElementsAttr::get(indexType, ArrayRef(table.indices)));
  x = Expr(n, n.emit("rlx.gather", {x.value(), indices}, n.i64("axis", axis)));
  if (hasWeights) {
    SmallVector<Attribute> values;
    for (double weight : table.weights)
      values.push_back(n.scalarAttr(x.elementType(), weight));
    Dims wide(rank - axis + 1, n.size(1));
    wide[0] = n.size(size);
    wide[1] = n.size(table.numTaps);
    Expr weights(n, n.literal(DenseElementsAttr::get(RankedTensorType::get(shape, x.elementType()),
                                                     values)));
    x = Expr(n, n.reduce("rlx.reduce_sum", (x * weights.reshaped(wide)).value(), axis + 1, false));
  }
  if (!llvm::is_contained(table.outside, true))
    return x;
  Dims column(rank - axis, n.size(1));
  column[0] = n.size(size);
  auto maskType = RankedTensorType::get(size, n.builder().getI1Type());
  Expr mask(n, n.literal(DenseElementsAttr::get(maskType, ArrayRef(table.outside))));
  return where(mask.reshaped(column), x.number(spec.extrapolation), x);
}

constexpr double kMaxTable = 1 << 22; // elements

// Resizes the dimensions `axes` to the sizes `to` one after the other.
void emitWithTables(Node &n, const ResizeSpec &spec, ArrayRef<int64_t> axes, ArrayRef<Dim> to) {
  Type elementType = n.elementType(0);
  const bool interpolates = spec.mode != "nearest";
  if (interpolates && !isa<FloatType>(elementType))
    return n.unsupported("interpolation of " + typeText(elementType) +
                         " elements is not supported; supported are floating-point types, and all "
                         "types with mode nearest");
  if (spec.antialias && !interpolates)
    return n.fail("attribute 'antialias' is for modes linear and cubic");
  Expr x(n, n.tensor(0));
  if (interpolates)
    x = x.to(computeType(n, elementType));
  for (auto [axis, dim] : llvm::zip(axes, to)) {
    std::optional<int64_t> in = constantOf(n.dims(0)[axis]), size = constantOf(dim);
    if (!in || !size)
      return n.needsStatic("the size of dimension " + Twine(axis) + " for these attributes");
    if (*in == 0 || *size == 0)
      return n.fail("dimension " + Twine(axis) + " is empty");
    const double scale =
        spec.scales ? (*spec.scales)[axis] : static_cast<double>(*size) / static_cast<double>(*in);
    if (static_cast<double>(*size) * numTaps(spec, scale) > kMaxTable)
      return n.unsupported("dimension " + Twine(axis) +
                           " is too large for these attributes: the result reads more than 2^22 "
                           "elements along it");
    x = applyTable(x, spec, axis, resizeTable(spec, axis, *in, *size, scale));
  }
  n.set(0, x.to(elementType).value());
}

// With align_corners, scales count and not the rounded sizes, which rlx.resize takes.
bool hasRoundedCorners(const ResizeSpec &spec, ArrayRef<Dim> from, ArrayRef<int64_t> axes) {
  if (spec.coordinates != "align_corners" || !spec.scales || spec.sizes)
    return false;
  return llvm::any_of(axes, [&](int64_t axis) {
    std::optional<int64_t> in = constantOf(from[axis]);
    const double out = in ? (*spec.scales)[axis] * static_cast<double>(*in) : 0;
    return out != std::floor(out);
  });
}

// ---- all forms ----

void emitResize(Node &n, const ResizeSpec &spec) {
  ArrayRef<Dim> from = n.dims(0);
  Dims to;
  IntList axes;
  SmallVector<double> scales;
  size_t given = spec.sizes ? spec.sizes->size() : spec.scales ? spec.scales->size() : 0;
  if (n.hasFailed())
    return;
  if (!spec.sizes && !spec.scales)
    return n.fail("has neither scales nor sizes");
  if (given != from.size())
    return n.fail("has " + Twine(given) + " scales or sizes for rank " + Twine(from.size()));
  for (size_t i = 0; i < from.size(); ++i) {
    double scale = spec.scales ? (*spec.scales)[i] : 1;
    if (!(scale > 0 && scale < 65536))
      return n.fail("has the invalid scale " + Twine(std::to_string(scale)));
    Dim size = spec.sizes ? (*spec.sizes)[i] : scaledSize(n, from[i], scale);
    if (auto value = constantOf(size); value && *value < 0)
      return n.fail("has the invalid size " + Twine(*value));
    const bool isWhole = !spec.crops() || spec.roi[i] == std::pair<double, double>(0, 1);
    if (scale == 1 && size == from[i] && isWhole)
      continue; // not resized
    axes.push_back(i);
    to.push_back(size);
    scales.push_back(scale);
  }
  if (n.hasFailed())
    return;
  if (axes.empty())
    return n.set(0, n.tensor(0));
  if (spec.needsTables() || hasRoundedCorners(spec, from, axes))
    return emitWithTables(n, spec, axes, to);
  Node::Mixed list = n.mixed(to);
  SmallVector<Value> operands = {n.tensor(0)};
  llvm::append_range(operands, list.operands);
  SmallVector<NamedAttribute> attributes = {n.i64s("static_sizes", list.constants),
                                            n.i64s("axes", axes)};
  setModes(n, spec, attributes);
  if (spec.scales)
    attributes.push_back(n.attr("scales", n.builder().getDenseF64ArrayAttr(scales)));
  n.set(0, n.emit("rlx.resize", operands, attributes));
}

// Upsample, and Resize of operator set 10: asymmetric coordinates, rounded down.
void importUpsample(Node &n) {
  ResizeSpec spec{n.stringAttr("mode", "nearest"), "asymmetric", "floor", {}, {}};
  bool isAttribute = n.op() == "Upsample" && n.opset() < 9;
  if (isAttribute)
    spec.scales = n.floatsAttr("scales");
  else
    spec.scales = n.constantDoubles(1);
  if (!spec.scales)
    return n.unsupported(n.inputText(1) + " (the scales) must be a constant");
  emitResize(n, spec);
}

// Fills what the axes of attribute `axes` do not have: dimensions that stay as they are.
void spreadOverAxes(Node &n, ResizeSpec &spec, ArrayRef<int64_t> axes) {
  const int64_t rank = n.rank(0);
  const size_t given = spec.sizes ? spec.sizes->size() : spec.scales ? spec.scales->size() : 0;
  if (given != axes.size())
    return n.fail("has " + Twine(given) + " scales or sizes for " + Twine(axes.size()) + " axes");
  SmallVector<double> scales(rank, 1);
  Dims sizes(n.dims(0));
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (spec.sizes)
      sizes[axis] = (*spec.sizes)[i];
    if (spec.scales)
      scales[axis] = (*spec.scales)[i];
  }
  if (spec.sizes)
    spec.sizes = sizes;
  if (spec.scales)
    spec.scales = scales;
}

// Sizes with the ratio of the input's: none is larger than asked for, or none is smaller. The scale
// is the same for all axes.
void keepAspect(Node &n, ResizeSpec &spec, ArrayRef<int64_t> axes, bool notLarger) {
  if (!spec.sizes || spec.sizes->size() != axes.size() || axes.empty())
    return; // scales have their own ratio; a wrong number is an error later
  SmallVector<double> scales;
  for (auto [axis, to] : llvm::zip(axes, *spec.sizes)) {
    std::optional<int64_t> before = constantOf(n.dims(0)[axis]), after = constantOf(to);
    if (!before || !after || *before == 0)
      return n.needsStatic("the shape, for attribute 'keep_aspect_ratio_policy',");
    scales.push_back(static_cast<double>(*after) / static_cast<double>(*before));
  }
  const double scale = notLarger ? *llvm::min_element(scales) : *llvm::max_element(scales);
  for (auto [axis, to] : llvm::zip(axes, *spec.sizes)) {
    const double size = scale * static_cast<double>(*constantOf(n.dims(0)[axis]));
    to = n.size(static_cast<int64_t>(std::floor(size + 0.5)));
  }
  spec.scales = SmallVector<double>(axes.size(), scale);
}

// Starts, then ends, of the part of the input that tf_crop_and_resize reads.
void readRoi(Node &n, ResizeSpec &spec, ArrayRef<int64_t> axes) {
  std::optional<SmallVector<double>> roi;
  if (n.has(1))
    roi = n.constantDoubles(1);
  else
    n.fail("attribute 'coordinate_transformation_mode' = tf_crop_and_resize needs input #1");
  if (!n.hasFailed() && !roi)
    n.unsupported(n.inputText(1) + " (the region of interest) must be a constant");
  if (!n.hasFailed() && roi->size() != 2 * axes.size())
    n.fail("input #1 (the region of interest) has " + Twine(roi->size()) + " elements for " +
           Twine(axes.size()) + " axes");
  if (n.hasFailed())
    return;
  spec.roi.assign(n.rank(0), {0, 1});
  for (auto [i, axis] : llvm::enumerate(axes))
    spec.roi[axis] = {(*roi)[i], (*roi)[i + axes.size()]};
}

void expectName(Node &n, StringRef attribute, StringRef value, ArrayRef<StringRef> names) {
  if (!llvm::is_contained(names, value))
    n.fail("attribute '" + attribute + "' is '" + value + "', expected one of " +
           llvm::join(names, ", "));
}

void importResize(Node &n) {
  ResizeSpec spec{n.stringAttr("mode", "nearest"),
                  n.stringAttr("coordinate_transformation_mode", "half_pixel"),
                  n.stringAttr("nearest_mode", "round_prefer_floor"),
                  {},
                  {}};
  expectName(n, "mode", spec.mode, {"nearest", "linear", "cubic"});
  expectName(n, "coordinate_transformation_mode", spec.coordinates,
             {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
              "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"});
  spec.extrapolation = n.floatAttr("extrapolation_value", 0);
  spec.cubicA = n.floatAttr("cubic_coeff_a", -0.75);
  spec.excludeOutside = n.flagAttr("exclude_outside", false);
  // An input that is present but empty counts as absent.
  auto isGiven = [&](unsigned i) {
    return n.has(i) && !(n.rank(i) == 1 && constantOf(n.dims(i)[0]) == 0);
  };
  if (isGiven(2) && isGiven(3))
    return n.fail("has scales and sizes, but takes only one of them");
  if (isGiven(3))
    spec.sizes = n.knownInts(3, "the sizes");
  else if (isGiven(2) && !(spec.scales = n.constantDoubles(2)))
    return n.unsupported(n.inputText(2) + " (the scales) must be a constant");
  if (n.opset() >= 18) {
    spec.antialias = n.flagAttr("antialias", false);
    const bool hasAxes = n.hasAttr("axes");
    IntList axes = hasAxes ? n.axes(n.intsAttr("axes"), n.rank(0)) : axisRange(0, n.rank(0));
    const std::string policy = n.stringAttr("keep_aspect_ratio_policy", "stretch");
    if (policy != "stretch" && policy != "not_larger" && policy != "not_smaller")
      n.fail("attribute 'keep_aspect_ratio_policy' is '" + Twine(policy) +
             "', but must be stretch, not_larger or not_smaller");
    if (!n.hasFailed() && policy != "stretch")
      keepAspect(n, spec, axes, policy == "not_larger");
    if (spec.crops())
      readRoi(n, spec, axes);
    if (!n.hasFailed() && hasAxes)
      spreadOverAxes(n, spec, axes);
  } else if (spec.crops()) {
    readRoi(n, spec, axisRange(0, n.rank(0)));
  }
  if (!n.hasFailed())
    emitResize(n, spec);
}
} // namespace

void rlx::onnxim::addResizeOps(OpTable &table) {
  table.add("Upsample", {importUpsample, nullptr, 7, 8});
  table.add("Upsample", {importUpsample, nullptr, 9, 9});
  table.add("Resize", {importUpsample, nullptr, 10, 10});
  table.add("Resize", {importResize, nullptr, 11, 18});
  table.limit(
      "Resize",
      "scales or regions that are not constant; for dynamic sizes, scales whose denominator "
      "exceeds 64, mode `cubic`, `tf_crop_and_resize`, `half_pixel_symmetric`, `antialias` "
      "and `exclude_outside`; interpolation of integers");
  table.limit("Upsample", "scales that are not constant; for dynamic sizes, scales whose "
                          "denominator exceeds 64");
}
