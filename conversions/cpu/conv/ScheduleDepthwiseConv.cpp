// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of depthwise_conv and depthwise_conv_integer: channel windows (ChannelWindow.h)
// times weights.
//
// Dot products of 8-bit integers are computed with the same f32 FMAs: f32 is exact up to 2^24,
// which bounds the window's size (kMaxExactTaps).
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/conv/ChannelWindow.h"
#include "conversions/cpu/matmul/Microkernel.h"
#include "conversions/cpu/matmul/ZeroPointTerms.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

class DepthwiseWindows : public ChannelWindow {
public:
  DepthwiseWindows(KernelBuilder &k, DepthwiseConvOp op, const ChannelPlan &p, Epilogue &epilogue)
      : ChannelWindow(k, op.getInput(), p, epilogue), filter(flatten(k.argument(op.getFilter()))),
        bias(op.getBias() ? k.argument(op.getBias()) : Value()) {}

private:
  // The bias, plus the terms of window rows outside the image.
  Value start(Value channel, Value mask) override {
    Value sum = bias ? load(bias, channel, mask) : k.splat(type, 0.0);
    if (!w.padsRows())
      return sum;
    return addClippedTaps(firstTap, lastTap, w.kernel[0], w.kernel[1], k.c(0), channel, mask, sum);
  }

  void beginRow(Value tap, Value channel, Value mask) override {
    Value row = k.add(k.mul(tap, w.kernel[1] * p.channels), channel);
    weights.clear();
    for (int64_t i = 0; i < w.kernel[1]; ++i)
      weights.push_back(load(filter, k.add(row, i * p.channels), mask));
  }
  Value combine(Value sum, Value value, int64_t column) override {
    return vector::FMAOp::create(k.b, k.loc, value, weights[column], sum);
  }
  // Adds weight * 0: changes nothing unless the weight is infinite, which gives NaN.
  Value combineOutside(Value sum, int64_t column) override {
    return vector::FMAOp::create(k.b, k.loc, k.splat(type, 0.0), weights[column], sum);
  }

  Value beginClippedRow(Value sum, Value tap, Value first, Value last, Value channel,
                        Value mask) override {
    if (!w.padsColumns())
      return sum;
    return addClippedTaps(first, last, w.kernel[1], 1, k.mul(tap, w.kernel[1]), channel, mask, sum);
  }
  Value combineAt(Value sum, Value value, Value tap, Value column, Value channel,
                  Value mask) override {
    Value row = k.add(k.mul(tap, w.kernel[1] * p.channels), channel);
    Value weight = load(filter, k.add(row, k.mul(column, p.channels)), mask);
    return vector::FMAOp::create(k.b, k.loc, value, weight, sum);
  }

  // The taps [from, to) in row-major order lie outside the image and add weight * 0: nothing, or
  // NaN if a weight is infinite.
  Value addZeroTaps(Value from, Value to, Value channel, Value mask, Value sum) {
    Value zero = k.splat(type, 0.0);
    return k.loop(from, to, 1, sum, [&](Value tap, ValueRange carried) {
      Value weight = load(filter, k.add(k.mul(tap, p.channels), channel), mask);
      return Vectors{vector::FMAOp::create(k.b, k.loc, zero, weight, carried[0])};
    })[0];
  }

  // The same for lines of `count` taps each: those before `first` and from `last` on, out of
  // `lines`.
  Value addClippedTaps(Value first, Value last, int64_t lines, int64_t count, Value begin,
                       Value channel, Value mask, Value sum) {
    Value all = k.c(lines), before = k.min(first, all), after = k.max(last, before);
    auto tap = [&](Value line) { return k.add(begin, k.mul(line, count)); };
    sum = addZeroTaps(begin, tap(before), channel, mask, sum);
    return addZeroTaps(tap(after), tap(all), channel, mask, sum);
  }

  Value filter, bias;
  Vectors weights; // of the current window row
};

// f32 is exact up to 2^24, so sums of up to this many products of byte differences are exact.
constexpr int64_t kMaxExactTaps = (1 << 24) / (255 * 255);

// Taps outside the image have the zero point as their value and add nothing.
class DepthwiseIntegerWindows : public ChannelWindow {
public:
  DepthwiseIntegerWindows(KernelBuilder &k, DepthwiseConvIntegerOp op, const ChannelPlan &p,
                          Epilogue &epilogue)
      : ChannelWindow(k, op.getInput(), p, epilogue), filter(flatten(k.argument(op.getFilter()))),
        filterZero(op.getFilterZeroPoint() ? k.argument(op.getFilterZeroPoint()) : Value()),
        isUnsigned(getElementTypeOrSelf(op.getInput().getType()).isUnsignedInteger()) {
    if (!op.getInputZeroPoint())
      return;
    ZeroPointTerms terms(k, p.lanes, !isUnsigned, op.getInputZeroPoint());
    if (Value zero = terms.zeroPoint())
      inputZero = vector::BroadcastOp::create(
          k.b, k.loc, type, arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), zero));
  }

private:
  Value start(Value, Value) override { return k.splat(type, 0.0); }
  Value loadInput(Value at, Value mask) override {
    Value value = load(input, at, mask, isUnsigned);
    return inputZero ? arith::SubFOp::create(k.b, k.loc, value, inputZero).getResult() : value;
  }
  Value loadWeights(Value at, Value channel, Value mask) {
    Value value = load(filter, at, mask);
    if (!filterZero)
      return value;
    return arith::SubFOp::create(k.b, k.loc, value, load(filterZero, channel, mask));
  }

  void beginRow(Value tap, Value channel, Value mask) override {
    Value row = k.add(k.mul(tap, w.kernel[1] * p.channels), channel);
    weights.clear();
    for (int64_t i = 0; i < w.kernel[1]; ++i)
      weights.push_back(loadWeights(k.add(row, i * p.channels), channel, mask));
  }
  Value combine(Value sum, Value value, int64_t column) override {
    return vector::FMAOp::create(k.b, k.loc, value, weights[column], sum);
  }
  Value combineAt(Value sum, Value value, Value tap, Value column, Value channel,
                  Value mask) override {
    Value row = k.add(k.mul(tap, w.kernel[1] * p.channels), channel);
    Value weight = loadWeights(k.add(row, k.mul(column, p.channels)), channel, mask);
    return vector::FMAOp::create(k.b, k.loc, value, weight, sum);
  }

  Value filter, filterZero, inputZero; // zero points are null if they are 0
  bool isUnsigned;
  Vectors weights; // of the current window row
};

template <typename Windows, typename Op>
std::unique_ptr<KernelPlan> planDepthwise(const FusedKernel &fused, Op op, const CpuModel &target,
                                          LoweringReason &why) {
  auto filter = cast<RankedTensorType>(op.getFilter().getType());
  if (!filter.hasStaticShape()) {
    (void)why.because("the filter has a dynamic size");
    return nullptr;
  }
  Window2D window =
      Window2D::get(op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations());
  auto make = [op](KernelBuilder &k, const ChannelPlan &plan, Epilogue &epilogue) {
    return std::make_unique<Windows>(k, op, plan, epilogue);
  };
  return planChannelWindow(fused, window, op.getInput(), filter.getDimSize(1), target, why, make);
}

std::unique_ptr<KernelPlan> planDepthwiseConv(func::FuncOp kernel, const CpuModel &target,
                                              LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<DepthwiseConvOp>(kernel, why);
  if (failed(fused) || failed(expectPanelTypes(fused->root->getOperands(), why)))
    return nullptr;
  auto op = cast<DepthwiseConvOp>(fused->root);
  Type element = getElementTypeOrSelf(op.getType());
  if (failed(microkernelKind(element, panelGroup(element), target, why)))
    return nullptr;
  return planDepthwise<DepthwiseWindows>(*fused, op, target, why);
}

std::unique_ptr<KernelPlan> planDepthwiseConvInteger(func::FuncOp kernel, const CpuModel &target,
                                                     LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<DepthwiseConvIntegerOp>(kernel, why, isInputZeroPoint);
  if (failed(fused))
    return nullptr;
  auto op = cast<DepthwiseConvIntegerOp>(fused->root);
  ArrayRef<int64_t> window = op.getKernelShape();
  if (saturatingProduct({window[0], window[1]}) > kMaxExactTaps) {
    (void)why.because("integer sums of more than " + Twine(kMaxExactTaps) +
                      " products are not exact");
    return nullptr;
  }
  return planDepthwise<DepthwiseIntegerWindows>(*fused, op, target, why);
}

} // namespace

extern const CpuSchedule kDepthwiseConv, kDepthwiseConvInteger;
const CpuSchedule kDepthwiseConv = {"depthwise_conv", "rlx.depthwise_conv", expectPanelTypes,
                                    planDepthwiseConv};
const CpuSchedule kDepthwiseConvInteger = {"depthwise_conv_integer", "rlx.depthwise_conv_integer",
                                           takesAnyTypes, planDepthwiseConvInteger};

} // namespace rlx::cpu
