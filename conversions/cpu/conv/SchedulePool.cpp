// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of rlx.pool with two spatial dimensions, channels last: channel windows
// (ChannelWindow.h) that are reduced.
//
// Pixels outside the image do not count, except in the divisor of means with `count_include_pad`.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/conv/ChannelWindow.h"
#include "conversions/cpu/matmul/Microkernel.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

class PoolWindows : public ChannelWindow {
public:
  PoolWindows(KernelBuilder &k, PoolOp op, const ChannelPlan &p, Epilogue &epilogue)
      : ChannelWindow(k, op.getInput(), p, epilogue), kind(op.getKind()),
        element(getElementTypeOrSelf(op.getType())), countsPadding(op.getCountIncludePad()) {}

private:
  // The smallest and the largest value of the type.
  std::pair<double, double> range() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!isa<IntegerType>(element))
      return {-kInfinity, kInfinity};
    return element.isUnsignedInteger() ? std::pair(0.0, 255.0) : std::pair(-128.0, 127.0);
  }

  Value loadInput(Value at, Value mask) override {
    return load(input, at, mask, element.isUnsignedInteger());
  }

  Value start(Value channel, Value mask) override {
    switch (kind) {
    case PoolKind::Max:
      return k.splat(type, range().first);
    case PoolKind::Min:
      return k.splat(type, range().second);
    case PoolKind::Prod:
      return k.splat(type, 1);
    case PoolKind::Sum:
    case PoolKind::Mean:
      break;
    }
    return k.splat(type, 0);
  }

  Value combine(Value sum, Value value, int64_t) override {
    switch (kind) {
    case PoolKind::Max:
      return arith::MaximumFOp::create(k.b, k.loc, sum, value);
    case PoolKind::Min:
      return arith::MinimumFOp::create(k.b, k.loc, sum, value);
    case PoolKind::Prod:
      return arith::MulFOp::create(k.b, k.loc, sum, value);
    case PoolKind::Sum:
    case PoolKind::Mean:
      break;
    }
    return arith::AddFOp::create(k.b, k.loc, sum, value);
  }
  Value combineAt(Value sum, Value value, Value, Value, Value, Value) override {
    return combine(sum, value, 0);
  }

  Value end(Value sum, Value columns) override {
    if (kind != PoolKind::Mean)
      return sum;
    Value count = k.c(w.kernel[0] * w.kernel[1]);
    if (!countsPadding)
      count = k.mul(k.max(k.sub(lastTap, firstTap), k.c(0)), k.max(columns, k.c(0)));
    Value number = arith::IndexCastOp::create(k.b, k.loc, k.b.getI64Type(), count);
    number = arith::SIToFPOp::create(k.b, k.loc, type.getElementType(), number);
    Value divisor = vector::BroadcastOp::create(k.b, k.loc, type, number);
    return arith::DivFOp::create(k.b, k.loc, sum, divisor);
  }

  PoolKind kind;
  Type element;
  bool countsPadding;
};

// Fails unless the first operand has an element type whose windows can be reduced in f32.
LogicalResult expectPoolTypes(ValueRange operands, LoweringReason &why) {
  Type element = getElementTypeOrSelf(operands.front().getType());
  return element.isInteger(8) ? success() : expectPanelTypes(operands, why);
}

// Fails with a reason if there is no code for the op.
LogicalResult expectPool(PoolOp op, const CpuModel &target, LoweringReason &why) {
  Type element = getElementTypeOrSelf(op.getType());
  if (failed(expectPoolTypes(op->getOperands(), why)))
    return failure();
  if (element.isInteger(8) && op.getKind() != PoolKind::Max && op.getKind() != PoolKind::Min)
    return why.because("sums of integers are not computed in f32");
  if (element.isF16() && !target.convertsF16)
    return why.because("the CPU has no instructions that convert f16 to f32");
  auto image = cast<RankedTensorType>(op.getInput().getType());
  if (image.getRank() != 4 || op.getDataFormat() != DataFormat::ChannelsLast)
    return why.because("not a channels-last image");
  if (image.isDynamicDim(3))
    return why.because("the number of channels is dynamic");
  if (op.getCeilMode())
    return why.because("ceil mode is not supported");
  return success();
}

Window2D windowOf(PoolOp op) {
  auto orElse = [](ArrayRef<int64_t> values, int64_t count, int64_t fill) {
    return values.empty() ? SmallVector<int64_t>(count, fill) : SmallVector<int64_t>(values);
  };
  return Window2D::get(op.getKernel(), orElse(op.getStrides(), 2, 1), orElse(op.getPads(), 4, 0),
                       orElse(op.getDilations(), 2, 1));
}

std::unique_ptr<KernelPlan> planPool(func::FuncOp kernel, const CpuModel &target,
                                     LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<PoolOp>(kernel, why);
  if (failed(fused))
    return nullptr;
  auto op = cast<PoolOp>(fused->root);
  if (failed(expectPool(op, target, why)))
    return nullptr;
  auto make = [op](KernelBuilder &k, const ChannelPlan &plan, Epilogue &epilogue) {
    return std::make_unique<PoolWindows>(k, op, plan, epilogue);
  };
  int64_t channels = cast<RankedTensorType>(op.getInput().getType()).getDimSize(3);
  return planChannelWindow(*fused, windowOf(op), op.getInput(), channels, target, why, make);
}

} // namespace

extern const CpuSchedule kPool;
const CpuSchedule kPool = {"pool", "rlx.pool", expectPoolTypes, planPool};

} // namespace rlx::cpu
