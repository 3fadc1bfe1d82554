// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of rlx.attention and rlx.paged_attention: DecodeAttention for few queries,
// FlashAttention for many.
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

// The keys of a loop are in one block of the cache: its blocks have some of them, or these have
// some blocks.
FailureOr<int64_t> keyBlockOf(const AttentionForm &form, LoweringReason &why) {
  if (!form.isPaged() || form.places % kKeyBlock == 0)
    return kKeyBlock;
  if (form.places % kLineElements == 0 && form.places < kKeyBlock)
    return form.places;
  return why.because("the size of a block is " + Twine(form.places) + ", and neither 16, 32, 48 " +
                     "nor a multiple of 64");
}

FailureOr<AttentionPlan> planAttention(const AttentionForm &form, const CpuModel &target,
                                       LoweringReason &why) {
  auto query = cast<RankedTensorType>(form.query.getType());
  auto key = cast<RankedTensorType>(form.key.getType());
  auto value = cast<RankedTensorType>(form.value.getType());
  const unsigned keyHeadDim = form.isPaged() ? 1 : form.headDim;
  AttentionPlan p;
  p.headSize = query.getShape().back();
  if (ShapedType::isDynamic(p.headSize))
    p.headSize = key.getDimSize(3);
  p.valueSize = value.getDimSize(3);
  if (ShapedType::isDynamic(p.headSize) || ShapedType::isDynamic(p.valueSize))
    return why.because("a head size is dynamic");
  if (p.headSize == 0)
    return why.because("the head size is 0");
  if (query.getDimSize(form.headDim) == 0)
    return why.because("there are no heads");
  int64_t heads = query.getDimSize(form.headDim), keyHeads = key.getDimSize(keyHeadDim);
  bool isShared = !ShapedType::isDynamic(heads) && !ShapedType::isDynamic(keyHeads) && keyHeads > 0;
  p.group = isShared ? heads / keyHeads : 1;
  p.lanes = target.lanes;
  p.queries = form.isPaged() ? ShapedType::kDynamic : query.getDimSize(form.sequenceDim);
  p.vectors = !ShapedType::isDynamic(p.queries) && p.queries <= p.lanes ? 1 : 2;
  p.tileRows = std::min(target.tileRows, (target.registers - p.vectors - 1) / p.vectors);
  p.scale = form.scale.value_or(1.0 / std::sqrt(double(p.headSize)));
  FailureOr<int64_t> keyBlock = keyBlockOf(form, why);
  if (failed(keyBlock))
    return failure();
  p.keyBlock = *keyBlock;
  p.isPart = p.mayBeFew() && p.mayBeMany() && (form.isPaged() || form.maskDependsOnQuery());
  return p;
}

// Emits the code that the number of queries needs. Returns its workspace in bytes.
int64_t emitForQueries(KernelBuilder &k, const AttentionKernel &frame, const AttentionPlan &p,
                       bool isPaged) {
  if (!p.mayBeFew())
    return emitFlashAttention(frame);
  if (!p.mayBeMany())
    return emitDecodeAttention(frame);
  int64_t few = 0, many = 0;
  k.when(
      k.less(frame.queryCount(), k.c(p.fewQueries() + 1)),
      [&] {
        if (!isPaged)
          few = emitDecodeAttention(frame);
        else // other sequences of the batch may need more workgroups
          k.when(k.less(k.workgroup(0), k.c(1)), [&] { few = emitDecodeAttention(frame); });
      },
      [&] { many = emitFlashAttention(frame); });
  return std::max(few, many);
}

class PlannedAttention : public KernelPlan {
public:
  PlannedAttention(const FusedKernel &fused, const AttentionForm &form, const AttentionPlan &plan,
                   const CpuModel &target, const Epilogue &epilogue)
      : fused(fused), form(form), plan(plan), target(target), epilogue(epilogue) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    AttentionKernel frame(builder, form, plan, epilogue);
    int64_t workspaceBytes = 0;
    if (form.isPaged()) // a sequence may have no queries
      builder.when(builder.less(builder.c(0), frame.queryCount()),
                   [&] { workspaceBytes = emitForQueries(builder, frame, plan, true); });
    else
      workspaceBytes = emitForQueries(builder, frame, plan, false);
    finish(builder, workspaceBytes);
    return success();
  }

private:
  void finish(KernelBuilder &builder, int64_t workspaceBytes) {
    AffineExpr queries = builder.outputSizeExpr(form.sequenceDim),
               heads = builder.outputSizeExpr(form.headDim);
    // A part of a batch, and the largest number of its keys.
    AffineExpr parts =
        form.isPaged() ? builder.sizeExpr(form.blockTable, 0) : builder.outputSizeExpr(0);
    AffineExpr keys = form.isPaged() ? builder.sizeExpr(form.blockTable, 1) * form.places
                                     : builder.sizeExpr(form.key, form.sequenceDim);
    AffineExpr rows = form.isPaged() ? queries : parts * queries;
    int64_t perScore = target.nanoseconds(16 * (2.0 * (plan.headSize + plan.valueSize) + 30));
    builder.finish({queries.ceilDiv(kPanelsPerWorkgroup * plan.panel()), heads, parts},
                   builder.constantExpr(workspaceBytes),
                   (rows * heads * keys * perScore).floorDiv(16));
  }

  FusedKernel fused;
  AttentionForm form;
  AttentionPlan plan;
  CpuModel target;
  Epilogue epilogue;
};

// The query is f32. Keys and values may be narrower.
LogicalResult expectAttentionTypes(ValueRange operands, LoweringReason &why) {
  if (failed(expectF32(operands.front(), why)))
    return failure();
  Type keys = getElementTypeOrSelf(operands[1].getType());
  return keys.isF16() || keys.isBF16() ? success() : expectF32(operands[1], why);
}

template <typename Op>
std::unique_ptr<KernelPlan> planAttentionKernel(func::FuncOp kernel, const CpuModel &target,
                                                LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<Op>(kernel, why);
  if (failed(fused))
    return nullptr;
  const AttentionForm form(cast<Op>(fused->root));
  if (failed(expectAttentionTypes(SmallVector<Value>{form.query, form.key}, why)))
    return nullptr;
  if (getElementTypeOrSelf(form.key.getType()).isF16() && !target.convertsF16) {
    (void)why.because("the CPU has no instructions that convert f16 to f32");
    return nullptr;
  }
  FailureOr<AttentionPlan> plan = planAttention(form, target, why);
  if (failed(plan))
    return nullptr;
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedAttention>(*fused, form, *plan, target, *epilogue);
}

} // namespace

extern const CpuSchedule kAttention, kPagedAttention;
const CpuSchedule kAttention = {"attention", "rlx.attention", expectAttentionTypes,
                                planAttentionKernel<AttentionOp>};
const CpuSchedule kPagedAttention = {"paged_attention", "rlx.paged_attention", expectAttentionTypes,
                                     planAttentionKernel<PagedAttentionOp>};

} // namespace rlx::cpu
