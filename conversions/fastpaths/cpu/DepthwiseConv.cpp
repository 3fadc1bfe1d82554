// Code for rlx.depthwise_conv: windows of channels (ChannelWindows.h) times weights.
#include "conversions/fastpaths/cpu/ChannelWindows.h"
#include "conversions/fastpaths/cpu/CpuPaths.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

class DepthwiseWindows : public ChannelWindows {
public:
  DepthwiseWindows(KernelBuilder &k, DepthwiseConvOp op, const ChannelPlan &p, Epilogue &epilogue)
      : ChannelWindows(k, op.getInput(), p, epilogue), filter(flatten(k.argument(op.getFilter()))),
        bias(op.getBias() ? k.argument(op.getBias()) : Value()) {}

private:
  // The bias, and what the window's rows outside the image add.
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
  // Weights times zero: nothing, but NaN where one is infinite.
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

  // The taps [from, to) of the window in row-major order lie outside the image and add weights
  // times zero: nothing, but NaN where a weight is infinite.
  Value addZeroTaps(Value from, Value to, Value channel, Value mask, Value sum) {
    Value zero = k.splat(type, 0.0);
    return k.loop(from, to, 1, sum, [&](Value tap, ValueRange carried) {
      Value weight = load(filter, k.add(k.mul(tap, p.channels), channel), mask);
      return Vectors{vector::FMAOp::create(k.b, k.loc, zero, weight, carried[0])};
    })[0];
  }

  // The same of the lines of `count` taps each before `first` and from `last` on, of `lines`.
  Value addClippedTaps(Value first, Value last, int64_t lines, int64_t count, Value begin,
                       Value channel, Value mask, Value sum) {
    Value all = k.c(lines), before = k.min(first, all), after = k.max(last, before);
    auto tap = [&](Value line) { return k.add(begin, k.mul(line, count)); };
    sum = addZeroTaps(begin, tap(before), channel, mask, sum);
    return addZeroTaps(tap(after), tap(all), channel, mask, sum);
  }

  Value filter, bias;
  Vectors weights; // of the present row of the window
};

} // namespace

LogicalResult emitDepthwiseConv(func::FuncOp kernel, const CpuModel &target, LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<DepthwiseConvOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  if (failed(expectF32(op->getOperands(), why)))
    return failure();
  auto filter = cast<RankedTensorType>(op.getFilter().getType());
  if (!filter.hasStaticShape())
    return why.because("the filter has a dynamic size");
  Window2D window =
      Window2D::get(op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations());
  auto make = [&](KernelBuilder &k, const ChannelPlan &plan, Epilogue &epilogue) {
    return std::make_unique<DepthwiseWindows>(k, op, plan, epilogue);
  };
  return emitChannelWindows(*fused, window, op.getInput(), filter.getDimSize(1), target, why, make);
}

} // namespace rlx::cpu
