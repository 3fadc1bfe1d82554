// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of GPU kernels, in the order in which they are tried (builder/Schedule.h).
#ifndef RLX_CONVERSIONS_GPU_SCHEDULE_SCHEDULES_H
#define RLX_CONVERSIONS_GPU_SCHEDULE_SCHEDULES_H

#include "conversions/gpu/builder/Schedule.h"

namespace rlx {

// The schedules that all targets share. The last one takes every kernel.
llvm::ArrayRef<const Schedule *> schedules();

// The schedules of a target: its own ones (Target::schedules), then those. The first one that has a
// plan writes the kernel. An unknown target is an error at the op.
mlir::FailureOr<llvm::SmallVector<const Schedule *>> schedulesOf(mlir::Operation *op,
                                                                 llvm::StringRef target);

// A schedule for kernels of this kind that did not take the kernel.
struct DeclinedSchedule {
  const Schedule *schedule;
  LoweringReason why;
};

// A plan, and the schedule that made it; both null if there is none.
struct ChosenPlan {
  const Schedule *schedule = nullptr;
  std::unique_ptr<GpuKernelPlan> plan;
};

// The first plan for the kernel among these schedules. `declined` gets the schedules before it that
// have a reason.
ChosenPlan planKernel(mlir::func::FuncOp kernel, const rt::DeviceProfile &profile,
                      llvm::ArrayRef<const Schedule *> among,
                      llvm::SmallVectorImpl<DeclinedSchedule> &declined);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_SCHEDULE_SCHEDULES_H
