// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of conv_integer and q_conv. q_conv accumulates like conv_integer. The requantization
// behind it is elementwise, and becomes part of the same kernel. The input is centred before
// padding, so that padding with 0 means the zero point.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ops/quant/IntegerConv.h"
#include "dialects/rlx/ops/quant/QuantParameters.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// The shape of the result, after the checks of the operands that both ops have.
template <typename Adaptor>
FailureOr<Dims> inferIntegerConv(InferContext &ctx, Adaptor op) {
  FailureOr<Dims> shape = inferConvolution(ctx, op);
  if (failed(shape))
    return failure();
  Value inputZero = op.getInputZeroPoint(), filterZero = op.getFilterZeroPoint();
  if (failed(expectShape(ctx, "input_zero_point", inputZero, {})) ||
      failed(expectScalarOrVector(ctx, "filter_zero_point", filterZero,
                                  ctx.shape(op.getFilter())[0])) ||
      failed(expectElement(ctx, "input_zero_point", inputZero,
                           InferContext::elementType(op.getInput()))) ||
      failed(expectElement(ctx, "filter_zero_point", filterZero,
                           InferContext::elementType(op.getFilter()))))
    return failure();
  return shape;
}

// input - zero point in i16, which can represent it. Padding it with 0 then means padding the input
// with the zero point.
Value centredImage(OpBuilder &b, Location loc, Value image, Value zeroPoint, Type declared) {
  auto type = cast<RankedTensorType>(image.getType());
  Type wide = b.getI16Type();
  Value init =
      tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, image), wide).getResult();
  AffineMap each = b.getMultiDimIdentityMap(type.getRank());
  AffineMap none = AffineMap::get(type.getRank(), 0, {}, b.getContext());
  return parallelGeneric(
      b, loc, init, {image, zeroPoint}, {each, none},
      [&](OpBuilder &nested, Location l, ValueRange, ValueRange v) -> Value {
        return arith::SubIOp::create(nested, l, widenInteger(nested, l, v[0], declared, wide),
                                     widenInteger(nested, l, v[1], declared, wide));
      },
      /*needsIndices=*/false);
}

} // namespace

Value rlx::buildIntegerConv(OpBuilder &b, Location loc, IntegerConvOperands in, Value init,
                            const Window &window, int64_t groups) {
  int64_t channels = cast<RankedTensorType>(in.filter.getType()).getDimSize(1);
  Value image = withChannels(b, loc, in.image, window, groups * channels);
  IntegerProduct product{in.imageElement, in.filterElement};
  if (in.imageZero) {
    image = centredImage(b, loc, image, in.imageZero, product.x);
    product.x = b.getI16Type();
  }
  Value zero = scalarConstant(b, loc, getElementTypeOrSelf(image.getType()), 0.0);
  return contractWindows(b, loc, padSpatial(b, loc, image, window, zero), in.filter,
                         in.filterZero ? ValueRange(in.filterZero) : ValueRange(), init, window,
                         window.strides, groups, /*transposed=*/false,
                         [&](OpBuilder &nested, Location l, ValueRange v, Value accumulator) {
                           return product.build(nested, l, v[0], {}, v[1],
                                                v.size() > 2 ? v[2] : Value(), accumulator);
                         });
}

int32_t rlx::integerConvSum(const ref::Tensor &x, const ref::Tensor &w, const ZeroPoints &zero,
                            const Window &window, int64_t groups, ArrayRef<int64_t> index) {
  int64_t sum = 0, filterZero = zero.ofChannel(index[window.channelDim()]);
  forEachTap(window, groups, x.shape, w.shape, index, [&](int64_t from, int64_t weight) {
    if (from >= 0)
      sum += (x.ints[from] - zero.image) * (w.ints[weight] - filterZero);
  });
  return static_cast<int32_t>(sum);
}

// ---- conv_integer ----

LogicalResult ConvIntegerOp::infer(InferContext &ctx, Adaptor op,
                                   SmallVectorImpl<InferredType> &results) {
  // conv_integer_c1, conv_integer_c2, conv_integer_c3, conv_integer_c4, conv_integer_c5,
  // conv_integer_c6, conv_integer_c7, conv_integer_c8
  FailureOr<Dims> shape = inferIntegerConv(ctx, op);
  if (failed(shape))
    return failure();
  results.push_back({*shape, IntegerType::get(ctx.getContext(), 32)});
  return success();
}

FailureOr<SmallVector<Value>> ConvIntegerOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                           LoweringReason &) {
  Location loc = getLoc();
  auto filterType = cast<RankedTensorType>(operands[1].getType());
  Window window = windowOf(*this, filterType.getShape().drop_front(2));
  Value init = filled(b, loc, emptyResult(b, *this, operands), 0.0);
  IntegerConvOperands in{.image = operands[0],
                         .filter = operands[1],
                         .imageZero = getInputZeroPoint() ? operands[2] : Value(),
                         .filterZero = getFilterZeroPoint() ? operands.back() : Value(),
                         .imageElement = operandElement(*this, 0),
                         .filterElement = operandElement(*this, 1)};
  return SmallVector<Value>{buildIntegerConv(b, loc, in, init, window, getGroups())};
}

llvm::Error ConvIntegerOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                    MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor *next = in.data() + 2;
  ZeroPoints zero;
  if (getInputZeroPoint())
    zero.image = (next++)->ints[0];
  if (getFilterZeroPoint())
    zero.filter = next++;
  Window window = windowOf(*this, ArrayRef(in[1].shape).drop_front(2));
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].setInt(i, integerConvSum(in[0], in[1], zero, window, getGroups(), index));
  });
  return llvm::Error::success();
}

// ---- q_conv ----

LogicalResult QConvOp::infer(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  // q_conv_c1, q_conv_c2, q_conv_c3, q_conv_c4, q_conv_c5, q_conv_c6, q_conv_c7, q_conv_c8
  FailureOr<Dims> shape = inferIntegerConv(ctx, op);
  if (failed(shape))
    return failure();
  Requantization how{op.getMultiplier(), op.getResultZeroPoint(), op.getTo(), op.getRounding()};
  if (failed(checkRequantization(ctx, how, op.getBias(),
                                 ctx.shape(op.getFilter())[0]))) // q_conv_c6, q_conv_c8
    return failure();
  results.push_back({*shape, op.getTo()});
  return success();
}

FailureOr<SmallVector<Value>> QConvOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value sum =
      c.make<ConvIntegerOp>(getInput(), getFilter(), getInputZeroPoint(), getFilterZeroPoint(),
                            getStrides(), getPads(), getDilations(), getGroups(), getDataFormat());
  int64_t rank = getType().getRank();
  uint64_t channel = getDataFormat() == DataFormat::ChannelsLast ? rank - 1 : 1;
  if (getBias())
    sum = c.make<AddOp>(sum, alongAxis(c, getBias(), channel, rank));
  Requantization how{getMultiplier(), getResultZeroPoint(), getTo(), getRounding()};
  return SmallVector<Value>{composeRequantized(c, sum, how, channel)};
}

llvm::Error QConvOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                              MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor *next = in.data() + 2;
  const ref::Tensor *bias = getBias() ? next++ : nullptr;
  ZeroPoints zero;
  if (getInputZeroPoint())
    zero.image = (next++)->ints[0];
  if (getFilterZeroPoint())
    zero.filter = next++;
  const ref::Tensor &multiplier = *next++;
  int64_t resultZero = getResultZeroPoint() ? next->ints[0] : 0;
  Window window = windowOf(*this, ArrayRef(in[1].shape).drop_front(2));
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t o = index[window.channelDim()];
    int32_t sum = integerConvSum(in[0], in[1], zero, window, getGroups(), index);
    sum = static_cast<int32_t>(int64_t(sum) + (bias ? bias->ints[o] : 0));
    out[0].setInt(i, requantizedReference(sum, multiplier.floats[multiplier.rank() ? o : 0],
                                          resultZero, getTo(), getRounding()));
  });
  return llvm::Error::success();
}
