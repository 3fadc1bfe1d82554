// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of dequant_matmul_packed, a matmul with block-quantized weights, on CPUs with dot
// products of bytes; see BlockGemv.h.
//
//   workgroup (x, y): rows [x * rowBlock, ..), panels [y * panelGroup, ..)
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/quant/BlockGemv.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

FailureOr<BlockGemvPlan> planMatmul(DequantMatmulPackedOp op, const CpuModel &target,
                                    LoweringReason &why) {
  auto lhs = op.getLhs().getType(), weights = op.getWeights().getType();
  if (!weights.hasStaticShape() || lhs.isDynamicDim(lhs.getRank() - 1))
    return why.because("the weights, or the rows of lhs, have a dynamic size");
  BlockGemvPlan p;
  p.scheme = op.getScheme();
  ArrayRef<int64_t> leading = lhs.getShape().drop_back();
  p.rows = ShapedType::isDynamicShape(leading) ? ShapedType::kDynamic
                                               : ShapedType::getNumElements(leading);
  p.k = lhs.getShape().back();
  p.n = op.getN();
  p.panels = weights.getDimSize(0);
  p.blocks = weights.getDimSize(1);
  if (failed(planBlockGemv(p, op.getRowPrecision(), target, why)))
    return failure();
  return p;
}

class PlannedBlockGemv : public KernelPlan {
public:
  PlannedBlockGemv(const FusedKernel &fused, const BlockGemvPlan &plan)
      : fused(fused), op(cast<DequantMatmulPackedOp>(fused.root)), plan(plan) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder k(fused);
    Value lhs = joinRows(k, k.argument(op.getLhs()), plan.k);
    BlockGemvEmitter emitter(k, plan, lhs, k.argument(op.getWeights()),
                             joinRows(k, k.output(), plan.n));
    Value begin = k.mul(k.workgroup(0), plan.rowBlock);
    Value count = k.min(k.sub(k.size(lhs, 0), begin), k.c(plan.rowBlock));
    Value firstPanel = k.mul(k.workgroup(1), plan.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, plan.panelGroup), k.c(plan.panels));
    emitter.emit(
        count, [&](Value row) { return k.add(begin, row); }, firstPanel, lastPanel, k.c(0));
    finish(k);
    return success();
  }

private:
  // [.., columns] as [rows, columns].
  Value joinRows(KernelBuilder &k, Value buffer, int64_t columns) {
    Value rows = k.sizeProduct(buffer, 0, cast<MemRefType>(buffer.getType()).getRank() - 1);
    return k.recast(buffer, {plan.rows, columns},
                    plan.isDynamic() ? ValueRange(rows) : ValueRange());
  }

  void finish(KernelBuilder &builder) {
    AffineExpr one = builder.constantExpr(1), rows = one;
    for (unsigned i = 0, e = op.getLhs().getType().getRank(); i + 1 < e; ++i)
      rows = rows * builder.sizeExpr(op.getLhs(), i);
    builder.finish({rows.ceilDiv(plan.rowBlock), one * plan.numPanelGroups(), one},
                   builder.constantExpr(plan.workspaceBytes()),
                   rows * plan.rowNanoseconds() + plan.weightNanoseconds());
  }

  FusedKernel fused;
  DequantMatmulPackedOp op;
  BlockGemvPlan plan;
};

// Fails unless the first operand has element type f32.
LogicalResult expectF32Rows(ValueRange operands, LoweringReason &why) {
  return expectF32(operands.front(), why);
}

std::unique_ptr<KernelPlan> planDequantMatmulPacked(func::FuncOp kernel, const CpuModel &target,
                                                    LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return nullptr;
  auto op = dyn_cast<DequantMatmulPackedOp>(fused->root);
  if (!op || !fused->consumers.empty()) {
    (void)why.because("the kernel has more than the root op");
    return nullptr;
  }
  if (failed(expectF32Rows(op->getOperands(), why)))
    return nullptr;
  FailureOr<BlockGemvPlan> plan = planMatmul(op, target, why);
  return succeeded(plan) ? std::make_unique<PlannedBlockGemv>(*fused, *plan) : nullptr;
}

} // namespace

extern const CpuSchedule kDequantMatmulPacked;
const CpuSchedule kDequantMatmulPacked = {"dequant_matmul_packed", "rlx.dequant_matmul_packed",
                                          expectF32Rows, planDequantMatmulPacked};

} // namespace rlx::cpu
