// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-schedule-attention: writes attention with an elementwise epilogue as one kernel, by decode
// attention, or by flash attention with or without cooperative matrices (AttentionPlan.h).
//
// before: %a = rlx.attention ...; %r = linalg.generic (epilogue)   // on tensors
// after:  scf.for over keys, iter_args(accumulators, maxima, totals)
//         memref.store of the epilogue                             // on buffers
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/attention/CooperativeFlashAttention.h"
#include "conversions/gpu/attention/DecodeAttention.h"
#include "conversions/gpu/attention/SimtFlashAttention.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"

namespace rlx {
#define GEN_PASS_DEF_SCHEDULEATTENTIONPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

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

struct ScheduleAttention : rlx::impl::ScheduleAttentionPassBase<ScheduleAttention> {
  using ScheduleAttentionPassBase::ScheduleAttentionPassBase;

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    if (kernel->hasAttr(rlx::lir::kGridAttr) ||
        kernel.getBody().front().getOps<rlx::AttentionOp>().empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
    if (failed(profile))
      return signalPassFailure();
    rlx::eraseFusedOps(kernel);
    rlx::LoweringReason why;
    rlx::AttentionOp op = rlx::attentionOf(kernel, *profile, why);
    if (!op)
      return;
    rlx::AttentionPlan plan = *rlx::planAttention(op, *profile, why);
    setCost(kernel, op, plan);
    if (plan.few)
      rlx::writeDecodeAttention(kernel, op, plan, *profile);
    else if (plan.matrices)
      rlx::writeCooperativeFlashAttention(kernel, op, plan);
    else
      rlx::writeSimtFlashAttention(kernel, op, plan);
  }
};

} // namespace
