// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the reductions: one linalg.generic each, over any set of axes, with an accumulator in
// the type of accumulatorType (f32 for f16 and bf16). A mean is a sum and a division, and integers
// are summed in 64 bits for it.
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ops/reduction/ReductionLoops.h"
#include "dialects/rlx/support/ComplexBuilders.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

template <typename Op>
LogicalResult inferReduction(InferContext &ctx, Op op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  SmallVector<int64_t> axes;
  if (failed(normalizeAxes(ctx, op.getAxes(), shape.size(), /*emptyMeansAll=*/true,
                           axes))) // reduce_c1, reduce_c2
    return failure();
  results.push_back(
      {reducedShape(ctx, shape, axes, op.getKeepDims()), InferContext::elementType(op.getInput())});
  return success();
}

using Combine = llvm::function_ref<Value(OpBuilder &, Location, Value acc, Value element)>;

// Reduces with `combine`, starting from `scalar`, a constant of the accumulator type. The result
// has that type.
template <typename Op>
Value buildReduction(OpBuilder &b, Op op, Value input, Value scalar, Combine combine) {
  Location loc = op.getLoc();
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  Type element = operandElement(op), accumulator = scalar.getType();
  SmallVector<int64_t> axes = normalizedAxes(op.getAxes(), rank, true);
  Value empty = emptyResult(b, op, {input}, 0, accumulator);
  Value start = linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
  ReductionLoops loops(b.getContext(), rank, axes, op.getKeepDims());
  return linalg::GenericOp::create(
             b, loc, TypeRange{start.getType()}, ValueRange{input}, ValueRange{start},
             ArrayRef<AffineMap>{loops.input, loops.result}, loops.iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               Value x = convertFloat(nested, l, v[0], accumulator);
               if (x.getType() != accumulator) // integers that are accumulated in a wider type
                 x = isUnsigned(element) ? Value(arith::ExtUIOp::create(nested, l, accumulator, x))
                                         : Value(arith::ExtSIOp::create(nested, l, accumulator, x));
               linalg::YieldOp::create(nested, l, combine(nested, l, v[1], x));
             })
      .getResult(0);
}

template <typename Op>
Value buildReduction(OpBuilder &b, Op op, Value input, TypedAttr init, Combine combine) {
  return buildReduction(b, op, input, arith::ConstantOp::create(b, op.getLoc(), init).getResult(),
                        combine);
}

TypedAttr numberAttr(OpBuilder &b, Type type, int64_t value) {
  return isFloat(type) ? TypedAttr(b.getFloatAttr(type, double(value)))
                       : TypedAttr(b.getIntegerAttr(type, value));
}

// The largest or smallest value of `type`, the signless form of `element`.
TypedAttr extremeAttr(OpBuilder &b, Type element, Type type, bool highest) {
  if (isFloat(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    return b.getFloatAttr(type, highest ? infinity : -infinity);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(element))
    return b.getIntegerAttr(type, highest ? APInt::getMaxValue(width) : APInt::getMinValue(width));
  return b.getIntegerAttr(type, highest ? APInt::getSignedMaxValue(width)
                                        : APInt::getSignedMinValue(width));
}

// Calls `body(outputIndex, inputIndex)` for every input element.
void forEachReduced(const ref::Tensor &input, ArrayRef<int64_t> declaredAxes,
                    llvm::function_ref<void(int64_t, int64_t)> body) {
  SmallVector<int64_t> axes = normalizedAxes(declaredAxes, input.rank(), true);
  ref::forEachIndex(input.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t position = 0;
    for (auto [axis, size] : llvm::enumerate(input.shape))
      if (!llvm::is_contained(axes, int64_t(axis)))
        position = position * size + index[axis];
    body(position, i);
  });
}

void addElements(const ref::Tensor &in, ref::Tensor &out, ArrayRef<int64_t> axes) {
  forEachReduced(in, axes, [&](int64_t to, int64_t from) {
    if (in.isComplex())
      out.setComplex(to, out.complexAt(to) + in.complexAt(from));
    else if (in.isFloat())
      out.floats[to] += in.floats[from];
    else
      out.ints[to] = int64_t(uint64_t(out.ints[to]) + uint64_t(in.ints[from]));
  });
}

// The maximum, or the minimum if `sign` is -1.
void selectElements(const ref::Tensor &in, ref::Tensor &out, ArrayRef<int64_t> axes, int sign) {
  Type type = in.elementType;
  std::fill(out.floats.begin(), out.floats.end(), -sign * std::numeric_limits<double>::infinity());
  if (!in.isFloat()) {
    unsigned width = type.getIntOrFloatBitWidth();
    bool wide = isUnsigned(type);
    APInt start = sign > 0 ? (wide ? APInt::getMinValue(width) : APInt::getSignedMinValue(width))
                           : (wide ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width));
    std::fill(out.ints.begin(), out.ints.end(),
              wide ? int64_t(start.getZExtValue()) : start.getSExtValue());
  }
  forEachReduced(in, axes, [&](int64_t to, int64_t from) {
    if (in.isFloat()) {
      double x = in.floats[from];
      if (std::isnan(x) || sign * x > sign * out.floats[to])
        out.floats[to] = x;
      return;
    }
    int64_t x = in.ints[from], best = out.ints[to];
    bool greater = isUnsigned(type) ? uint64_t(x) > uint64_t(best) : x > best;
    if (sign > 0 ? greater : (!greater && x != best))
      out.ints[to] = x;
  });
}

} // namespace

// ---- reduce_sum ----

LogicalResult ReduceSumOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  return inferReduction(ctx, op, results);
}

FailureOr<SmallVector<Value>> ReduceSumOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  Type element = signless(operandElement(*this));
  if (isComplex(element))
    return SmallVector<Value>{buildReduction(
        b, *this, operands[0], complexConstant(b, getLoc(), element, 0, 0), complexAdd)};
  Value sum = buildReduction(b, *this, operands[0], numberAttr(b, accumulatorType(element), 0),
                             [](OpBuilder &nested, Location l, Value acc, Value x) {
                               return createArith<arith::AddFOp, arith::AddIOp>(
                                   nested, l, x.getType(), acc, x);
                             });
  return SmallVector<Value>{convertElements(b, getLoc(), sum, element)};
}

llvm::Error ReduceSumOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  addElements(in[0], out[0], getAxes());
  return llvm::Error::success();
}

// ---- reduce_mean ----

// False for integers: the partial means would be rounded.
bool ReduceMeanOp::isPreciseInParts() {
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(getInput().getType()));
  return type && type.getWidth() >= 32;
}

LogicalResult ReduceMeanOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  return inferReduction(ctx, op, results);
}

namespace {
// The number of terms of each sum.
Value countReduced(OpBuilder &b, Location loc, Value input, ArrayRef<int64_t> axes) {
  Value count = indexConstant(b, loc, 1);
  for (int64_t axis : axes) {
    Value size = getValueOrCreateConstantIndexOp(b, loc, tensor::getMixedSize(b, loc, input, axis));
    count = arith::MulIOp::create(b, loc, count, size);
  }
  return count;
}

// sum / count in the sum's type: a float, or i64 for integers of type `element`.
Value divide(OpBuilder &b, Location loc, Value sum, Value count, Type element, Type result) {
  if (isFloat(element))
    return convertFloat(b, loc, arith::DivFOp::create(b, loc, sum, count), result);
  Value quotient = isUnsigned(element) ? Value(arith::DivUIOp::create(b, loc, sum, count))
                                       : Value(arith::DivSIOp::create(b, loc, sum, count));
  return result == sum.getType() ? quotient : arith::TruncIOp::create(b, loc, result, quotient);
}
} // namespace

FailureOr<SmallVector<Value>> ReduceMeanOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  Location loc = getLoc();
  Type element = operandElement(*this), result = signless(element);
  Type accumulator = isFloat(element) ? accumulatorType(element) : Type(b.getI64Type());
  Value sum = buildReduction(b, *this, operands[0], numberAttr(b, accumulator, 0),
                             [](OpBuilder &nested, Location l, Value acc, Value x) {
                               return createArith<arith::AddFOp, arith::AddIOp>(
                                   nested, l, x.getType(), acc, x);
                             });
  int64_t rank = cast<ShapedType>(operands[0].getType()).getRank();
  Value count = countReduced(b, loc, operands[0], normalizedAxes(getAxes(), rank, true));
  if (!isFloat(element)) // the mean of no elements is 0 / 1
    count = arith::MaxSIOp::create(b, loc, count, indexConstant(b, loc, 1));
  count = arith::IndexCastOp::create(b, loc, b.getI64Type(), count);
  if (isFloat(element))
    count = arith::SIToFPOp::create(b, loc, accumulator, count);
  Value init = emptyResult(b, *this, operands);
  return SmallVector<Value>{parallelGeneric(
      b, loc, init, sum, b.getMultiDimIdentityMap(getType().getRank()),
      [&](OpBuilder &nested, Location l, ValueRange, ValueRange v) {
        return divide(nested, l, v[0], count, element, result);
      },
      false)};
}

llvm::Error ReduceMeanOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  addElements(in[0], out[0], getAxes());
  int64_t count = 1;
  for (int64_t axis : normalizedAxes(getAxes(), in[0].rank(), true))
    count *= in[0].shape[axis];
  for (double &value : out[0].floats)
    value /= double(count);
  for (int64_t &value : out[0].ints) {
    if (count == 0)
      continue;
    value =
        isUnsigned(in[0].elementType) ? int64_t(uint64_t(value) / uint64_t(count)) : value / count;
  }
  return llvm::Error::success();
}

// ---- reduce_max ----

bool ReduceMaxOp::isPreciseInParts() {
  return true;
}

LogicalResult ReduceMaxOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  return inferReduction(ctx, op, results);
}

FailureOr<SmallVector<Value>> ReduceMaxOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  Type element = operandElement(*this);
  TypedAttr init = extremeAttr(b, element, signless(element), /*highest=*/false);
  return SmallVector<Value>{buildReduction(
      b, *this, operands[0], init, [&](OpBuilder &nested, Location l, Value acc, Value x) {
        return createArith<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(nested, l, element,
                                                                              acc, x);
      })};
}

llvm::Error ReduceMaxOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  selectElements(in[0], out[0], getAxes(), 1);
  return llvm::Error::success();
}

// ---- reduce_min ----

bool ReduceMinOp::isPreciseInParts() {
  return true;
}

LogicalResult ReduceMinOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  return inferReduction(ctx, op, results);
}

FailureOr<SmallVector<Value>> ReduceMinOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  Type element = operandElement(*this);
  TypedAttr init = extremeAttr(b, element, signless(element), /*highest=*/true);
  return SmallVector<Value>{buildReduction(
      b, *this, operands[0], init, [&](OpBuilder &nested, Location l, Value acc, Value x) {
        return createArith<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(nested, l, element,
                                                                              acc, x);
      })};
}

llvm::Error ReduceMinOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  selectElements(in[0], out[0], getAxes(), -1);
  return llvm::Error::success();
}

// ---- reduce_prod ----

LogicalResult ReduceProdOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  return inferReduction(ctx, op, results);
}

FailureOr<SmallVector<Value>> ReduceProdOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  Type element = signless(operandElement(*this));
  Value product = buildReduction(b, *this, operands[0], numberAttr(b, accumulatorType(element), 1),
                                 [](OpBuilder &nested, Location l, Value acc, Value x) {
                                   return createArith<arith::MulFOp, arith::MulIOp>(
                                       nested, l, x.getType(), acc, x);
                                 });
  return SmallVector<Value>{convertElements(b, getLoc(), product, element)};
}

llvm::Error ReduceProdOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  std::fill(out[0].floats.begin(), out[0].floats.end(), 1.0);
  std::fill(out[0].ints.begin(), out[0].ints.end(), 1);
  forEachReduced(in[0], getAxes(), [&](int64_t to, int64_t from) {
    if (in[0].isFloat())
      out[0].floats[to] *= in[0].floats[from];
    else
      out[0].ints[to] = int64_t(uint64_t(out[0].ints[to]) * uint64_t(in[0].ints[from]));
  });
  return llvm::Error::success();
}
