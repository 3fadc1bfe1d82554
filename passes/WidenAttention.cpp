// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-widen-attention`: computes attention of f16 and bf16, which uses f32 internally
// anyway, as attention of f32 between casts.
//
//   rlx.attention %q, %k, %v : f16
//     =>  rlx.cast (rlx.attention (rlx.cast %q), (rlx.cast %k), (rlx.cast %v) : f32) to f16
#include "passes/Passes.h"

#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace rlx {
#define GEN_PASS_DEF_WIDENATTENTIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct WidenAttention : rlx::impl::WidenAttentionPassBase<WidenAttention> {
  void runOnBody() override {
    SmallVector<AttentionOp> work;
    getOperation()->walk([&](AttentionOp op) {
      Type element = op.getType().getElementType();
      if (element.isF16() || element.isBF16())
        work.push_back(op);
    });
    llvm::for_each(work, widen);
  }

  static void widen(AttentionOp op) {
    OpBuilder b(op);
    OpComposer c(b, op.getLoc());
    IRMapping wide;
    for (Value operand : op->getOperands())
      if (isa<FloatType>(getElementTypeOrSelf(operand)) && !wide.contains(operand))
        wide.map(operand, c.widened(operand));
    auto attention = cast<AttentionOp>(b.clone(*op, wide));
    attention.getResult().setType(op.getType().clone(b.getF32Type()));
    op.replaceAllUsesWith(c.cast(attention, op.getType().getElementType()));
    op.erase();
  }
};

} // namespace
