// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of quantize and dequantize. They decompose into arithmetic in f32 or f64 and rlx.cast,
// which saturates. The input is divided by the scale, not multiplied with an inverse, because that
// would change some ties. The reference rounds the ratio in the same type.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/QuantOps.h"
#include "dialects/rlx/ops/quant/QuantParameters.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

template <typename Adaptor>
LogicalResult checkParameters(InferContext &ctx, Adaptor op, ArrayRef<Dim> shape) {
  FailureOr<Dims> expected = parameterShape(ctx, op.getAxis(), shape); // quantize_c1, dequantize_c1
  if (failed(expected))
    return failure();
  if (failed(expectShape(ctx, "scale", op.getScale(), *expected))) // quantize_c2, dequantize_c2
    return failure();
  return expectShape(ctx, "zero_point", op.getZeroPoint(), *expected); // quantize_c2, dequantize_c2
}

// A scale or zero point, reshaped to broadcast along the op's axis.
template <typename Op>
Value spread(OpComposer &c, Op op, Value parameter) {
  return alongAxis(c, parameter, op.getAxis(), cast<ShapedType>(op.getInput().getType()).getRank());
}

} // namespace

// ---- quantize ----

LogicalResult QuantizeOp::infer(InferContext &ctx, Adaptor op,
                                SmallVectorImpl<InferredType> &results) {
  Type element = InferContext::elementType(op.getInput());
  if (failed(expectElement(ctx, "scale", op.getScale(), element)) ||           // quantize_c3
      failed(expectElement(ctx, "zero_point", op.getZeroPoint(), op.getTo()))) // quantize_c3
    return failure();
  Dims shape = ctx.shape(op.getInput());
  if (failed(checkParameters(ctx, op, shape)))
    return failure();
  results.push_back({shape, op.getTo()});
  return success();
}

FailureOr<SmallVector<Value>> QuantizeOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput()), scale = spread(c, *this, c.widened(getScale()));
  Value steps = composeRounded(c, c.make<DivOp>(x, scale), getRounding());
  if (getZeroPoint()) {
    Value zero = c.cast(getZeroPoint(), getElementTypeOrSelf(x.getType()));
    steps = c.make<AddOp>(steps, spread(c, *this, zero));
  }
  return SmallVector<Value>{c.cast(steps, getTo())};
}

llvm::Error QuantizeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                 MutableArrayRef<ref::Tensor> out) {
  bool isUnsigned = getTo().isUnsignedInteger();
  unsigned width = getTo().getIntOrFloatBitWidth();
  double least = isUnsigned ? 0 : -std::ldexp(1, width - 1);
  double most = std::ldexp(1, isUnsigned ? width : width - 1) - 1;
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    // The ratio is rounded to f32 (or is f64) first, so that ties are the same as in the kernels.
    double quotient = in[0].floats[i] / in[1].floats[c];
    if (!in[0].elementType.isF64())
      quotient = static_cast<float>(quotient);
    double value =
        roundedReference(quotient, getRounding()) + (getZeroPoint() ? in[2].asDouble(c) : 0);
    out[0].setInt(i, std::isnan(value) ? 0 : int64_t(std::clamp(value, least, most)));
  });
  return llvm::Error::success();
}

// ---- dequantize ----

LogicalResult DequantizeOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  Type element = InferContext::elementType(op.getInput());
  if (failed(expectElement(ctx, "zero_point", op.getZeroPoint(), element))) // dequantize_c3
    return failure();
  Dims shape = ctx.shape(op.getInput());
  if (failed(checkParameters(ctx, op, shape)))
    return failure();
  results.push_back({shape, InferContext::elementType(op.getScale())});
  return success();
}

FailureOr<SmallVector<Value>> DequantizeOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value scale = spread(c, *this, c.widened(getScale()));
  Value steps = c.cast(getInput(), b.getI32Type());
  if (getZeroPoint())
    steps = c.make<SubOp>(steps, spread(c, *this, c.cast(getZeroPoint(), b.getI32Type())));
  Value result = c.make<MulOp>(c.cast(steps, getElementTypeOrSelf(scale.getType())), scale);
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error DequantizeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    int64_t zero = getZeroPoint() ? in[2].ints[c] : 0;
    out[0].set(i, double(static_cast<int32_t>(in[0].ints[i] - zero)) * in[1].floats[c]);
  });
  return llvm::Error::success();
}
