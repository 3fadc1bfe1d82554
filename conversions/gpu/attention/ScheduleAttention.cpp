// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of attention with an elementwise epilogue as one kernel: decode attention, and
// flash attention with or without cooperative matrices (AttentionPlan.h).
//
// before: %a = rlx.attention ...; %r = linalg.generic (epilogue)   // on tensors
// after:  scf.for over keys, iter_args(accumulators, maxima, totals)
//         memref.store of the epilogue                             // on buffers
#include "conversions/gpu/attention/AttentionKernel.h"
#include "conversions/gpu/attention/CooperativeFlashAttention.h"
#include "conversions/gpu/attention/DecodeAttention.h"
#include "conversions/gpu/attention/SimtFlashAttention.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/kernel/KernelDims.h"
#include "dialects/lir/LIRDialect.h"

using namespace mlir;

namespace {

// The three kinds of kernels.
enum class KernelKind { Decode, Cooperative, Simt };

KernelKind kindOf(const rlx::AttentionPlan &plan) {
  return plan.decode                   ? KernelKind::Decode
         : plan.useCooperativeMatrices ? KernelKind::Cooperative
                                       : KernelKind::Simt;
}

struct PlannedAttention : rlx::GpuKernelPlan {
  PlannedAttention(func::FuncOp kernel, const rlx::AttentionForm &form,
                   const rlx::AttentionPlan &plan, const rlx::rt::DeviceProfile &profile)
      : form(form), plan(plan), profile(profile) {
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    AffineExpr keys = rlx::AttentionKernel::keysOf(form, dims);
    iterations = kindOf(plan) == KernelKind::Decode ? rlx::decodeAttentionIterations(plan, keys)
                 : kindOf(plan) == KernelKind::Cooperative
                     ? rlx::cooperativeFlashAttentionIterations(plan, keys)
                     : rlx::simtFlashAttentionIterations(plan, keys);
    if (form.maskKind == rlx::AttentionMask::Custom) {
      const bool isDecode = plan.decode.has_value();
      iterations = iterations +
                   rlx::AttentionKernel::shownKeysIterations(
                       keys, isDecode ? plan.decode->invocations : rlx::AttentionPlan::kInvocations,
                       isDecode ? plan.decode->queries : rlx::AttentionPlan::kQueries);
    }
    if (form.isPaged()) {
      auto table = cast<BlockArgument>(form.blockTable);
      iterations = iterations +
                   rlx::AttentionKernel::pagedIterations(dims.dim(table, 0), dims.dim(table, 1));
    }
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::setAttentionCost(kernel, form, plan);
    switch (kindOf(plan)) {
    case KernelKind::Decode:
      rlx::writeDecodeAttention(kernel, form, plan, profile);
      break;
    case KernelKind::Cooperative:
      rlx::writeCooperativeFlashAttention(kernel, form, plan);
      break;
    case KernelKind::Simt:
      rlx::writeSimtFlashAttention(kernel, form, plan);
      break;
    }
    return success();
  }

  rlx::AttentionForm form;
  rlx::AttentionPlan plan;
  rlx::rt::DeviceProfile profile;
};

// The plan, if it is of this kind. Of the three schedules, only the last one gives a reason.
template <KernelKind kind>
std::unique_ptr<rlx::GpuKernelPlan>
planKind(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &why) {
  auto isAttention = [](Operation &op) { return rlx::AttentionForm::find(&op).has_value(); };
  if (llvm::none_of(kernel.getBody().front(), isAttention))
    return nullptr;
  rlx::LoweringReason reason;
  std::optional<rlx::AttentionForm> found = rlx::attentionOf(kernel, profile, reason);
  if (!found) {
    if (kind == KernelKind::Simt)
      why = reason;
    return nullptr;
  }
  rlx::AttentionPlan plan = *rlx::planAttention(*found, profile, reason);
  if (kindOf(plan) != kind)
    return nullptr;
  return std::make_unique<PlannedAttention>(kernel, *found, plan, profile);
}

} // namespace

namespace rlx {
extern const Schedule kDecodeAttention, kCooperativeFlashAttention, kFlashAttention;
const Schedule kDecodeAttention = {"decode-attention", planKind<KernelKind::Decode>};
const Schedule kCooperativeFlashAttention = {"cooperative-flash-attention",
                                             planKind<KernelKind::Cooperative>};
const Schedule kFlashAttention = {"flash-attention", planKind<KernelKind::Simt>};

// In sixteenths of a nanosecond: a multiply-add, and the exponential of a score.
constexpr int64_t kTermCost = 2, kScoreCost = 30;

void setAttentionCost(func::FuncOp kernel, const AttentionForm &form, const AttentionPlan &plan) {
  KernelDims dims(kernel, kernel.getNumArguments());
  AffineExpr scores = AttentionKernel::keysOf(form, dims);
  auto query = cast<BlockArgument>(form.query);
  for (unsigned i = 0; i + 1 < cast<ShapedType>(query.getType()).getRank(); ++i)
    scores = scores * dims.dim(query, i);
  const int64_t each = kTermCost * (plan.headSize + plan.valueSize) + kScoreCost;
  kernel->setAttr(lir::kCostAttr,
                  AffineMapAttr::get(AffineMap::get(0, dims.size(), (scores * each).floorDiv(16))));
}
} // namespace rlx
