// Bodies of quantize and dequantize. They decompose into arithmetic in f32 or f64 and rlx.cast,
// which saturates.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/OpComposer.h"
#include "dialects/rlx/ir/QuantOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

// The shape that scale and zero point have: one value for each position along the axis, or one.
template <typename Adaptor>
FailureOr<Dims> parameterShape(InferContext &ctx, Adaptor op, ArrayRef<Dim> shape) {
  if (!op.getAxis())
    return Dims();
  int64_t axis = static_cast<int64_t>(*op.getAxis());
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // quantize_c1, dequantize_c1
    return failure();
  return Dims{shape[axis]};
}

template <typename Adaptor>
LogicalResult checkParameters(InferContext &ctx, Adaptor op, ArrayRef<Dim> shape) {
  FailureOr<Dims> expected = parameterShape(ctx, op, shape);
  if (failed(expected))
    return failure();
  if (failed(expectShape(ctx, "scale", op.getScale(), *expected))) // quantize_c2, dequantize_c2
    return failure();
  return expectShape(ctx, "zero_point", op.getZeroPoint(), *expected); // quantize_c2, dequantize_c2
}

LogicalResult expectElement(InferContext &ctx, StringRef name, Value value, Type expected) {
  if (!value || InferContext::elementType(value) == expected)
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << expected << ", but got " << InferContext::elementType(value);
  return ctx.fail("expects " + name + " of element type " + text);
}

// A scale or zero point so that it broadcasts along the axis of `like`.
template <typename Op>
Value alongAxis(OpComposer &c, Op op, Value parameter) {
  if (!op.getAxis())
    return parameter;
  int64_t rank = cast<ShapedType>(op.getInput().getType()).getRank();
  int64_t axis = normalizedAxis(static_cast<int64_t>(*op.getAxis()), rank);
  SmallVector<OpFoldResult> sizes(rank - axis, c.builder.getIndexAttr(1));
  sizes[0] = tensor::getMixedSize(c.builder, c.loc, parameter, 0);
  return sizes.size() == 1 ? parameter : c.reshape(parameter, sizes);
}

// Calls `body(i, position in scale and zero point)` for every element.
template <typename Op>
void forEachElement(Op op, const ref::Tensor &x, llvm::function_ref<void(int64_t, int64_t)> body) {
  int64_t axis = op.getAxis() ? normalizedAxis(static_cast<int64_t>(*op.getAxis()), x.rank()) : -1;
  ref::forEachIndex(
      x.shape, [&](ArrayRef<int64_t> index, int64_t i) { body(i, axis < 0 ? 0 : index[axis]); });
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
  Value x = c.widened(getInput()), scale = alongAxis(c, *this, c.widened(getScale()));
  Value steps = c.make<RoundOp>(c.make<DivOp>(x, scale));
  if (getZeroPoint()) {
    Value zero = c.cast(getZeroPoint(), getElementTypeOrSelf(x.getType()));
    steps = c.make<AddOp>(steps, alongAxis(c, *this, zero));
  }
  return SmallVector<Value>{c.cast(steps, getTo())};
}

llvm::Error QuantizeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                 MutableArrayRef<ref::Tensor> out) {
  bool isUnsigned = getTo().isUnsignedInteger();
  unsigned width = getTo().getIntOrFloatBitWidth();
  double least = isUnsigned ? 0 : -std::ldexp(1, width - 1);
  double most = std::ldexp(1, isUnsigned ? width : width - 1) - 1;
  forEachElement(*this, in[0], [&](int64_t i, int64_t c) {
    // The quotient is an f32 (or f64) number before it is rounded: halves must be the same ones.
    double quotient = in[0].floats[i] / in[1].floats[c];
    if (!in[0].elementType.isF64())
      quotient = static_cast<float>(quotient);
    double value = std::nearbyint(quotient) + (getZeroPoint() ? in[2].asDouble(c) : 0);
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
  Value scale = alongAxis(c, *this, c.widened(getScale()));
  Value steps = c.cast(getInput(), b.getI32Type());
  if (getZeroPoint())
    steps = c.make<SubOp>(steps, alongAxis(c, *this, c.cast(getZeroPoint(), b.getI32Type())));
  Value result = c.make<MulOp>(c.cast(steps, getElementTypeOrSelf(scale.getType())), scale);
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error DequantizeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  forEachElement(*this, in[0], [&](int64_t i, int64_t c) {
    int64_t zero = getZeroPoint() ? in[2].ints[c] : 0;
    out[0].set(i, double(static_cast<int32_t>(in[0].ints[i] - zero)) * in[1].floats[c]);
  });
  return llvm::Error::success();
}
