// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the backward ops of layer_norm and rms_norm, and the formula that group_norm_backward
// shares with them. That op is in ImageNorm.cpp, with its forward op. Statistics are recomputed
// from the input.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/NormBackwardOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/AttributeChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"

using namespace mlir;
using namespace rlx;

// factor * (g - mean(g) - n * mean(g * n)), without mean(g) if the mean was not subtracted.
Value rlx::composeNormGradient(OpComposer &c, const Normalized &normalized, Value gradient,
                               ArrayRef<int64_t> axes, bool isCentred) {
  Value n = normalized.elements;
  Value along = c.reduce<ReduceMeanOp>(c.make<MulOp>(gradient, n), axes), rest = gradient;
  if (isCentred)
    rest = c.make<SubOp>(rest, c.reduce<ReduceMeanOp>(gradient, axes));
  return c.make<MulOp>(c.make<SubOp>(rest, c.make<MulOp>(n, along)), normalized.factor);
}

namespace {

// The inference of layer_norm_backward and rms_norm_backward, which have the same labels.
template <typename Adaptor>
LogicalResult inferAxisNormBackward(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // layer_norm_backward_c3
    return failure();
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // layer_norm_backward_c1
    return failure();
  Dims sizes(ArrayRef(shape).drop_front(axis));
  if (failed(expectShape(ctx, "dy", op.getDy(), shape)) ||       // layer_norm_backward_c2
      failed(expectShape(ctx, "gamma", op.getGamma(), sizes)) || // layer_norm_backward_c2
      failed(expectEps(ctx, op.getEps())))                       // layer_norm_backward_c4
    return failure();
  Type element = InferContext::elementType(op.getInput());
  results.push_back({shape, element});
  results.append(2, {sizes, element});
  return success();
}

template <typename Op, typename Compose>
SmallVector<Value> decomposeAxisNormBackward(Op op, OpBuilder &b, Compose compose, bool isCentred) {
  OpComposer c(b, op.getLoc());
  Value x = c.widened(op.getInput()), dy = c.widened(op.getDy()), gamma = c.widened(op.getGamma());
  int64_t rank = cast<ShapedType>(x.getType()).getRank();
  int64_t axis = normalizedAxis(op.getAxis(), rank);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq(axis, rank));
  SmallVector<int64_t> leading = llvm::to_vector(llvm::seq<int64_t>(0, axis));
  auto overRows = [&](Value value) {
    return axis == 0 ? value : c.make<ReduceSumOp>(value, leading, /*keep_dims=*/false);
  };
  Normalized normalized = compose(c, x, axes, op.getEps().convertToDouble());
  Value gradient = gamma ? c.make<MulOp>(dy, gamma) : dy;
  Type element = getElementTypeOrSelf(op.getInput().getType());
  return {c.cast(composeNormGradient(c, normalized, gradient, axes, isCentred), element),
          c.cast(overRows(c.make<MulOp>(dy, normalized.elements)), element),
          c.cast(overRows(dy), element)};
}

template <typename Op>
llvm::Error evaluateAxisNormBackward(Op op, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out, bool isCentred) {
  ref::NormBackward norm(in, out, op.getEps().convertToDouble(), isCentred);
  ref::forEachRow(
      in[0], normalizedAxis(op.getAxis(), in[0].rank()), [&](int64_t begin, int64_t count) {
        SmallVector<int64_t> positions = llvm::to_vector(llvm::seq(begin, begin + count));
        norm.add(positions, [&](int64_t i) { return i - begin; });
      });
  return llvm::Error::success();
}

} // namespace

// ---- layer_norm_backward ----

LogicalResult LayerNormBackwardOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  return inferAxisNormBackward(ctx, op, results);
}

FailureOr<SmallVector<Value>> LayerNormBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  return decomposeAxisNormBackward(*this, b, composeNormalized, /*isCentred=*/true);
}

llvm::Error LayerNormBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  return evaluateAxisNormBackward(*this, in, out, /*isCentred=*/true);
}

// ---- rms_norm_backward ----

LogicalResult RmsNormBackwardOp::infer(InferContext &ctx, Adaptor op,
                                       SmallVectorImpl<InferredType> &results) {
  return inferAxisNormBackward(ctx, op, results);
}

FailureOr<SmallVector<Value>> RmsNormBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  return decomposeAxisNormBackward(*this, b, composeRmsNormalized, /*isCentred=*/false);
}

llvm::Error RmsNormBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                        MutableArrayRef<ref::Tensor> out) {
  return evaluateAxisNormBackward(*this, in, out, /*isCentred=*/false);
}
