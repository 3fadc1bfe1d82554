// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-sink-dequantize`: lets quantized tensors move as bytes.
//
// Dequantizations sink below ops that only move or select elements. Where they meet quantizations
// with the same parameters, both are removed:
//
//   rlx.transpose (rlx.dequantize %q scale %s)  =>  rlx.dequantize (rlx.transpose %q) scale %s
//   rlx.quantize (rlx.dequantize %q scale %s) scale %s  =>  %q
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/QuantOps.h"
#include "dialects/rlx/ir/ResizeOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "passes/PatternUtils.h"
#include "passes/QuantizedValues.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_SINKDEQUANTIZEPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

bool isElement(PoolOp pool);

// The number of leading operands whose elements the result contains unchanged; 0 if the op computes
// something else. With one scale per index of an axis, only a transpose keeps these elements
// together.
unsigned movedOperands(Operation *op, bool hasAxis) {
  return llvm::TypeSwitch<Operation *, unsigned>(op)
      .Case<TransposeOp>([](auto) { return 1; })
      .Case<ReshapeOp, SliceOp, GatherOp>([&](auto) { return hasAxis ? 0 : 1; })
      .Case<ConcatOp>([&](auto concat) { return hasAxis ? 0 : concat->getNumOperands(); })
      .Case<ResizeOp>(
          [&](auto resize) { return !hasAxis && resize.getMode() == ResizeMode::Nearest; })
      .Case<PoolOp>([&](auto pool) { return !hasAxis && isElement(pool); })
      .Default([](auto) { return 0; });
}

// Whether a pooling selects an element of each window, the largest or smallest. A window that lies
// outside the image as a whole would give a number that is no element.
bool isElement(PoolOp pool) {
  if (pool.getKind() != PoolKind::Max && pool.getKind() != PoolKind::Min)
    return false;
  ArrayRef<int64_t> kernel = pool.getKernel(), pads = pool.getPads();
  auto isOne = [](int64_t dilation) { return dilation == 1; };
  if (!llvm::all_of(pool.getDilations(), isOne))
    return false;
  // The padded image is at least as large as a window, so an image is not empty.
  return pads.empty() || llvm::all_of(llvm::seq<size_t>(0, kernel.size()), [&](size_t i) {
           return pads[i] + pads[i + kernel.size()] < kernel[i];
         });
}

class Sinker {
public:
  explicit Sinker(MLIRContext *context) : rewriter(context) {}

  void run(func::FuncOp function) {
    SmallVector<Operation *> ops; // definitions come before uses: a sunk op can sink again
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      if (auto quantize = dyn_cast<QuantizeOp>(op))
        cancel(quantize);
      else
        sink(op);
    }
    for (DequantizeOp op : llvm::reverse(left))
      if (op->use_empty())
        rewriter.eraseOp(op);
  }

private:
  void sink(Operation *op) {
    auto first = op->getNumOperands() ? op->getOperand(0).getDefiningOp<DequantizeOp>() : nullptr;
    if (!first)
      return;
    unsigned count = movedOperands(op, bool(first.getAxis()));
    if (count == 0 || !canSink(op, first, count))
      return;
    rewriter.setInsertionPoint(op);
    Operation *moved = rewriter.clone(*op);
    Type element = tensorType(first.getInput()).getElementType();
    moved->getResult(0).setType(tensorType(op->getResult(0)).clone(element));
    for (OpOperand &operand : moved->getOpOperands().take_front(count)) {
      auto dequantize = operand.get().getDefiningOp<DequantizeOp>();
      left.insert(dequantize);
      operand.set(dequantize.getInput());
    }
    auto last = DequantizeOp::create(rewriter, first.getLoc(), op->getResult(0).getType(),
                                     moved->getResult(0), first.getScale(), first.getZeroPoint(),
                                     axisBehind(op, first));
    remark::passed(op->getLoc(), remark::RemarkOpts::name("SinkDequantize").category("rlx-fuse"))
        << op->getName().getStringRef() << " moves quantised elements";
    left.insert(last);
    rewriter.replaceOp(op, last);
  }

  // The same integer type and equal parameters, and no dequantization from outside a loop. Windows
  // compare elements, so the scale must keep their order.
  static bool canSink(Operation *op, DequantizeOp first, unsigned count) {
    Type element = tensorType(first.getInput()).getElementType();
    if (isa<PoolOp>(op) && !ordinaryScales(first.getScale()))
      return false;
    return llvm::all_of(op->getOperands().take_front(count), [&](Value operand) {
      auto other = operand.getDefiningOp<DequantizeOp>();
      return other && other->getBlock() == op->getBlock() &&
             (other == first ||
              (!other.getAxis() && tensorType(other.getInput()).getElementType() == element &&
               haveEqualScales(first.getScale(), other.getScale()) &&
               haveEqualZeroPoints(first.getZeroPoint(), other.getZeroPoint())));
    });
  }

  IntegerAttr axisBehind(Operation *op, DequantizeOp dequantize) {
    std::optional<int64_t> axis = quantAxis(dequantize);
    if (!axis)
      return {};
    ArrayRef<int64_t> perm = cast<TransposeOp>(op).getPerm();
    return rewriter.getI64IntegerAttr(llvm::find(perm, *axis) - perm.begin());
  }

  // An integer times an f32 scale, divided by that scale, is within 2^-7 of the integer.
  void cancel(QuantizeOp op) {
    auto dequantize = op.getInput().getDefiningOp<DequantizeOp>();
    if (!dequantize || dequantize.getInput().getType() != op.getType() ||
        !ordinaryScales(op.getScale()) || !haveEqualScales(op.getScale(), dequantize.getScale()) ||
        !haveEqualZeroPoints(op.getZeroPoint(), dequantize.getZeroPoint()) ||
        quantAxis(dequantize) != quantAxis(op))
      return;
    remark::passed(op.getLoc(), remark::RemarkOpts::name("SinkDequantize").category("rlx-fuse"))
        << "dequantize and quantize with equal parameters cancel";
    rewriter.replaceOp(op, dequantize.getInput());
    left.insert(dequantize);
  }

  IRRewriter rewriter;
  llvm::SetVector<DequantizeOp> left; // may have lost their users
};

struct SinkDequantize : rlx::impl::SinkDequantizePassBase<SinkDequantize> {
  void runOnBody() override { Sinker(&getContext()).run(getOperation()); }
};

} // namespace
