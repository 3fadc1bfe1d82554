// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of the Gaussian splatting ops, and the decompositions of render and its gradient. Other
// bodies are in SplatPrepare*.cpp and SplatRasterize*.cpp; the reference is in SplatReference.cpp.
#include "dialects/rlx/ops/splat/Splat.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ir/SplatOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kLargestSize = 65536;

// The checks that ops of the family share. Labels are those of the op that runs them.
struct SplatChecks {
  InferContext &ctx;

  Dims sizes(ArrayRef<int64_t> values) const {
    return llvm::map_to_vector<4>(values, [&](int64_t value) { return ctx.constant(value); });
  }
  static Dims with(Dim first, Dims rest) {
    rest.insert(rest.begin(), first);
    return rest;
  }

  template <typename Adaptor>
  LogicalResult scene(Adaptor op) const {
    Dims positions = ctx.shape(op.getPositions()), sh = ctx.shape(op.getSh());
    Dim count = positions.empty() ? ctx.constant(0) : positions[0];
    if (failed(expectShape(ctx, "positions", op.getPositions(), with(count, sizes({3})))) || // _c1
        failed(expectShape(ctx, "log_scales", op.getLogScales(), with(count, sizes({3})))) ||
        failed(expectShape(ctx, "rotations", op.getRotations(), with(count, sizes({4})))) ||
        failed(expectShape(ctx, "opacity_logits", op.getOpacityLogits(), {count})) ||
        failed(expectShape(ctx, "colors", op.getColors(), with(count, sizes({3})))))
      return failure();
    std::optional<int64_t> harmonics =
        sh.size() == 3 ? InferContext::staticValue(sh[1]) : std::nullopt;
    if (!harmonics || !llvm::is_contained({0, 1, 4, 9, 16}, *harmonics)) // _c2
      return ctx.fail("expects sh of shape [N, K, 3] with K one of 0, 1, 4, 9 and 16, but got " +
                      toString(sh));
    if (failed(expectShape(ctx, "sh", op.getSh(), with(count, sizes({*harmonics, 3}))))) // _c1
      return failure();
    return expectShape(ctx, "camera", op.getCamera(), sizes({kSplatCameraSize})); // _c3
  }

  LogicalResult background(Value value) const { // render: _c3, rasterize: _c1
    return expectShape(ctx, "background", value, sizes({3}));
  }

  template <typename Adaptor>
  LogicalResult lists(Adaptor op, const SplatSettings &s) const {
    Dims records = ctx.shape(op.getRecords()), entries = ctx.shape(op.getEntries());
    Dim count = records.empty() ? ctx.constant(0) : records[0];
    if (failed(expectShape(ctx, "records", op.getRecords(), // _c1
                           with(count, sizes({kSplatColumns})))) ||
        failed(background(op.getBackground())))
      return failure();
    if (failed(expectShape(ctx, "ranges", op.getRanges(), sizes({s.numTiles(), 2})))) // _c2
      return failure();
    if (entries.size() != 1) // _c3
      return ctx.fail("expects entries of rank 1, but got " + toString(entries));
    return expectNonNegative(ctx, entries[0] - 1, "expects at least one entry"); // _c3
  }

  LogicalResult floats(ValueRange operands) const { // _c4
    Type expected = InferContext::elementType(operands[0]);
    for (auto [i, operand] : llvm::enumerate(operands)) {
      Type actual = InferContext::elementType(operand);
      if (isa<FloatType>(actual) && actual != expected) {
        std::string types;
        llvm::raw_string_ostream(types) << expected << " like operand #0, but got " << actual;
        return ctx.fail("expects operand #" + Twine(i) + " to have element type " + types);
      }
    }
    return success();
  }

  LogicalResult interval(StringRef name, int64_t value, int64_t last) const {
    if (value >= 1 && value <= last)
      return success();
    return ctx.fail("expects " + name + " in [1, " + Twine(last) + "], but got " + Twine(value));
  }
  LogicalResult fraction(StringRef name, double value) const {
    if (value >= 0 && value <= 1)
      return success();
    return ctx.fail("expects " + name + " in [0, 1], but got " + std::to_string(value));
  }
  LogicalResult settings(const SplatSettings &s) const {
    if (failed(interval("width", s.width, kLargestSize)) || // _c5
        failed(interval("height", s.height, kLargestSize)) ||
        failed(interval("tile_size", s.tileSize, kLargestSize)) ||
        failed(interval("max_splat_steps", s.maxSteps, kLargestSize)) ||
        failed(interval("max_list_entries", s.maxEntries, INT32_MAX)))
      return failure();
    if (failed(fraction("alpha_cutoff", s.alphaCutoff)) || // _c6
        failed(fraction("transmittance_threshold", s.threshold)))
      return failure();
    if (!(s.radiusScale > 0) || std::isinf(s.radiusScale)) // _c6
      return ctx.fail("expects radius_scale to be positive and finite, but got " +
                      std::to_string(s.radiusScale));
    return success();
  }
  LogicalResult training(const SplatSettings &s) const { // _c8
    if (!(s.lossGradClip > 0))
      return ctx.fail("expects loss_grad_clip to be positive, but got " +
                      std::to_string(s.lossGradClip));
    if (s.shBand < 0 || s.shBand > 3)
      return ctx.fail("expects sh_band in [0, 3], but got " + Twine(s.shBand));
    if (!(s.maxAnisotropy >= 1))
      return ctx.fail("expects max_anisotropy to be at least 1, but got " +
                      std::to_string(s.maxAnisotropy));
    return success();
  }
  LogicalResult imageGradient(Value value, const SplatSettings &s) const { // _c7
    return expectShape(ctx, "d_image", value, sizes({s.height, s.width, 4}));
  }

  template <typename Adaptor>
  void sceneGradients(Adaptor op, SmallVectorImpl<InferredType> &results) const {
    for (Value value : {op.getPositions(), op.getLogScales(), op.getRotations(),
                        op.getOpacityLogits(), op.getColors(), op.getSh()})
      results.push_back({ctx.shape(value), InferContext::elementType(value)});
  }
};

} // namespace

LogicalResult GaussianSplatRenderOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  SplatChecks checks{ctx};
  SplatSettings s = SplatSettings::of(op);
  if (failed(checks.scene(op)) || failed(checks.background(op.getBackground())) ||
      failed(checks.floats(op.getOperands())) || failed(checks.settings(s)))
    return failure();
  results.push_back(
      {checks.sizes({s.height, s.width, 4}), InferContext::elementType(op.getPositions())});
  return success();
}

LogicalResult GaussianSplatPrepareOp::infer(InferContext &ctx, Adaptor op,
                                            SmallVectorImpl<InferredType> &results) {
  SplatChecks checks{ctx};
  SplatSettings s = SplatSettings::of(op);
  if (failed(checks.scene(op)) || failed(checks.floats(op.getOperands())) ||
      failed(checks.settings(s)))
    return failure();
  Type i64 = IntegerType::get(ctx.getContext(), 64);
  results.push_back({checks.with(ctx.shape(op.getPositions())[0], checks.sizes({kSplatColumns})),
                     InferContext::elementType(op.getPositions())});
  results.push_back({checks.sizes({s.numTiles(), 2}), i64});
  results.push_back({checks.sizes({s.maxEntries}), i64});
  return success();
}

LogicalResult GaussianSplatRasterizeOp::infer(InferContext &ctx, Adaptor op,
                                              SmallVectorImpl<InferredType> &results) {
  SplatChecks checks{ctx};
  SplatSettings s = SplatSettings::of(op);
  if (failed(checks.settings(s)) || failed(checks.lists(op, s)) ||
      failed(checks.floats(op.getOperands())))
    return failure();
  results.push_back(
      {checks.sizes({s.height, s.width, 4}), InferContext::elementType(op.getRecords())});
  return success();
}

LogicalResult GaussianSplatRenderBackwardOp::infer(InferContext &ctx, Adaptor op,
                                                   SmallVectorImpl<InferredType> &results) {
  SplatChecks checks{ctx};
  SplatSettings s = SplatSettings::of(op);
  if (failed(checks.scene(op)) || failed(checks.background(op.getBackground())) ||
      failed(checks.floats(op.getOperands())) || failed(checks.settings(s)) ||
      failed(checks.imageGradient(op.getDImage(), s)) || failed(checks.training(s)))
    return failure();
  checks.sceneGradients(op, results);
  return success();
}

LogicalResult GaussianSplatRasterizeBackwardOp::infer(InferContext &ctx, Adaptor op,
                                                      SmallVectorImpl<InferredType> &results) {
  SplatChecks checks{ctx};
  SplatSettings s = SplatSettings::of(op);
  if (failed(checks.settings(s)) || failed(checks.lists(op, s)) ||
      failed(checks.floats(op.getOperands())) || failed(checks.imageGradient(op.getDImage(), s)))
    return failure();
  results.push_back({checks.with(ctx.shape(op.getEntries())[0], checks.sizes({kSplatColumns})),
                     InferContext::elementType(op.getRecords())});
  return success();
}

LogicalResult GaussianSplatPrepareBackwardOp::infer(InferContext &ctx, Adaptor op,
                                                    SmallVectorImpl<InferredType> &results) {
  SplatChecks checks{ctx};
  SplatSettings s = SplatSettings::of(op);
  if (failed(checks.scene(op)) || failed(checks.floats(op.getOperands())) ||
      failed(checks.settings(s)))
    return failure();
  Dim count = ctx.shape(op.getPositions())[0];
  if (failed(expectShape(ctx, "d_records", op.getDRecords(), // _c7
                         checks.with(count, checks.sizes({kSplatColumns})))) ||
      failed(checks.training(s)))
    return failure();
  checks.sceneGradients(op, results);
  return success();
}

// ---- decompositions ----

namespace {

template <typename Op>
GaussianSplatPrepareOp prepare(OpBuilder &b, Op op) {
  return GaussianSplatPrepareOp::create(
      b, op.getLoc(), op.getPositions(), op.getLogScales(), op.getRotations(),
      op.getOpacityLogits(), op.getColors(), op.getSh(), op.getCamera(), op.getWidthAttr(),
      op.getHeightAttr(), op.getTileSizeAttr(), op.getAlphaCutoffAttr(), op.getRadiusScaleAttr(),
      op.getMaxListEntriesAttr());
}

// Sums the rows of `perEntry` by entry. Unused entries are -1: they are added to an extra last row,
// which is sliced off.
Value sumByEntry(OpComposer &c, Value perEntry, Value entries, OpFoldResult count) {
  OpFoldResult oneMore = affine::makeComposedFoldedAffineApply(
      c.builder, c.loc, c.builder.getAffineSymbolExpr(0) + 1, {count});
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(oneMore, dynamic, constant);
  Value sums = c.make<ScatterAddOp>(perEntry, entries, dynamic, constant);
  SmallVector<OpFoldResult> sizes = {count, c.builder.getIndexAttr(kSplatColumns)};
  dynamic.clear();
  constant.clear();
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  return c.make<SliceOp>(sums, ValueRange(), dynamic, ArrayRef<int64_t>{0, 0}, constant,
                         ArrayRef<int64_t>());
}

} // namespace

FailureOr<SmallVector<Value>> GaussianSplatRenderOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  GaussianSplatPrepareOp prepared = prepare(b, *this);
  return SmallVector<Value>{c.make<GaussianSplatRasterizeOp>(
      prepared.getRecords(), prepared.getRanges(), prepared.getEntries(), getBackground(),
      getWidthAttr(), getHeightAttr(), getTileSizeAttr(), getAlphaCutoffAttr(),
      getMaxSplatStepsAttr(), getTransmittanceThresholdAttr())};
}

FailureOr<SmallVector<Value>> GaussianSplatRenderBackwardOp::decompose(OpBuilder &b,
                                                                       LoweringReason &) {
  OpComposer c(b, getLoc());
  Type element = getElementTypeOrSelf(getPositions().getType());
  Value dImage = getDImage();
  double clip = getLossGradClip().convertToDouble();
  if (!std::isinf(clip))
    dImage = c.make<ClampOp>(dImage, b.getFloatAttr(element, -clip), b.getFloatAttr(element, clip));
  GaussianSplatPrepareOp prepared = prepare(b, *this);
  Value perEntry = c.make<GaussianSplatRasterizeBackwardOp>(
      prepared.getRecords(), prepared.getRanges(), prepared.getEntries(), getBackground(), dImage,
      getWidthAttr(), getHeightAttr(), getTileSizeAttr(), getAlphaCutoffAttr(),
      getMaxSplatStepsAttr(), getTransmittanceThresholdAttr());
  OpFoldResult count = tensor::getMixedSize(b, getLoc(), getPositions(), 0);
  Value dRecords = sumByEntry(c, perEntry, prepared.getEntries(), count);
  auto gradients = GaussianSplatPrepareBackwardOp::create(
      b, getLoc(), getPositions(), getLogScales(), getRotations(), getOpacityLogits(), getColors(),
      getSh(), getCamera(), dRecords, getWidthAttr(), getHeightAttr(), getTileSizeAttr(),
      getAlphaCutoffAttr(), getRadiusScaleAttr(), getShBandAttr(), getMaxAnisotropyAttr());
  return SmallVector<Value>(gradients->getResults());
}
