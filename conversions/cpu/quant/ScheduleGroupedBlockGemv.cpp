// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of dequant_grouped_matmul_packed, a matmul in which each row selects an expert, on
// CPUs with dot products of bytes; see BlockGemv.h.
//
//   workgroup (x, y): expert x, panels [y * panelGroup, ..)
//   list the rows of the expert
//   for block of these rows: multiply
//
// Rows of one expert are computed in tiles, wherever they are among the others, so each weight is
// decoded once per tile. Experts without rows return at once.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/quant/BlockGemv.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kNumberBytes = 4;          // of a row's number in the list
constexpr int64_t kIndicesPerNanosecond = 2; // that a workgroup reads, for cost estimates

struct GroupedPlan {
  BlockGemvPlan gemv; // of one expert; its rows are unknown
  int64_t experts;
};

FailureOr<GroupedPlan> planGrouped(DequantGroupedMatmulPackedOp op, const CpuModel &target,
                                   LoweringReason &why) {
  auto lhs = op.getLhs().getType(), weights = op.getWeights().getType();
  if (!weights.hasStaticShape() || lhs.isDynamicDim(1))
    return why.because("the weights, or the rows of lhs, have a dynamic size");
  BlockGemvPlan p;
  p.scheme = op.getScheme();
  p.rows = ShapedType::kDynamic;
  p.k = lhs.getDimSize(1);
  p.panels = weights.getDimSize(1);
  p.n = p.panels * kPanelRows;
  p.blocks = weights.getDimSize(2);
  if (failed(planBlockGemv(p, op.getRowPrecision(), target, why)))
    return failure();
  return GroupedPlan{p, weights.getDimSize(0)};
}

class PlannedGroupedBlockGemv : public KernelPlan {
public:
  PlannedGroupedBlockGemv(const FusedKernel &fused, const GroupedPlan &plan)
      : fused(fused), op(cast<DequantGroupedMatmulPackedOp>(fused.root)), plan(plan) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder k(fused);
    const BlockGemvPlan &p = plan.gemv;
    Value weights = k.argument(op.getWeights());
    const int64_t bytes = cast<MemRefType>(weights.getType()).getShape().back();
    weights = k.recast(weights, {plan.experts * p.panels, p.blocks, bytes}, {});
    Value expert = k.workgroup(0), list = listIn(k), count = listRows(k, expert, list);
    Value firstPanel = k.mul(k.workgroup(1), p.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, p.panelGroup), k.c(p.panels));
    BlockGemvEmitter emitter(k, p, k.argument(op.getLhs()), weights, k.output());
    k.loop(k.c(0), count, p.rowBlock, [&](Value begin) {
      auto rowOf = [&](Value row) -> Value {
        Value number = memref::LoadOp::create(k.b, k.loc, list, ValueRange{k.add(begin, row)});
        return arith::IndexCastOp::create(k.b, k.loc, k.b.getIndexType(), number);
      };
      emitter.emit(k.min(k.sub(count, begin), k.c(p.rowBlock)), rowOf, firstPanel, lastPanel,
                   k.mul(expert, p.panels));
    });
    finish(k);
    return success();
  }

private:
  // The numbers of an expert's rows are behind that of BlockGemv in the workspace.
  Value listIn(KernelBuilder &k) {
    Value rows = k.size(k.argument(op.getLhs()), 0);
    auto type = MemRefType::get({ShapedType::kDynamic}, k.b.getI32Type());
    return memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(gemvBytes()),
                                  ValueRange{rows});
  }
  int64_t gemvBytes() const { return plan.gemv.workspaceBytes(); }

  // Writes the list, and returns the number of rows in it.
  Value listRows(KernelBuilder &k, Value expert, Value list) {
    Value indices = k.argument(op.getIndices());
    Type element = op.getIndices().getType().getElementType();
    return k.loop(k.c(0), k.size(indices, 0), 1, k.c(0), [&](Value row, ValueRange carried) {
      Value raw = memref::LoadOp::create(k.b, k.loc, indices, ValueRange{row});
      Value index = checkedIndex(k.b, k.loc, raw, element, k.c(plan.experts));
      Value number = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), row);
      memref::StoreOp::create(k.b, k.loc, number, list, ValueRange{carried[0]});
      Value isOurs = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, index, expert);
      return SmallVector<Value>{k.select(isOurs, k.add(carried[0], 1), carried[0])};
    })[0];
  }

  void finish(KernelBuilder &builder) {
    const BlockGemvPlan &p = plan.gemv;
    AffineExpr one = builder.constantExpr(1), rows = builder.sizeExpr(op.getLhs(), 0);
    const int64_t workgroups = plan.experts * p.numPanelGroups();
    builder.finish({one * plan.experts, one * p.numPanelGroups(), one},
                   rows * kNumberBytes + gemvBytes(),
                   rows * p.rowNanoseconds() + (rows * workgroups).floorDiv(kIndicesPerNanosecond));
  }

  FusedKernel fused;
  DequantGroupedMatmulPackedOp op;
  GroupedPlan plan;
};

// Fails unless the first operand has element type f32.
LogicalResult expectF32Lhs(ValueRange operands, LoweringReason &why) {
  return expectF32(operands.front(), why);
}

std::unique_ptr<KernelPlan> planGroupedMatmul(func::FuncOp kernel, const CpuModel &target,
                                              LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<DequantGroupedMatmulPackedOp>(kernel, why);
  if (failed(fused))
    return nullptr;
  if (!fused->consumers.empty()) {
    (void)why.because("the kernel has more than the root op");
    return nullptr;
  }
  if (failed(expectF32Lhs(fused->root->getOperands(), why)))
    return nullptr;
  FailureOr<GroupedPlan> plan =
      planGrouped(cast<DequantGroupedMatmulPackedOp>(fused->root), target, why);
  return succeeded(plan) ? std::make_unique<PlannedGroupedBlockGemv>(*fused, *plan) : nullptr;
}

} // namespace

extern const CpuSchedule kDequantGroupedMatmulPacked;
const CpuSchedule kDequantGroupedMatmulPacked = {"dequant_grouped_matmul_packed",
                                                 "rlx.dequant_grouped_matmul_packed", expectF32Lhs,
                                                 planGroupedMatmul};

} // namespace rlx::cpu
