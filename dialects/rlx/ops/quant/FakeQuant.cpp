// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of fake_quantize and fake_quantize_lsq. They decompose into elementwise ops and, if the
// scale comes from the data, a reduction. Gradients are in FakeQuantGradient.cpp. Intermediate
// values are in the type of the scale.
#include "dialects/rlx/ops/quant/FakeQuant.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FakeQuantOps.h"
#include "dialects/rlx/ir/ReductionOps.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

// ---- shared ----

LogicalResult rlx::checkGradient(InferContext &ctx, Value input, Value grad) {
  return success(succeeded(expectElement(ctx, "grad", grad, InferContext::elementType(input))) &&
                 succeeded(expectShape(ctx, "grad", grad, ctx.shape(input))));
}

Value FakeQuantComposer::floored(Value scale) {
  return c.make<MaxOp>(scale, constant(kMinScale));
}

Value FakeQuantComposer::steps(Value z, Rounding rounding) {
  Value rounded = composeRounded(c, z, rounding);
  return c.make<MinOp>(c.make<MaxOp>(rounded, constant(-qmax)), constant(qmax));
}

SmallVector<int64_t> FakeQuantComposer::otherDims() {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (axis)
    dims.erase(dims.begin() + normalizedAxis(static_cast<int64_t>(*axis), rank));
  return dims;
}

double rlx::stepsReference(double z, double qmax, Rounding rounding) {
  return std::isnan(z) ? z : std::clamp(roundedReference(z, rounding), -qmax, qmax);
}

// ---- fake_quantize ----

LogicalResult FakeQuantizeOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  bool isPerBatch = op.getMode() == FakeQuantScale::PerBatch;
  bool isEma = op.getMode() == FakeQuantScale::Ema;
  std::string mode = stringifyFakeQuantScale(op.getMode()).str();
  if (isPerBatch == bool(op.getScale())) // fake_quantize_c3
    return ctx.fail(Twine("expects ") + (isPerBatch ? "no" : "a") + " scale operand for mode '" +
                    mode + "'");
  if (isEma != bool(op.getDecay())) // fake_quantize_c4
    return ctx.fail(Twine("expects ") + (isEma ? "a" : "no") + " decay for mode '" + mode + "'");
  double decay = op.getDecay() ? op.getDecay()->convertToDouble() : 0;
  if (!(decay >= 0 && decay <= 1)) // fake_quantize_c4
    return ctx.fail("expects a decay in [0, 1], but got " + std::to_string(decay));
  // fake_quantize_c1, fake_quantize_c2, fake_quantize_c5, fake_quantize_c6
  FailureOr<Dims> scale = checkFakeQuant(ctx, op);
  if (failed(scale))
    return failure();
  Type element = InferContext::elementType(op.getInput());
  results.push_back({ctx.shape(op.getInput()), element});
  results.push_back({*scale, element.isF64() ? element : Float32Type::get(ctx.getContext())});
  return success();
}

namespace {

// The scale that the op uses, in the shape of its second result.
Value usedScale(FakeQuantComposer &f, FakeQuantizeOp op, Value x) {
  OpComposer &c = f.c;
  if (op.getMode() == FakeQuantScale::Fixed)
    return f.floored(op.getScale());
  Value largest = f.reduceOthers<ReduceMaxOp>(c.make<AbsOp>(x));
  // The maximum of no elements is minus infinity, which the floor replaces.
  Value current = f.floored(c.make<DivOp>(largest, f.constant(f.qmax)));
  if (op.getMode() == FakeQuantScale::PerBatch)
    return current;
  double decay = op.getDecay()->convertToDouble();
  Value state = op.getScale();
  Value moved = c.make<AddOp>(c.make<MulOp>(state, f.constant(decay)),
                              c.make<MulOp>(current, f.constant(1 - decay)));
  Value isUnset = c.make<CompareOp>(ComparePredicate::le, state, f.constant(0));
  return c.make<WhereOp>(isUnset, current, moved);
}

double usedScaleReference(FakeQuantizeOp op, double largest, double operand, double qmax,
                          Type type) {
  auto atLeast = [](double x) { return x < kMinScale ? kMinScale : x; }; // keeps NaN
  if (op.getMode() == FakeQuantScale::Fixed)
    return inComputeType(type, atLeast(operand));
  double current = inComputeType(type, atLeast(largest / qmax));
  if (op.getMode() == FakeQuantScale::PerBatch || operand <= 0)
    return current;
  double decay = op.getDecay()->convertToDouble();
  return inComputeType(type, decay * operand + (1 - decay) * current);
}

} // namespace

FailureOr<SmallVector<Value>> FakeQuantizeOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  FakeQuantComposer f = composerFor(c, *this);
  Value x = c.widened(getInput()), scale = usedScale(f, *this, x), divisor = f.spread(scale);
  Value steps = f.steps(c.make<DivOp>(x, divisor), getRounding());
  Value result = c.make<MulOp>(steps, divisor);
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getInput().getType())), scale};
}

llvm::Error FakeQuantizeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  double qmax = quantizedMaximum(getBits());
  ref::Tensor &scales = out[1];
  std::vector<double> largest(scales.numElements(), 0.0);
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    double magnitude = std::fabs(in[0].floats[i]);
    if (magnitude > largest[c] || std::isnan(magnitude))
      largest[c] = std::isnan(largest[c]) ? largest[c] : magnitude;
  });
  for (size_t c = 0; c < largest.size(); ++c)
    scales.set(c, usedScaleReference(*this, largest[c], in.size() > 1 ? in[1].floats[c] : 0, qmax,
                                     scales.elementType));
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    double z = inComputeType(scales.elementType, in[0].floats[i] / scales.floats[c]);
    out[0].set(i, stepsReference(z, qmax, getRounding()) * scales.floats[c]);
  });
  return llvm::Error::success();
}

// ---- fake_quantize_lsq ----

LogicalResult FakeQuantizeLSQOp::infer(InferContext &ctx, Adaptor op,
                                       SmallVectorImpl<InferredType> &results) {
  // fake_quantize_lsq_c1, fake_quantize_lsq_c2, fake_quantize_lsq_c3, fake_quantize_lsq_c4
  if (failed(checkFakeQuant(ctx, op)))
    return failure();
  results.push_back({ctx.shape(op.getInput()), InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> FakeQuantizeLSQOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  FakeQuantComposer f = composerFor(c, *this);
  Value scale = f.spread(f.floored(getScale()));
  Value steps = f.steps(c.make<DivOp>(c.widened(getInput()), scale), getRounding());
  return SmallVector<Value>{
      c.cast(c.make<MulOp>(steps, scale), getElementTypeOrSelf(getInput().getType()))};
}

llvm::Error FakeQuantizeLSQOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                        MutableArrayRef<ref::Tensor> out) {
  double qmax = quantizedMaximum(getBits());
  forEachElement(in[0], getAxis(), [&](int64_t i, int64_t c) {
    Type type = in[1].elementType;
    double scale = in[1].floats[c] < kMinScale ? inComputeType(type, kMinScale) : in[1].floats[c];
    double z = inComputeType(type, in[0].floats[i] / scale);
    out[0].set(i, stepsReference(z, qmax, getRounding()) * scale);
  });
  return llvm::Error::success();
}
