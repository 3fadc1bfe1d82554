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

// In sixteenths of a nanosecond: a multiply-add, and the exponential of a score.
constexpr int64_t kTermCost = 2, kScoreCost = 30;

void setCost(func::FuncOp kernel, rlx::AttentionOp op, const rlx::AttentionPlan &plan) {
  rlx::KernelDims dims(kernel, kernel.getNumArguments());
  auto size = [&](Value operand, unsigned dim) {
    return dims.dim(cast<BlockArgument>(operand), dim);
  };
  AffineExpr scores = size(op.getQuery(), 0) * size(op.getQuery(), op.headDim()) *
                      size(op.getQuery(), op.sequenceDim()) * size(op.getKey(), op.sequenceDim());
  const int64_t each = kTermCost * (plan.headSize + plan.valueSize) + kScoreCost;
  kernel->setAttr(rlx::lir::kCostAttr,
                  AffineMapAttr::get(AffineMap::get(0, dims.size(), (scores * each).floorDiv(16))));
}

// The three forms of one plan.
enum class AttentionForm { Decode, Cooperative, Simt };

AttentionForm formOf(const rlx::AttentionPlan &plan) {
  return plan.decode                   ? AttentionForm::Decode
         : plan.useCooperativeMatrices ? AttentionForm::Cooperative
                                       : AttentionForm::Simt;
}

struct PlannedAttention : rlx::GpuKernelPlan {
  PlannedAttention(func::FuncOp kernel, rlx::AttentionOp op, const rlx::AttentionPlan &plan,
                   const rlx::rt::DeviceProfile &profile)
      : op(op), plan(plan), profile(profile) {
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    AffineExpr keys =
        dims.sizes(cast<BlockArgument>(op.getKey()))[static_cast<size_t>(op.sequenceDim())];
    iterations = formOf(plan) == AttentionForm::Decode ? rlx::decodeAttentionIterations(plan, keys)
                 : formOf(plan) == AttentionForm::Cooperative
                     ? rlx::cooperativeFlashAttentionIterations(plan, keys)
                     : rlx::simtFlashAttentionIterations(plan, keys);
    if (op.getMaskKind() == rlx::AttentionMask::Custom) {
      const bool isDecode = plan.decode.has_value();
      iterations = iterations +
                   rlx::AttentionKernel::shownKeysIterations(
                       keys, isDecode ? plan.decode->invocations : rlx::AttentionPlan::kInvocations,
                       isDecode ? plan.decode->queries : rlx::AttentionPlan::kQueries);
    }
  }

  LogicalResult emit(func::FuncOp kernel) override {
    setCost(kernel, op, plan);
    switch (formOf(plan)) {
    case AttentionForm::Decode:
      rlx::writeDecodeAttention(kernel, op, plan, profile);
      break;
    case AttentionForm::Cooperative:
      rlx::writeCooperativeFlashAttention(kernel, op, plan);
      break;
    case AttentionForm::Simt:
      rlx::writeSimtFlashAttention(kernel, op, plan);
      break;
    }
    return success();
  }

  rlx::AttentionOp op;
  rlx::AttentionPlan plan;
  rlx::rt::DeviceProfile profile;
};

// The plan, if it has this form. Of the three schedules, only the last one gives a reason.
template <AttentionForm form>
std::unique_ptr<rlx::GpuKernelPlan>
planForm(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &why) {
  if (kernel.getBody().front().getOps<rlx::AttentionOp>().empty())
    return nullptr;
  rlx::LoweringReason reason;
  rlx::AttentionOp op = rlx::attentionOf(kernel, profile, reason);
  if (!op) {
    if (form == AttentionForm::Simt)
      why = reason;
    return nullptr;
  }
  rlx::AttentionPlan plan = *rlx::planAttention(op, profile, reason);
  if (formOf(plan) != form)
    return nullptr;
  return std::make_unique<PlannedAttention>(kernel, op, plan, profile);
}

} // namespace

namespace rlx {
extern const Schedule kDecodeAttention, kCooperativeFlashAttention, kFlashAttention;
const Schedule kDecodeAttention = {"decode-attention", planForm<AttentionForm::Decode>};
const Schedule kCooperativeFlashAttention = {"cooperative-flash-attention",
                                             planForm<AttentionForm::Cooperative>};
const Schedule kFlashAttention = {"flash-attention", planForm<AttentionForm::Simt>};
} // namespace rlx
