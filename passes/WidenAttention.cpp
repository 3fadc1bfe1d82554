// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-widen-attention`: computes attention of f16 and bf16, which uses f32 internally
// anyway, as attention of f32. Kernels widen keys and values as they read them, so these keep their
// type.
//
//   rlx.attention %q, %k, %v : f16
//     =>  rlx.cast (rlx.attention (rlx.cast %q to f32), %k, %v) to f16
//   rlx.attention %q, (rlx.cast %k to f32), (rlx.cast %v to f32)
//     =>  rlx.attention %q, %k, %v
#include "passes/Passes.h"

#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {
#define GEN_PASS_DEF_WIDENATTENTIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

bool isHalf(Value value) {
  Type element = getElementTypeOrSelf(value);
  return element.isF16() || element.isBF16();
}

// The f16 or bf16 tensor that an f32 one is cast from; null if there is none.
Value halfOf(Value wide) {
  auto cast = wide.getDefiningOp<CastOp>();
  return cast && isHalf(cast->getOperand(0)) ? cast->getOperand(0) : Value();
}

struct WidenAttention : rlx::impl::WidenAttentionPassBase<WidenAttention> {
  using WidenAttentionPassBase::WidenAttentionPassBase;

  void runOnBody() override {
    SmallVector<AttentionOp> all;
    getOperation()->walk([&](AttentionOp op) { all.push_back(op); });
    for (AttentionOp op : all) {
      if (!isHalf(op.getResult())) {
        if (foldCasts)
          foldCastsInto(op);
      } else if (this->widen) {
        widenAll(op);
      }
    }
  }

  // Whether kernels read keys and values of this type.
  bool areReadNarrow(Value keys) const {
    return convertsF16 || !getElementTypeOrSelf(keys).isF16();
  }

  void widenAll(AttentionOp op) const {
    OpBuilder b(op);
    OpComposer c(b, op.getLoc());
    const bool keepsKeys = areReadNarrow(op.getKey());
    // A repeated operand is widened once.
    llvm::SmallDenseMap<Value, Value> wide;
    auto attention = cast<AttentionOp>(b.clone(*op));
    b.setInsertionPoint(attention);
    for (OpOperand &operand : attention->getOpOperands()) {
      const bool isKeyOrValue = operand.getOperandNumber() == 1 || operand.getOperandNumber() == 2;
      if (!isHalf(operand.get()) || (isKeyOrValue && keepsKeys))
        continue;
      Value &widened = wide[operand.get()];
      if (!widened)
        widened = c.widened(operand.get());
      operand.set(widened);
    }
    b.setInsertionPointAfter(attention);
    attention.getResult().setType(op.getType().clone(b.getF32Type()));
    op.replaceAllUsesWith(c.cast(attention, op.getType().getElementType()));
    op.erase();
  }

  void foldCastsInto(AttentionOp op) const {
    if (!getElementTypeOrSelf(op.getQuery()).isF32())
      return;
    Value key = halfOf(op.getKey()), value = halfOf(op.getValue());
    if (!key || !value || getElementTypeOrSelf(key) != getElementTypeOrSelf(value) ||
        !areReadNarrow(key))
      return;
    op.getKeyMutable().assign(key);
    op.getValueMutable().assign(value);
  }
};

} // namespace
