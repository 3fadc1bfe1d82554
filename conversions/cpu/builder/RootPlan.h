// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a schedule that takes every kernel with its root op.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_ROOTPLAN_H
#define RLX_CONVERSIONS_CPU_BUILDER_ROOTPLAN_H

#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/model/CpuModel.h"
#include "conversions/kernel/KernelPlan.h"

namespace rlx::cpu {

// Builds the kernel with `Emit`, which also calls KernelBuilder::finish.
template <typename Op, void (*Emit)(KernelBuilder &, Op)>
class RootPlan : public KernelPlan {
public:
  explicit RootPlan(FusedKernel kernel) : fused(std::move(kernel)) {}

  llvm::LogicalResult emit(mlir::func::FuncOp) override {
    KernelBuilder k(fused);
    Emit(k, llvm::cast<Op>(fused.root));
    return llvm::success();
  }

private:
  FusedKernel fused;
};

// CpuSchedule::plan of such a schedule. The op has no consumers: it has the trait NoFusion.
template <typename Op, void (*Emit)(KernelBuilder &, Op)>
std::unique_ptr<KernelPlan> planRoot(mlir::func::FuncOp kernel, const CpuModel &,
                                     LoweringReason &why) {
  llvm::FailureOr<FusedKernel> fused = matchRoot<Op>(kernel, why);
  return llvm::succeeded(fused) ? std::make_unique<RootPlan<Op, Emit>>(*fused) : nullptr;
}

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_ROOTPLAN_H
