// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resize and its predecessor Upsample.
//
// Modes nearest and linear are supported; cubic and tf_crop_and_resize are rejected.
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
    if (scale == 1 && size == from[i])
      continue; // not resized
    axes.push_back(i);
    to.push_back(size);
    scales.push_back(scale);
  }
  if (n.hasFailed())
    return;
  if (axes.empty())
    return n.set(0, n.tensor(0));
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
    return n.unsupported("the scales must be constant");
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
      return n.unsupported("attribute 'keep_aspect_ratio_policy' needs sizes that are known");
    scales.push_back(static_cast<double>(*after) / static_cast<double>(*before));
  }
  const double scale = notLarger ? *llvm::min_element(scales) : *llvm::max_element(scales);
  for (auto [axis, to] : llvm::zip(axes, *spec.sizes)) {
    const double size = scale * static_cast<double>(*constantOf(n.dims(0)[axis]));
    to = n.size(static_cast<int64_t>(std::floor(size + 0.5)));
  }
  spec.scales = SmallVector<double>(axes.size(), scale);
}

void importResize(Node &n) {
  ResizeSpec spec{n.stringAttr("mode", "nearest"),
                  n.stringAttr("coordinate_transformation_mode", "half_pixel"),
                  n.stringAttr("nearest_mode", "round_prefer_floor"),
                  {},
                  {}};
  n.ignoreAttr("extrapolation_value"); // for tf_crop_and_resize, which is rejected
  n.ignoreAttr("cubic_coeff_a");       // for cubic, which is rejected
  n.expectIntAttr("exclude_outside", 0);
  // An input that is present but empty counts as absent.
  auto isGiven = [&](unsigned i) {
    return n.has(i) && !(n.rank(i) == 1 && constantOf(n.dims(i)[0]) == 0);
  };
  if (isGiven(2) && isGiven(3))
    return n.fail("has scales and sizes, but takes only one of them");
  if (isGiven(3))
    spec.sizes = n.knownInts(3, "the sizes");
  else if (isGiven(2) && !(spec.scales = n.constantDoubles(2)))
    return n.unsupported("input #2 (the scales) must be constant");
  if (n.opset() >= 18) {
    n.expectIntAttr("antialias", 0);
    const bool hasAxes = n.hasAttr("axes");
    IntList axes = hasAxes ? n.axes(n.intsAttr("axes"), n.rank(0)) : axisRange(0, n.rank(0));
    const std::string policy = n.stringAttr("keep_aspect_ratio_policy", "stretch");
    if (policy != "stretch" && policy != "not_larger" && policy != "not_smaller")
      n.fail("attribute 'keep_aspect_ratio_policy' is '" + Twine(policy) +
             "', but must be stretch, not_larger or not_smaller");
    if (!n.hasFailed() && policy != "stretch")
      keepAspect(n, spec, axes, policy == "not_larger");
    if (!n.hasFailed() && hasAxes)
      spreadOverAxes(n, spec, axes);
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
  table.limit("Resize", "mode `cubic`; `tf_crop_and_resize`; `half_pixel_symmetric`; `antialias`; "
                        "`exclude_outside`; scales that are "
                        "not constant; for dynamic sizes, scales whose denominator exceeds 64");
  table.limit("Upsample", "scales that are not constant; for dynamic sizes, scales whose "
                          "denominator exceeds 64");
}
