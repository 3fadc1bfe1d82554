// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the gradients of the fake quantizations: straight-through estimators (Bengio et al.
// 2013) and LSQ (Esser et al. 2020). They are elementwise, except the gradient of a learned scale,
// which is a sum over the elements that share it.
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FakeQuantOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/quant/FakeQuant.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

// ---- fake_quantize_backward ----

LogicalResult FakeQuantizeBackwardOp::infer(InferContext &ctx, Adaptor op,
                                            SmallVectorImpl<InferredType> &results) {
  // fake_quantize_backward_c2, fake_quantize_backward_c3, fake_quantize_backward_c4,
  // fake_quantize_backward_c6
  if (failed(checkFakeQuant(ctx, op)))
    return failure();
  // fake_quantize_backward_c1, fake_quantize_backward_c5
  if (failed(checkGradient(ctx, op.getInput(), op.getGrad())))
    return failure();
  results.push_back({ctx.shape(op.getInput()), InferContext::elementType(op.getInput())});
  return success();
}

namespace {

Value estimated(FakeQuantComposer &f, SteKind ste, Value x, Value scale, Value grad) {
  OpComposer &c = f.c;
  switch (ste) {
  case SteKind::Identity:
    return grad;
  case SteKind::ClippedIdentity: {
    Value limit = c.make<MulOp>(scale, f.constant(f.qmax));
    Value isInside = c.make<CompareOp>(ComparePredicate::le, c.make<AbsOp>(x), limit);
    return c.make<WhereOp>(isInside, grad, f.constant(0));
  }
  case SteKind::Tanh: {
    // 1 - tanh(z)^2 = 4u / (1 + u)^2 with u = e^-|2z|. The difference would cancel in the tails.
    Value z = c.make<AbsOp>(c.make<DivOp>(x, scale));
    Value u = c.make<ExpOp>(c.make<MulOp>(z, f.constant(-2)));
    Value below = c.make<AddOp>(f.constant(1), u);
    Value factor = c.make<DivOp>(c.make<MulOp>(u, f.constant(4)), c.make<MulOp>(below, below));
    return c.make<MulOp>(grad, factor);
  }
  case SteKind::HardTanh: {
    Value limit = c.make<MulOp>(scale, f.constant(f.qmax));
    Value distance = c.make<AbsOp>(c.make<DivOp>(x, limit));
    Value factor = c.make<MaxOp>(c.make<SubOp>(f.constant(1), distance), f.constant(0));
    return c.make<MulOp>(grad, factor);
  }
  }
  llvm_unreachable("all estimators handled");
}

double estimatedReference(SteKind ste, double x, double scale, double grad, double qmax,
                          Type type) {
  switch (ste) {
  case SteKind::Identity:
    return grad;
  case SteKind::ClippedIdentity:
    return std::fabs(x) <= inComputeType(type, qmax * scale) ? grad : 0;
  case SteKind::Tanh: {
    double c = std::cosh(x / scale); // 1 - tanh^2 = 1 / cosh^2, without cancellation
    return grad / (c * c);
  }
  case SteKind::HardTanh: {
    double factor = 1 - std::fabs(x / (qmax * scale));
    return grad * (factor < 0 ? 0 : factor);
  }
  }
  llvm_unreachable("all estimators handled");
}

} // namespace

FailureOr<SmallVector<Value>> FakeQuantizeBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  FakeQuantComposer f = composerFor(c, *this);
  if (getSte() == SteKind::Identity)
    return SmallVector<Value>{getGrad()};
  Value result =
      estimated(f, getSte(), c.widened(getInput()), f.spread(getScale()), c.widened(getGrad()));
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getInput().getType()))};
}

llvm::Error FakeQuantizeBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                             MutableArrayRef<ref::Tensor> out) {
  double qmax = quantizedMaximum(getBits());
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    out[0].set(i, estimatedReference(getSte(), in[0].floats[i], in[1].floats[c], in[2].floats[i],
                                     qmax, in[1].elementType));
  });
  return llvm::Error::success();
}

// ---- fake_quantize_lsq_backward ----

LogicalResult FakeQuantizeLSQBackwardOp::infer(InferContext &ctx, Adaptor op,
                                               SmallVectorImpl<InferredType> &results) {
  // fake_quantize_lsq_backward_c2, fake_quantize_lsq_backward_c3, fake_quantize_lsq_backward_c4,
  // fake_quantize_lsq_backward_c6
  FailureOr<Dims> scale = checkFakeQuant(ctx, op);
  if (failed(scale))
    return failure();
  // fake_quantize_lsq_backward_c1, fake_quantize_lsq_backward_c5
  if (failed(checkGradient(ctx, op.getInput(), op.getGrad())))
    return failure();
  results.push_back({ctx.shape(op.getInput()), InferContext::elementType(op.getInput())});
  results.push_back({*scale, InferContext::elementType(op.getScale())});
  return success();
}

namespace {

// The number of elements that share a scale, at least 1, as a scalar of the scale's type.
Value sharingElements(FakeQuantComposer &f, Value input) {
  OpComposer &c = f.c;
  Value count;
  double known = 1;
  for (int64_t dim : f.otherDims()) {
    OpFoldResult size = tensor::getMixedSize(c.builder, c.loc, input, dim);
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      known *= double(*constant);
      continue;
    }
    // Converts a size to data: the only element of an iota that starts at the size.
    Value element = c.iota(size, {c.builder.getIndexAttr(1)}, 0);
    element = c.cast(c.reshape(element, {}), f.type);
    count = count ? c.make<MulOp>(count, element) : element;
  }
  Value factor = f.constant(known);
  return c.make<MaxOp>(count ? c.make<MulOp>(count, factor) : factor, f.constant(1));
}

} // namespace

FailureOr<SmallVector<Value>> FakeQuantizeLSQBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  FakeQuantComposer f = composerFor(c, *this);
  Value grad = c.widened(getGrad()), zero = f.constant(0);
  Value z = c.make<DivOp>(c.widened(getInput()), f.spread(f.floored(getScale())));
  Value isInside = c.make<CompareOp>(ComparePredicate::le, c.make<AbsOp>(z), f.constant(f.qmax));
  Value inputGrad = c.make<WhereOp>(isInside, grad, zero);
  // Outside, the clamped value is +-qmax already.
  Value slope = c.make<SubOp>(f.steps(z, getRounding()), c.make<WhereOp>(isInside, z, zero));
  Value scaleGrad = f.reduceOthers<ReduceSumOp>(c.make<MulOp>(slope, grad));
  if (getGradientScale()) {
    Value share = c.make<MulOp>(sharingElements(f, getInput()), f.constant(f.qmax));
    scaleGrad = c.make<DivOp>(scaleGrad, c.make<SqrtOp>(share));
  }
  return SmallVector<Value>{c.cast(inputGrad, getElementTypeOrSelf(getInput().getType())),
                            scaleGrad};
}

llvm::Error FakeQuantizeLSQBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                                MutableArrayRef<ref::Tensor> out) {
  double qmax = quantizedMaximum(getBits());
  Type type = in[1].elementType;
  std::vector<double> sums(in[1].numElements(), 0.0);
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    double scale = std::max(in[1].floats[c], kMinScale), grad = in[2].floats[i];
    double z = inComputeType(type, in[0].floats[i] / inComputeType(type, scale));
    bool isInside = std::fabs(z) <= qmax;
    double slope = isInside ? roundedReference(z, getRounding()) - z : z > 0 ? qmax : -qmax;
    sums[c] += (std::isnan(z) ? z : slope) * grad;
    out[0].set(i, isInside ? grad : 0);
  });
  double sharing = std::max(double(in[0].numElements()) / std::max<size_t>(sums.size(), 1), 1.0);
  for (size_t c = 0; c < sums.size(); ++c)
    out[1].set(c, getGradientScale() ? sums[c] / std::sqrt(sharing * qmax) : sums[c]);
  return llvm::Error::success();
}
