// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fast path of rlx.attention: DecodeAttention for few queries, FlashAttention for many.
//
// A dynamic number of queries gets code for both and a branch. For example, a model that serves
// prompts and single tokens takes flash attention for the first and decode attention for the
// second.
#include "conversions/cpu/attention/DecodeAttention.h"
#include "conversions/cpu/attention/FlashAttention.h"
#include "conversions/cpu/builder/CpuSchedules.h"

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
  int64_t length = query.getDimSize(op.sequenceDim());
  p.vectors = !ShapedType::isDynamic(length) && length <= p.lanes ? 1 : 2;
  p.tileRows = std::min(target.tileRows, (target.registers - p.vectors - 1) / p.vectors);
  p.scale = op.getScaleAttr() ? op.getScaleAttr().getValueAsDouble()
                              : 1.0 / std::sqrt(double(p.headSize));
  return p;
}

// Returns the workspace of the code in bytes.
int64_t emitSchedules(KernelBuilder &k, const AttentionKernel &frame, const AttentionPlan &p) {
  std::optional<int64_t> queries = getConstantIntValue(frame.queryCount());
  if (p.fewQueries() == 0 || (queries && *queries > p.fewQueries()))
    return emitFlashAttention(frame);
  if (queries)
    return emitDecodeAttention(frame);
  int64_t few = 0, many = 0;
  k.when(
      k.less(frame.queryCount(), k.c(p.fewQueries() + 1)),
      [&] { few = emitDecodeAttention(frame); }, [&] { many = emitFlashAttention(frame); });
  return std::max(few, many);
}

} // namespace

LogicalResult emitAttention(func::FuncOp kernel, const CpuModel &target, LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<AttentionOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  if (failed(expectF32(op->getOperands().take_front(3), why)))
    return failure();
  FailureOr<AttentionPlan> plan = planAttention(op, target, why);
  if (failed(plan))
    return failure();
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return failure();

  KernelBuilder builder(*fused);
  AttentionKernel frame(builder, op, *plan, *epilogue);
  int64_t workspaceBytes = emitSchedules(builder, frame, *plan);
  AffineExpr batch = builder.outputSizeExpr(0), queries = builder.outputSizeExpr(op.sequenceDim()),
             heads = builder.outputSizeExpr(op.headDim()),
             keys = builder.sizeExpr(op.getKey(), op.sequenceDim());
  int64_t perScore = target.nanoseconds(16 * (2.0 * (plan->headSize + plan->valueSize) + 30));
  builder.finish({queries.ceilDiv(kPanelsPerWorkgroup * plan->panel()), heads, batch},
                 builder.constantExpr(workspaceBytes),
                 (batch * heads * queries * keys * perScore).floorDiv(16));
  return success();
}

} // namespace rlx::cpu
