// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resize and its predecessor Upsample.
//
// The usual forms are rlx.resize. Cubic interpolation, antialiasing, cropping and other rare forms
// are sums over tables of indices and weights, one dimension after the other. The tables are
// constant, or computed by the run if sizes, scales or the region are known only then.
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
  // If they are data: for each dimension a scalar of f64; null where the dimension stays as it is.
  // NOLINTNEXTLINE(readability-redundant-member-init)
  SmallVector<Value> computedScales = {};
  // NOLINTNEXTLINE(readability-redundant-member-init)
  SmallVector<std::pair<Value, Value>> computedRoi = {};
  double extrapolation = 0, cubicA = -0.75;
  bool antialias = false, excludeOutside = false;

  bool crops() const { return coordinates == "tf_crop_and_resize"; }
  bool isComputed() const { return !computedScales.empty() || !computedRoi.empty(); }
  // The number of scales or sizes; 0 if there are none.
  size_t count() const {
    if (sizes)
      return sizes->size();
    return scales ? scales->size() : computedScales.size();
  }
  // What rlx.resize does not have is computed with tables of taps.
  bool needsTables() const {
    return mode == "cubic" || antialias || (excludeOutside && mode != "nearest") || crops() ||
           coordinates == "half_pixel_symmetric";
  }
};

// Whether a constant scale is in range. Otherwise the node fails.
bool isValidScale(Node &n, double scale) {
  const bool isValid = scale > 0 && scale < 65536;
  if (!isValid)
    n.fail("has the invalid scale " + Twine(std::to_string(scale)));
  return isValid;
}

// floor(size * scale), for a scale that is a fraction with a small denominator, or for a static
// size. Null for other scales.
MaybeDim scaledSize(Node &n, Dim size, double scale) {
  if (auto value = constantOf(size))
    return n.size(static_cast<int64_t>(
        std::min(std::floor(static_cast<double>(*value) * scale), 0x1p62))); // no tensor is larger
  for (int64_t denominator = 1; denominator <= 64; ++denominator) {
    double numerator = scale * static_cast<double>(denominator);
    if (numerator != std::floor(numerator))
      continue;
    MaybeDim product = mul(size, n.size(static_cast<int64_t>(numerator)));
    return product ? floorDiv(*product, n.size(denominator)) : product;
  }
  return std::nullopt;
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

// Input 0 in the type to compute with; null after failing the node.
std::optional<Expr> resizable(Node &n, const ResizeSpec &spec) {
  Type elementType = n.elementType(0);
  const bool interpolates = spec.mode != "nearest";
  if (interpolates && !isa<FloatType>(elementType))
    n.unsupported("interpolation of " + typeText(elementType) +
                  " elements is not supported; supported are floating-point types, and all types "
                  "with mode nearest");
  if (spec.antialias && !interpolates)
    n.fail("attribute 'antialias' is for modes linear and cubic");
  if (n.hasFailed())
    return std::nullopt;
  Expr x(n, n.tensor(0));
  return interpolates ? x.to(computeType(n, elementType)) : x;
}

// Resizes the dimensions `axes` to the sizes `to` one after the other.
void emitWithTables(Node &n, const ResizeSpec &spec, ArrayRef<int64_t> axes, ArrayRef<Dim> to) {
  std::optional<Expr> x = resizable(n, spec);
  if (!x)
    return;
  for (auto [axis, dim] : llvm::zip(axes, to)) {
    std::optional<int64_t> in = constantOf(n.dims(0)[axis]), size = constantOf(dim);
    if (*in == 0 || *size == 0)
      return n.fail("dimension " + Twine(axis) + " is empty");
    const double scale =
        spec.scales ? (*spec.scales)[axis] : static_cast<double>(*size) / static_cast<double>(*in);
    if (static_cast<double>(*size) * numTaps(spec, scale) > kMaxTable)
      return n.unsupported("dimension " + Twine(axis) +
                           " is too large for these attributes: the result reads more than 2^22 "
                           "elements along it");
    x = applyTable(*x, spec, axis, resizeTable(spec, axis, *in, *size, scale));
  }
  n.set(0, x->to(n.elementType(0)).value());
}

// ---- with computed tables ----

// A dimension to resize: `size` is that of the result, `out` the same before it is rounded. Numbers
// are f64, as in constant tables.
struct ComputedAxis {
  int64_t axis;
  Dim from, size;
  Expr in, scale, out;
};

// `size` is that of the result if it follows from sizes of the inputs.
ComputedAxis computedAxis(Node &n, const ResizeSpec &spec, int64_t axis, MaybeDim size) {
  Type f64 = n.builder().getF64Type();
  Dim from = n.dims(0)[axis];
  Expr in = sizeAs(n, from, f64);
  if (!spec.scales && spec.computedScales.empty()) {
    Expr out = sizeAs(n, *size, f64);
    return {axis, from, *size, in, out / in, out};
  }
  Expr scale(n, spec.computedScales.empty() ? n.scalar(f64, (*spec.scales)[axis])
                                            : spec.computedScales[axis]);
  Expr out = scale * in;
  return {axis, from, size ? *size : sizeOf(floor(out)), in, scale, out};
}

// inputCoordinate of all indices x.
Expr inputCoordinates(const ResizeSpec &spec, const ComputedAxis &axis, Expr x) {
  const Expr &in = axis.in, &out = axis.out;
  Expr zero = x.number(0), isOne = out == 1;
  if (spec.coordinates == "align_corners")
    return where(isOne, zero, x * (in - 1) / (out - 1));
  if (spec.coordinates == "asymmetric")
    return x / axis.scale;
  if (spec.coordinates == "tf_half_pixel_for_nn")
    return (x + 0.5) / axis.scale;
  if (spec.crops()) {
    Node &n = x.node();
    auto edge = [&](Value computed, double constant) {
      return spec.computedRoi.empty() ? x.number(constant) : Expr(n, computed);
    };
    auto constant = spec.roi.empty() ? std::pair(0.0, 1.0) : spec.roi[axis.axis];
    auto computed =
        spec.computedRoi.empty() ? std::pair<Value, Value>() : spec.computedRoi[axis.axis];
    Expr begin = edge(computed.first, constant.first);
    Expr part = (edge(computed.second, constant.second) - begin) * (in - 1);
    return begin * (in - 1) + where(isOne, part / 2, x * part / (out - 1));
  }
  Expr centre = (x + 0.5) / axis.scale - 0.5;
  if (spec.coordinates == "pytorch_half_pixel")
    return where(isOne, zero, centre);
  if (spec.coordinates == "half_pixel_symmetric")
    return centre + in / 2 * (1 - sizeAs(x.node(), axis.size, x.elementType()) / out);
  return centre;
}

Expr kernelWeights(const ResizeSpec &spec, Expr distance) {
  Expr x = distance.unary("rlx.abs"), zero = x.number(0);
  const double a = spec.cubicA;
  if (spec.mode == "linear")
    return max(1 - x, 0);
  Expr near = (x * (a + 2) - (a + 3)) * x * x + 1;
  Expr far = ((x * a - 5 * a) * x + 8 * a) * x - 4 * a;
  return where(x <= x.number(1), near, where(x < 2, far, zero));
}

Expr roundedNearest(const ResizeSpec &spec, Expr at) {
  if (spec.nearest == "floor")
    return floor(at);
  if (spec.nearest == "ceil")
    return ceil(at);
  return spec.nearest == "round_prefer_ceil" ? floor(at + 0.5) : ceil(at - 0.5);
}

Dim computedNumTaps(const ResizeSpec &spec, const ComputedAxis &axis) {
  const double reach = spec.mode == "cubic" ? 2 : 1;
  Node &n = axis.in.node();
  if (!spec.antialias)
    return n.size(static_cast<int64_t>(2 * reach));
  Expr scale = min(axis.scale, axis.scale.number(1));
  return sizeOf(ceil(scale.number(reach) / scale)) * 2;
}

// applyTable with a table that the run computes.
Expr applyComputedTable(Expr x, const ResizeSpec &spec, const ComputedAxis &axis) {
  Node &n = x.node();
  Type i64 = n.builder().getI64Type();
  const int64_t rank = n.rank(0);
  Expr position = iotaAlong(n, axis.size, 0, 1, n.builder().getF64Type());
  Expr at = inputCoordinates(spec, axis, position), last = axis.in - 1;
  Expr isOutside = (at < 0) | (at > last);
  auto gathered = [&](Expr index) {
    Expr inside = min(max(index, 0), last).to(i64);
    return Expr(n, n.emit("rlx.gather", {x.value(), inside.value()}, n.i64("axis", axis.axis)));
  };
  Dims column(rank - axis.axis, n.size(1));
  column[0] = axis.size;
  if (spec.mode == "nearest") {
    x = gathered(roundedNearest(spec, at));
  } else {
    Dim taps = computedNumTaps(spec, axis);
    Expr border = axis.in * 4 + 4; // far outside, every index has the value of the border
    Expr near = min(max(at, border * -1), border).reshaped({axis.size, n.size(1)});
    Expr half = sizeAs(n, taps, at.elementType()) / 2;
    Expr index = floor(near) - half + 1 + iotaAlong(n, taps, 1, 2, at.elementType());
    Expr distance = index - near;
    if (spec.antialias)
      distance = distance * min(axis.scale, axis.scale.number(1));
    Expr weights = kernelWeights(spec, distance), zero = weights.number(0);
    if (spec.excludeOutside)
      weights = where((index >= 0) & (index <= last), weights, zero);
    if (spec.excludeOutside || spec.antialias) {
      Expr sum(n, n.reduce("rlx.reduce_sum", weights.value(), 1, true));
      weights = weights / where(sum == 0, sum.number(1), sum);
    }
    Dims wide(rank - axis.axis + 1, n.size(1));
    wide[0] = axis.size;
    wide[1] = taps;
    Expr parts = gathered(index) * weights.to(x.elementType()).reshaped(wide);
    x = Expr(n, n.reduce("rlx.reduce_sum", parts.value(), axis.axis + 1, false));
  }
  return spec.crops() ? where(isOutside.reshaped(column), x.number(spec.extrapolation), x) : x;
}

void emitComputed(Node &n, const ResizeSpec &spec, ArrayRef<int64_t> axes, ArrayRef<MaybeDim> to) {
  std::optional<Expr> x = resizable(n, spec);
  for (auto [axis, size] : llvm::zip(axes, to)) {
    if (!x || n.hasFailed())
      return;
    ComputedAxis computed = computedAxis(n, spec, axis, size);
    n.require(computed.from, n.size(1), "dimension " + Twine(axis) + " of the input is empty");
    n.require(computed.size, n.size(1),
              "dimension " + Twine(axis) +
                  " of the result is less than 1: the scales or sizes are "
                  "too small");
    x = applyComputedTable(*x, spec, computed);
  }
  if (x)
    n.set(0, x->to(n.elementType(0)).value());
}

// With align_corners, scales count and not the rounded sizes, which rlx.resize takes. The result of
// a dynamic size may be rounded unless the scale is whole.
bool hasRoundedCorners(const ResizeSpec &spec, ArrayRef<Dim> from, ArrayRef<int64_t> axes) {
  if (spec.coordinates != "align_corners" || !spec.scales || spec.sizes)
    return false;
  return llvm::any_of(axes, [&](int64_t axis) {
    std::optional<int64_t> in = constantOf(from[axis]);
    const double out = (*spec.scales)[axis] * static_cast<double>(in.value_or(1));
    return out != std::floor(out);
  });
}

// ---- all forms ----

// Whether dimension `i` stays as it is.
bool isKept(Node &n, const ResizeSpec &spec, size_t i, MaybeDim size) {
  if (!spec.computedScales.empty())
    return !spec.computedScales[i];
  if ((spec.scales && (*spec.scales)[i] != 1) || size != n.dims(0)[i])
    return false;
  if (!spec.computedRoi.empty())
    return !spec.computedRoi[i].first;
  return !spec.crops() || spec.roi[i] == std::pair<double, double>(0, 1);
}

void emitResize(Node &n, const ResizeSpec &spec) {
  ArrayRef<Dim> from = n.dims(0);
  SmallVector<MaybeDim> sizes; // null where the run computes them
  IntList axes;
  SmallVector<double> scales;
  if (n.hasFailed())
    return;
  if (!spec.sizes && !spec.scales && spec.computedScales.empty())
    return n.fail("has neither scales nor sizes");
  if (spec.count() != from.size())
    return n.fail("has " + Twine(spec.count()) + " scales or sizes for rank " + Twine(from.size()));
  bool isExpressible = true, isStatic = true;
  for (size_t i = 0; i < from.size(); ++i) {
    const double scale = spec.scales ? (*spec.scales)[i] : 1;
    if (!isValidScale(n, scale))
      return;
    MaybeDim size;
    if (spec.sizes)
      size = (*spec.sizes)[i];
    else if (spec.scales)
      size = scaledSize(n, from[i], scale);
    std::optional<int64_t> value = size ? constantOf(*size) : std::nullopt;
    if (value && *value < 0)
      return n.fail("has the invalid size " + Twine(*value));
    if (isKept(n, spec, i, size))
      continue;
    isExpressible &= size.has_value();
    isStatic &= value && constantOf(from[i]);
    axes.push_back(i);
    sizes.push_back(size);
    scales.push_back(scale);
  }
  if (n.hasFailed())
    return;
  if (axes.empty())
    return n.set(0, n.tensor(0));
  const bool needsTables = spec.needsTables() || hasRoundedCorners(spec, from, axes);
  if (spec.isComputed() || !isExpressible || (needsTables && !isStatic))
    return emitComputed(n, spec, axes, sizes);
  Dims to = llvm::map_to_vector<4>(sizes, [](MaybeDim size) { return *size; });
  if (needsTables)
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

// Element i of `axes` from element i of the input, for each dimension; null for the others.
SmallVector<Value> elementsOverAxes(Node &n, unsigned input, size_t first, ArrayRef<int64_t> axes) {
  Expr all = Expr(n, n.tensor(input)).to(n.builder().getF64Type());
  SmallVector<Value> elements(n.rank(0));
  for (auto [i, axis] : llvm::enumerate(axes))
    elements[axis] = all.at(0, static_cast<int64_t>(first + i)).value();
  return elements;
}

// Scales, one for each of `axes`. Those that are data are spread over the dimensions at once.
void readScales(Node &n, ResizeSpec &spec, unsigned input, ArrayRef<int64_t> axes) {
  spec.scales = n.constantDoubles(input);
  if (spec.scales || n.hasFailed())
    return;
  if (!mayBeEqual(n.dims(input), n.size(static_cast<int64_t>(axes.size()))))
    return n.fail(n.inputText(input) + " (the scales) has shape " + shapeText(n.dims(input)) +
                  " for " + Twine(axes.size()) + " dimensions");
  spec.computedScales = elementsOverAxes(n, input, 0, axes);
}

// Upsample, and Resize of operator set 10: asymmetric coordinates, rounded down.
void importUpsample(Node &n) {
  ResizeSpec spec{n.stringAttr("mode", "nearest"), "asymmetric", "floor", {}, {}};
  bool isAttribute = n.op() == "Upsample" && n.opset() < 9;
  if (isAttribute)
    spec.scales = n.floatsAttr("scales");
  else
    readScales(n, spec, 1, axisRange(0, n.rank(0)));
  emitResize(n, spec);
}

// Fills what the axes of attribute `axes` do not have: dimensions that stay as they are.
void spreadOverAxes(Node &n, ResizeSpec &spec, ArrayRef<int64_t> axes) {
  const int64_t rank = n.rank(0);
  const size_t given = spec.sizes ? spec.sizes->size() : spec.scales ? spec.scales->size() : 0;
  if (given != axes.size() && spec.computedScales.empty())
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

void keepComputedAspect(Node &n, ResizeSpec &spec, ArrayRef<int64_t> axes, bool notLarger) {
  Type f64 = n.builder().getF64Type();
  std::optional<Expr> scale;
  for (auto [axis, to] : llvm::zip(axes, *spec.sizes)) {
    Expr own = sizeAs(n, to, f64) / sizeAs(n, n.dims(0)[axis], f64);
    scale = !scale ? own : notLarger ? min(*scale, own) : max(*scale, own);
  }
  spec.computedScales.assign(n.rank(0), Value());
  for (auto [axis, to] : llvm::zip(axes, *spec.sizes)) {
    to = sizeOf(floor(*scale * sizeAs(n, n.dims(0)[axis], f64) + 0.5));
    spec.computedScales[axis] = scale->value();
  }
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
      return keepComputedAspect(n, spec, axes, notLarger);
    scales.push_back(static_cast<double>(*after) / static_cast<double>(*before));
  }
  const double scale = notLarger ? *llvm::min_element(scales) : *llvm::max_element(scales);
  if (!isValidScale(n, scale))
    return;
  for (auto [axis, to] : llvm::zip(axes, *spec.sizes)) {
    const double size = scale * static_cast<double>(*constantOf(n.dims(0)[axis]));
    to = n.size(static_cast<int64_t>(std::min(std::floor(size + 0.5), 0x1p62)));
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
  if (!n.hasFailed() && !mayBeEqual(n.dims(1), n.size(static_cast<int64_t>(2 * axes.size()))))
    n.fail("input #1 (the region of interest) has shape " + shapeText(n.dims(1)) + " for " +
           Twine(axes.size()) + " axes");
  if (roi && !llvm::all_of(*roi, [](double edge) { return std::isfinite(edge); }))
    n.fail(
        "input #1 (the region of interest) has an infinite or NaN edge; expected finite numbers");
  if (n.hasFailed())
    return;
  if (!roi) {
    spec.computedRoi.resize(n.rank(0));
    SmallVector<Value> begins = elementsOverAxes(n, 1, 0, axes);
    SmallVector<Value> ends = elementsOverAxes(n, 1, axes.size(), axes);
    for (int64_t axis : axes)
      spec.computedRoi[axis] = {begins[axis], ends[axis]};
    return;
  }
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
  const bool hasAxes = n.opset() >= 18 && n.hasAttr("axes");
  IntList axes = hasAxes ? n.axes(n.intsAttr("axes"), n.rank(0)) : axisRange(0, n.rank(0));
  if (isGiven(3))
    spec.sizes = n.knownInts(3, "the sizes", axes.size());
  else if (isGiven(2))
    readScales(n, spec, 2, axes);
  if (n.opset() >= 18) {
    spec.antialias = n.flagAttr("antialias", false);
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
  table.limit("Resize", "interpolation of integers");
}
