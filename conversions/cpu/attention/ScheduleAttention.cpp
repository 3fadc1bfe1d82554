// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of rlx.attention: DecodeAttention for few queries, FlashAttention for many.
//
// A dynamic number of queries gets code for both and a branch. For example, a model that serves
// prompts and single tokens takes flash attention for the first and decode attention for the
// second.
#include "conversions/cpu/attention/DecodeAttention.h"
#include "conversions/cpu/attention/FlashAttention.h"
#include "conversions/cpu/builder/CpuSchedule.h"

#include <cmath>

using namespace mlir;

namespace rlx::cpu {
namespace {

FailureOr<AttentionPlan> planAttention(AttentionOp op, const CpuModel &target,
                                       LoweringReason &why) {
  auto query = cast<RankedTensorType>(op.getQuery().getType());
  auto key = cast<RankedTensorType>(op.getKey().getType());
  auto value = cast<RankedTensorType>(op.getValue().getType());
  AttentionPlan p;
  p.headSize = query.getDimSize(3);
  if (ShapedType::isDynamic(p.headSize))
    p.headSize = key.getDimSize(3);
  p.valueSize = value.getDimSize(3);
  if (ShapedType::isDynamic(p.headSize) || ShapedType::isDynamic(p.valueSize))
    return why.because("a head size is dynamic");
  if (p.headSize == 0)
    return why.because("the head size is 0");
  if (query.getDimSize(op.headDim()) == 0)
    return why.because("there are no heads");
  int64_t heads = query.getDimSize(op.headDim()), keyHeads = key.getDimSize(op.headDim());
  bool isShared = !ShapedType::isDynamic(heads) && !ShapedType::isDynamic(keyHeads) && keyHeads > 0;
  p.group = isShared ? heads / keyHeads : 1;
  p.lanes = target.lanes;
  p.queries = query.getDimSize(op.sequenceDim());
  p.vectors = !ShapedType::isDynamic(p.queries) && p.queries <= p.lanes ? 1 : 2;
  p.tileRows = std::min(target.tileRows, (target.registers - p.vectors - 1) / p.vectors);
  p.scale = op.getScaleAttr() ? op.getScaleAttr().getValueAsDouble()
                              : 1.0 / std::sqrt(double(p.headSize));
  return p;
}

// Emits the code that the number of queries needs. Returns its workspace in bytes.
int64_t emitForQueries(KernelBuilder &k, const AttentionKernel &frame, const AttentionPlan &p) {
  if (!p.mayBeFew())
    return emitFlashAttention(frame);
  if (!p.mayBeMany())
    return emitDecodeAttention(frame);
  int64_t few = 0, many = 0;
  k.when(
      k.less(frame.queryCount(), k.c(p.fewQueries() + 1)),
      [&] { few = emitDecodeAttention(frame); }, [&] { many = emitFlashAttention(frame); });
  return std::max(few, many);
}

class PlannedAttention : public KernelPlan {
public:
  PlannedAttention(const FusedKernel &fused, const AttentionPlan &plan, const CpuModel &target,
                   const Epilogue &epilogue)
      : fused(fused), op(cast<AttentionOp>(fused.root)), plan(plan), target(target),
        epilogue(epilogue) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    AttentionKernel frame(builder, op, plan, epilogue);
    finish(builder, emitForQueries(builder, frame, plan));
    return success();
  }

private:
  void finish(KernelBuilder &builder, int64_t workspaceBytes) {
    AffineExpr batch = builder.outputSizeExpr(0),
               queries = builder.outputSizeExpr(op.sequenceDim()),
               heads = builder.outputSizeExpr(op.headDim()),
               keys = builder.sizeExpr(op.getKey(), op.sequenceDim());
    int64_t perScore = target.nanoseconds(16 * (2.0 * (plan.headSize + plan.valueSize) + 30));
    builder.finish({queries.ceilDiv(kPanelsPerWorkgroup * plan.panel()), heads, batch},
                   builder.constantExpr(workspaceBytes),
                   (batch * heads * queries * keys * perScore).floorDiv(16));
  }

  FusedKernel fused;
  AttentionOp op;
  AttentionPlan plan;
  CpuModel target;
  Epilogue epilogue;
};

std::unique_ptr<KernelPlan> planAttentionKernel(func::FuncOp kernel, const CpuModel &target,
                                                LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<AttentionOp>(kernel, why);
  if (failed(fused))
    return nullptr;
  auto op = cast<AttentionOp>(fused->root);
  if (failed(expectF32(op->getOperands().take_front(3), why)))
    return nullptr;
  FailureOr<AttentionPlan> plan = planAttention(op, target, why);
  if (failed(plan))
    return nullptr;
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedAttention>(*fused, *plan, target, *epilogue);
}

} // namespace

extern const CpuSchedule kAttention;
const CpuSchedule kAttention = {"attention", "rlx.attention", expectF32, planAttentionKernel};

} // namespace rlx::cpu
