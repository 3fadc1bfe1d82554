// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the normalizations of images: over groups of channels, and over the channels per
// spatial index. They decompose like layer_norm, over other axes; group_norm splits the channels by
// a reshape first. group_norm_backward is here too.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/NormBackwardOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/AttributeChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

int64_t rankOf(Value value) {
  return cast<ShapedType>(value.getType()).getRank();
}

// The channel dimension of group_norm and group_norm_backward.
template <typename Op>
int64_t channelAxis(Op op) {
  return op.getDataFormat() == DataFormat::ChannelsFirst ? 1 : rankOf(op.getInput()) - 1;
}

// x * gamma[c] + beta[c], where c is the index along `axis`; the vectors may be null.
Value scaleChannels(OpComposer &c, Value x, Value gamma, Value beta, int64_t axis) {
  auto alongAxis = [&](Value vector) {
    SmallVector<OpFoldResult> sizes(rankOf(x) - axis, c.builder.getIndexAttr(1));
    if (sizes.size() == 1)
      return vector;
    sizes[0] = tensor::getMixedSize(c.builder, c.loc, vector, 0);
    return c.reshape(vector, sizes);
  };
  if (gamma)
    x = c.make<MulOp>(x, alongAxis(gamma));
  return beta ? c.make<AddOp>(x, alongAxis(beta)) : x;
}

// Normalizes the elements at `positions` together, then applies gamma and beta of their channels.
void normalize(const ref::Tensor &x, ArrayRef<int64_t> positions,
               llvm::function_ref<double(int64_t)> gamma, llvm::function_ref<double(int64_t)> beta,
               double eps, ref::Tensor &out) {
  double mean = 0, variance = 0;
  for (int64_t i : positions)
    mean += x.floats[i] / double(positions.size());
  for (int64_t i : positions)
    variance += (x.floats[i] - mean) * (x.floats[i] - mean) / double(positions.size());
  for (int64_t i : positions)
    out.set(i, (x.floats[i] - mean) / std::sqrt(variance + eps) * gamma(i) + beta(i));
}

// Groups of elements with equal `key`, and the channel of every element.
struct ReferenceGroups {
  ReferenceGroups(ArrayRef<int64_t> shape, int64_t axis,
                  llvm::function_ref<int64_t(ArrayRef<int64_t>)> key) {
    ref::forEachIndex(shape, [&](ArrayRef<int64_t> index, int64_t i) {
      groups[key(index)].push_back(i);
      channels.push_back(index[axis]);
    });
  }

  llvm::MapVector<int64_t, SmallVector<int64_t>> groups;
  std::vector<int64_t> channels;
};

// The reference of both ops: elements with equal `key` are normalized together.
template <typename Op>
llvm::Error evaluateImageNorm(Op op, ArrayRef<ref::Tensor> in, ref::Tensor &out, int64_t axis,
                              llvm::function_ref<int64_t(ArrayRef<int64_t>)> key) {
  const ref::Tensor *next = in.data() + 1;
  const ref::Tensor *gamma = op.getGamma() ? next++ : nullptr,
                    *beta = op.getBeta() ? next++ : nullptr;
  ReferenceGroups members(in[0].shape, axis, key);
  const std::vector<int64_t> &channels = members.channels;
  for (auto &[_, positions] : members.groups)
    normalize(
        in[0], positions, [&](int64_t i) { return gamma ? gamma->floats[channels[i]] : 1.0; },
        [&](int64_t i) { return beta ? beta->floats[channels[i]] : 0.0; },
        op.getEps().convertToDouble(), out);
  return llvm::Error::success();
}

// Infers the channels of group_norm and group_norm_backward, which have the same labels.
template <typename Adaptor>
FailureOr<Dim> inferChannels(InferContext &ctx, Adaptor op) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // group_norm_c4
    return failure();
  Dims shape = ctx.shape(op.getInput());
  if (shape.size() < 2) // group_norm_c1
    return ctx.fail("expects an input of rank 2 or more, but got rank " + Twine(shape.size()));
  Dim channels = op.getDataFormat() == DataFormat::ChannelsFirst ? shape[1] : shape.back();
  int64_t groups = op.getGroups();
  std::optional<int64_t> known = InferContext::staticValue(channels);
  if (groups < 1 || (known && *known % groups)) // group_norm_c2
    return ctx.fail("expects a positive number of groups that divides the " +
                    (known ? Twine(*known) + " " : Twine("")) + "channels, but got " +
                    Twine(groups));
  if (!known) {
    // The number of channels is at least `groups`, and the decomposition has `groups` as a size.
    int64_t least = groups;
    for (Dim size : shape)
      if (llvm::MulOverflow(least, InferContext::staticValue(size).value_or(1), least) ||
          least > kMaxElements) // group_norm_c2
        return ctx.fail("expects groups for an input of at most " + Twine(kMaxElements) +
                        " elements, but got " + Twine(groups) + " groups");
    ctx.requireEqual(channels % groups, ctx.constant(0), "what groups leave of the channels");
  }
  if (failed(expectShape(ctx, "gamma", op.getGamma(), channels)) || // group_norm_c3
      failed(expectEps(ctx, op.getEps())))                          // group_norm_c5
    return failure();
  return channels;
}

// The sizes of x, its sizes with the channels split into groups and members, and the axes of the
// split form that are normalized together: all except batch and groups.
struct GroupSplit {
  GroupSplit(OpComposer &c, Value x, int64_t axis, int64_t groups)
      : sizes(tensor::getMixedSizes(c.builder, c.loc, x)), split(sizes) {
    OpFoldResult members = affine::makeComposedFoldedAffineApply(
        c.builder, c.loc, c.builder.getAffineSymbolExpr(0).floorDiv(groups), {sizes[axis]});
    split[axis] = c.builder.getIndexAttr(groups);
    split.insert(split.begin() + axis + 1, members);
    for (int64_t i = 1; i < int64_t(split.size()); ++i)
      if (i != axis)
        axes.push_back(i);
  }

  SmallVector<OpFoldResult> sizes, split;
  SmallVector<int64_t> axes;
};

// A key for the group and image of an element of group_norm and group_norm_backward.
auto groupKey(ArrayRef<int64_t> shape, int64_t axis, int64_t groups) {
  int64_t members = shape[axis] / groups;
  return [=](ArrayRef<int64_t> index) { return index[0] * groups + index[axis] / members; };
}

} // namespace

// ---- group_norm ----

LogicalResult GroupNormOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  FailureOr<Dim> channels = inferChannels(ctx, op);
  if (failed(channels) ||
      failed(expectShape(ctx, "beta", op.getBeta(), *channels))) // group_norm_c3
    return failure();
  results.push_back({ctx.shape(op.getInput()), InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> GroupNormOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput());
  int64_t axis = channelAxis(*this);
  GroupSplit s(c, x, axis, getGroups());
  Normalized normalized =
      composeNormalized(c, c.reshape(x, s.split), s.axes, getEps().convertToDouble());
  Value result = scaleChannels(c, c.reshape(normalized.elements, s.sizes), c.widened(getGamma()),
                               c.widened(getBeta()), axis);
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error GroupNormOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  int64_t axis = channelAxis(*this);
  return evaluateImageNorm(*this, in, out[0], axis, groupKey(in[0].shape, axis, getGroups()));
}

// ---- group_norm_backward ----

LogicalResult GroupNormBackwardOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  FailureOr<Dim> channels = inferChannels(ctx, op);
  Dims shape = ctx.shape(op.getInput());
  if (failed(channels) ||
      failed(expectShape(ctx, "dy", op.getDy(), shape))) // group_norm_backward_c3
    return failure();
  Type element = InferContext::elementType(op.getInput());
  results.push_back({shape, element});
  results.append(2, {{*channels}, element});
  return success();
}

FailureOr<SmallVector<Value>> GroupNormBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput()), dy = c.widened(getDy());
  int64_t axis = channelAxis(*this);
  GroupSplit s(c, x, axis, getGroups());
  Normalized normalized =
      composeNormalized(c, c.reshape(x, s.split), s.axes, getEps().convertToDouble());
  Value gradient = scaleChannels(c, dy, c.widened(getGamma()), Value(), axis);
  Value dx = c.reshape(
      composeNormGradient(c, normalized, c.reshape(gradient, s.split), s.axes, /*isCentred=*/true),
      s.sizes);
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, rankOf(x)));
  others.erase(others.begin() + axis);
  Value scaled = c.make<MulOp>(dy, c.reshape(normalized.elements, s.sizes));
  Type element = getElementTypeOrSelf(getInput().getType());
  auto overImages = [&](Value value) {
    return c.cast(c.make<ReduceSumOp>(value, others, /*keep_dims=*/false), element);
  };
  return SmallVector<Value>{c.cast(dx, element), overImages(scaled), overImages(dy)};
}

llvm::Error GroupNormBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  int64_t axis = channelAxis(*this);
  ReferenceGroups members(in[0].shape, axis, groupKey(in[0].shape, axis, getGroups()));
  ref::NormBackward norm(in, out, getEps().convertToDouble(), /*isCentred=*/true);
  for (auto &[_, positions] : members.groups)
    norm.add(positions, [&](int64_t i) { return members.channels[i]; });
  return llvm::Error::success();
}

// ---- layer_norm_2d ----

LogicalResult LayerNorm2dOp::infer(InferContext &ctx, Adaptor op,
                                   SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // layer_norm_2d_c3
    return failure();
  Dims shape = ctx.shape(op.getInput());
  if (shape.size() < 2) // layer_norm_2d_c1
    return ctx.fail("expects an input of rank 2 or more, but got rank " + Twine(shape.size()));
  if (failed(expectShape(ctx, "gamma", op.getGamma(), shape[1])) || // layer_norm_2d_c2
      failed(expectShape(ctx, "beta", op.getBeta(), shape[1])) ||   // layer_norm_2d_c2
      failed(expectEps(ctx, op.getEps())))                          // layer_norm_2d_c4
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> LayerNorm2dOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Normalized normalized =
      composeNormalized(c, c.widened(getInput()), 1, getEps().convertToDouble());
  Value result =
      scaleChannels(c, normalized.elements, c.widened(getGamma()), c.widened(getBeta()), 1);
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error LayerNorm2dOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                    MutableArrayRef<ref::Tensor> out) {
  return evaluateImageNorm(*this, in, out[0], 1, [&](ArrayRef<int64_t> index) {
    int64_t key = index[0];
    for (int64_t i = 2; i < in[0].rank(); ++i)
      key = key * in[0].shape[i] + index[i];
    return key;
  });
}
