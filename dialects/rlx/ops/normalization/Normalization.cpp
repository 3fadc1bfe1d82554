// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of softmax and the normalizations. They decompose into reductions with kept dimensions and
// elementwise ops, in f32 or f64. Fused ops share `composeLayerNorm` and `composeRmsNorm`.
//   rlx.softmax %x  ->  max = reduce_max; e = exp(x - max); e / reduce_sum(e)
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ops/elementwise/CorrectlyRoundedOps.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/AttributeChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double lowest(Type element) {
  return -APFloat::getLargest(cast<FloatType>(element).getFloatSemantics()).convertToDouble();
}

LogicalResult inferAlongAxis(InferContext &ctx, Value input, int64_t axis,
                             SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(input);
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // softmax_c1, log_softmax_c1
    return failure();
  results.push_back({shape, InferContext::elementType(input)});
  return success();
}

template <typename Adaptor>
LogicalResult inferAxisNorm(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // layer_norm_c3, rms_norm_c3
    return failure();
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // layer_norm_c1, rms_norm_c1
    return failure();
  ArrayRef<Dim> sizes = ArrayRef(shape).drop_front(axis);
  if (failed(expectShape(ctx, "gamma", op.getGamma(), sizes)) || // layer_norm_c2, rms_norm_c2
      failed(expectShape(ctx, "beta", op.getBeta(), sizes)) ||   // layer_norm_c2, rms_norm_c2
      failed(expectEps(ctx, op.getEps())))                       // layer_norm_c4, rms_norm_c4
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

SmallVector<int64_t> trailingAxes(Value x, int64_t axis) {
  int64_t rank = cast<ShapedType>(x.getType()).getRank();
  return llvm::to_vector(llvm::seq<int64_t>(normalizedAxis(axis, rank), rank));
}

// x * gamma + beta, with those that are not null.
Value scaleAndShift(OpComposer &c, Value x, Value gamma, Value beta) {
  if (gamma)
    x = c.make<MulOp>(x, gamma);
  return beta ? c.make<AddOp>(x, beta) : x;
}

// x - mean(x). If x is large compared with its deviations, the mean loses the relevant digits. A
// second application, to the remainder of the first, does not lose them.
Value centre(OpComposer &c, Value x, ArrayRef<int64_t> axes) {
  return c.make<SubOp>(x, c.reduce<ReduceMeanOp>(x, axes));
}

// x / sqrt(meanSquare + eps)
Normalized scaleByDeviation(OpComposer &c, Value x, Value meanSquare, double eps) {
  Value shifted = c.make<AddOp>(meanSquare, c.scalar(getElementTypeOrSelf(x.getType()), eps));
  Value factor = c.make<RsqrtOp>(shifted);
  return {c.make<MulOp>(x, factor), factor};
}

} // namespace

Normalized rlx::composeNormalized(OpComposer &c, Value x, ArrayRef<int64_t> axes, double eps) {
  Value centred = centre(c, centre(c, x, axes), axes);
  Value variance = c.reduce<ReduceMeanOp>(c.make<MulOp>(centred, centred), axes);
  return scaleByDeviation(c, centred, variance, eps);
}

Value rlx::composeLayerNorm(OpComposer &c, Value x, Value gamma, Value beta, int64_t axis,
                            double eps) {
  return scaleAndShift(c, composeNormalized(c, x, trailingAxes(x, axis), eps).elements, gamma,
                       beta);
}

Normalized rlx::composeRmsNormalized(OpComposer &c, Value x, ArrayRef<int64_t> axes, double eps) {
  return scaleByDeviation(c, x, c.reduce<ReduceMeanOp>(c.make<MulOp>(x, x), axes), eps);
}

Value rlx::composeRmsNorm(OpComposer &c, Value x, Value gamma, Value beta, int64_t axis,
                          double eps) {
  return scaleAndShift(c, composeRmsNormalized(c, x, trailingAxes(x, axis), eps).elements, gamma,
                       beta);
}

// ---- softmax ----

LogicalResult SoftmaxOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  return inferAlongAxis(ctx, op.getInput(), op.getAxis(), results);
}

FailureOr<SmallVector<Value>> SoftmaxOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput());
  int64_t axis = getAxis();
  Value maximum = c.reduce<ReduceMaxOp>(x, axis);
  Type element = getElementTypeOrSelf(x.getType());
  if (getMasked()) // -inf minus the lowest finite value is -inf, not NaN
    maximum = c.make<MaxOp>(maximum, c.scalar(element, lowest(element)));
  Value exponential = c.make<ExpOp>(c.make<SubOp>(x, maximum));
  Value sum = c.reduce<ReduceSumOp>(exponential, axis);
  if (getMasked()) // an empty sum is 0; any other one is at least about 1
    sum = c.make<MaxOp>(sum, c.scalar(element, 0.5));
  Value share = c.make<DivOp>(exponential, sum);
  share.getDefiningOp()->setAttr(kUnroundedAttr, b.getUnitAttr());
  return SmallVector<Value>{c.cast(share, getElementTypeOrSelf(getType()))};
}

llvm::Error SoftmaxOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                MutableArrayRef<ref::Tensor> out) {
  ref::forEachLine(in[0], normalizedAxis(getAxis(), in[0].rank()), [&](const ref::Line &line) {
    ref::LogSum sum = ref::logSumExp(in[0], line);
    const bool isEmpty = getMasked() && sum.maximum == -kInfinity;
    for (int64_t j = 0; j < line.size; ++j)
      out[0].set(line.at(j),
                 isEmpty ? 0 : std::exp(in[0].floats[line.at(j)] - sum.maximum) / sum.sum);
  });
  return llvm::Error::success();
}

// ---- log_softmax ----

LogicalResult LogSoftmaxOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  return inferAlongAxis(ctx, op.getInput(), op.getAxis(), results);
}

FailureOr<SmallVector<Value>> LogSoftmaxOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput());
  int64_t axis = getAxis();
  Value shifted = c.make<SubOp>(x, c.reduce<ReduceMaxOp>(x, axis));
  Value sum = c.reduce<ReduceSumOp>(c.make<ExpOp>(shifted), axis);
  return SmallVector<Value>{
      c.cast(c.make<SubOp>(shifted, c.make<LogOp>(sum)), getElementTypeOrSelf(getType()))};
}

llvm::Error LogSoftmaxOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  ref::forEachLine(in[0], normalizedAxis(getAxis(), in[0].rank()), [&](const ref::Line &line) {
    ref::LogSum sum = ref::logSumExp(in[0], line);
    for (int64_t j = 0; j < line.size; ++j)
      out[0].set(line.at(j), in[0].floats[line.at(j)] - sum.maximum - std::log(sum.sum));
  });
  return llvm::Error::success();
}

// ---- layer_norm ----

LogicalResult LayerNormOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  return inferAxisNorm(ctx, op, results);
}

FailureOr<SmallVector<Value>> LayerNormOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value result = composeLayerNorm(c, c.widened(getInput()), c.widened(getGamma()),
                                  c.widened(getBeta()), getAxis(), getEps().convertToDouble());
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error LayerNormOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor *next = in.data() + 1;
  const ref::Tensor *gamma = getGamma() ? next++ : nullptr, *beta = getBeta() ? next++ : nullptr;
  ref::layerNorm(in[0], gamma, beta, normalizedAxis(getAxis(), in[0].rank()),
                 getEps().convertToDouble(), out[0]);
  return llvm::Error::success();
}

// ---- rms_norm ----

LogicalResult RmsNormOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  return inferAxisNorm(ctx, op, results);
}

FailureOr<SmallVector<Value>> RmsNormOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value result = composeRmsNorm(c, c.widened(getInput()), c.widened(getGamma()),
                                c.widened(getBeta()), getAxis(), getEps().convertToDouble());
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error RmsNormOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor *next = in.data() + 1;
  const ref::Tensor *gamma = getGamma() ? next++ : nullptr, *beta = getBeta() ? next++ : nullptr;
  ref::rmsNorm(in[0], gamma, beta, normalizedAxis(getAxis(), in[0].rank()),
               getEps().convertToDouble(), out[0]);
  return llvm::Error::success();
}

// ---- batch_norm ----

LogicalResult BatchNormOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // batch_norm_c3
    return failure();
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // batch_norm_c1
    return failure();
  std::pair<StringRef, Value> vectors[] = {{"scale", op.getScale()},
                                           {"bias", op.getBias()},
                                           {"mean", op.getMean()},
                                           {"variance", op.getVariance()}};
  for (auto [name, vector] : vectors)
    if (failed(expectShape(ctx, name, vector, shape[axis]))) // batch_norm_c2
      return failure();
  if (failed(expectEps(ctx, op.getEps()))) // batch_norm_c4
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> BatchNormOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput());
  int64_t rank = cast<ShapedType>(x.getType()).getRank();
  SmallVector<OpFoldResult> sizes(rank - normalizedAxis(getAxis(), rank), b.getIndexAttr(1));
  // A channel vector reshaped to [C, 1, ..], which broadcasts along the channel axis.
  auto alongAxis = [&](Value vector) {
    if (sizes.size() == 1)
      return vector;
    sizes[0] = tensor::getMixedSize(b, getLoc(), vector, 0);
    return c.reshape(vector, sizes);
  };
  Type element = getElementTypeOrSelf(x.getType());
  Value shifted =
      c.make<AddOp>(c.widened(getVariance()), c.scalar(element, getEps().convertToDouble()));
  Value factor = c.make<MulOp>(c.widened(getScale()), c.make<RsqrtOp>(shifted));
  Value centred = c.make<SubOp>(x, alongAxis(c.widened(getMean())));
  Value result =
      c.make<AddOp>(c.make<MulOp>(centred, alongAxis(factor)), alongAxis(c.widened(getBias())));
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error BatchNormOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), in[0].rank());
  double eps = getEps().convertToDouble();
  ref::forEachIndex(in[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t channel = index[axis];
    double centred = in[0].floats[i] - in[3].floats[channel];
    out[0].set(i, centred / std::sqrt(in[4].floats[channel] + eps) * in[1].floats[channel] +
                      in[2].floats[channel]);
  });
  return llvm::Error::success();
}
