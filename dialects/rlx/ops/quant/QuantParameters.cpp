// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of QuantParameters.h. Rounding half away from zero is composed so that it is exact
// for all floats; rounding to even is one op. Each composed form has a reference beside it that
// computes in double or float.
#include "dialects/rlx/ops/quant/QuantParameters.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;

namespace rlx {

FailureOr<Dims> parameterShape(InferContext &ctx, QuantAxis axis, ArrayRef<Dim> shape) {
  if (!axis)
    return Dims();
  int64_t position = static_cast<int64_t>(*axis);
  if (failed(normalizeAxis(ctx, position, shape.size())))
    return failure();
  return Dims{shape[position]};
}

LogicalResult expectElement(InferContext &ctx, StringRef name, Value value, Type expected) {
  if (!value || InferContext::elementType(value) == expected)
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << expected << ", but got " << InferContext::elementType(value);
  return ctx.fail("expects " + name + " of element type " + text);
}

LogicalResult expectScalarOrVector(InferContext &ctx, StringRef name, Value value, Dim size) {
  if (!value || ctx.shape(value).empty())
    return success();
  return expectShape(ctx, name, value, size);
}

Value alongAxis(OpComposer &c, Value parameter, QuantAxis axis, int64_t rank) {
  if (!axis)
    return parameter;
  SmallVector<OpFoldResult> sizes(rank - normalizedAxis(static_cast<int64_t>(*axis), rank),
                                  c.builder.getIndexAttr(1));
  sizes[0] = tensor::getMixedSize(c.builder, c.loc, parameter, 0);
  return sizes.size() == 1 ? parameter : c.reshape(parameter, sizes);
}

void forEachElement(const ref::Tensor &tensor, QuantAxis axis,
                    llvm::function_ref<void(int64_t, int64_t)> body) {
  int64_t dim = axis ? normalizedAxis(static_cast<int64_t>(*axis), tensor.rank()) : -1;
  ref::forEachIndex(tensor.shape,
                    [&](ArrayRef<int64_t> index, int64_t i) { body(i, dim < 0 ? 0 : index[dim]); });
}

Value composeRounded(OpComposer &c, Value x, Rounding rounding) {
  if (rounding == Rounding::HalfToEven)
    return c.make<RoundOp>(x);
  // floor(|x| + 0.5) would be wrong for the value just below 0.5, whose sum rounds up to 1.
  Type element = getElementTypeOrSelf(x.getType());
  Value magnitude = c.make<AbsOp>(x), below = c.make<FloorOp>(magnitude);
  Value rest = c.make<SubOp>(magnitude, below);
  Value isUp = c.make<CompareOp>(ComparePredicate::ge, rest, c.scalar(element, 0.5));
  Value step = c.make<WhereOp>(isUp, c.scalar(element, 1), c.scalar(element, 0));
  return c.make<MulOp>(c.make<SignOp>(x), c.make<AddOp>(below, step));
}

double roundedReference(double x, Rounding rounding) {
  return rounding == Rounding::HalfToEven ? std::nearbyint(x) : std::round(x);
}

double inComputeType(Type type, double x) {
  return type.isF64() ? x : static_cast<float>(x);
}

Value composeRequantized(OpComposer &c, Value acc, const Requantization &how, int64_t axis) {
  Type f32 = c.builder.getF32Type();
  auto type = cast<RankedTensorType>(acc.getType());
  bool isVector = cast<ShapedType>(how.multiplier.getType()).getRank() == 1;
  Value multiplier = alongAxis(c, how.multiplier,
                               isVector ? QuantAxis(uint64_t(axis)) : std::nullopt, type.getRank());
  Value steps = composeRounded(c, c.make<MulOp>(c.cast(acc, f32), multiplier), how.rounding);
  if (how.resultZeroPoint)
    steps = c.make<AddOp>(steps, c.cast(how.resultZeroPoint, f32));
  return c.cast(steps, how.to);
}

int64_t requantizedReference(int32_t acc, double multiplier, int64_t zeroPoint, Type to,
                             Rounding rounding) {
  double least = to.isUnsignedInteger() ? 0 : -128, most = to.isUnsignedInteger() ? 255 : 127;
  float product = static_cast<float>(double(static_cast<float>(acc)) * multiplier);
  double value = roundedReference(product, rounding) + double(zeroPoint);
  return std::isnan(value) ? 0 : int64_t(std::clamp(value, least, most));
}

Value widenInteger(OpBuilder &b, Location loc, Value value, Type declared, Type wide) {
  if (declared.isUnsignedInteger())
    return arith::ExtUIOp::create(b, loc, wide, value);
  return arith::ExtSIOp::create(b, loc, wide, value);
}

Value IntegerProduct::build(OpBuilder &b, Location loc, Value xElement, Value xZero, Value wElement,
                            Value wZero, Value accumulator) const {
  auto centred = [&](Value value, Value zero, Type declared) {
    Value wide = widenInteger(b, loc, value, declared, b.getI32Type());
    if (!zero)
      return wide;
    return arith::SubIOp::create(b, loc, wide, widenInteger(b, loc, zero, declared, b.getI32Type()))
        .getResult();
  };
  Value product =
      arith::MulIOp::create(b, loc, centred(xElement, xZero, x), centred(wElement, wZero, w));
  return arith::AddIOp::create(b, loc, accumulator, product);
}

LogicalResult checkRequantization(InferContext &ctx, const Requantization &how, Value bias,
                                  Dim channels) {
  return success(succeeded(expectShape(ctx, "bias", bias, channels)) &&
                 succeeded(expectScalarOrVector(ctx, "multiplier", how.multiplier, channels)) &&
                 succeeded(expectShape(ctx, "result_zero_point", how.resultZeroPoint, {})) &&
                 succeeded(expectElement(ctx, "result_zero_point", how.resultZeroPoint, how.to)));
}

} // namespace rlx
