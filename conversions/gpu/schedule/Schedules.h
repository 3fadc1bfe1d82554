// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of GPU kernels, in the order in which they are tried (builder/Schedule.h).
#ifndef RLX_CONVERSIONS_GPU_SCHEDULE_SCHEDULES_H
#define RLX_CONVERSIONS_GPU_SCHEDULE_SCHEDULES_H

#include "conversions/gpu/builder/Schedule.h"

namespace rlx {

// All schedules. The first one that has a plan writes the kernel. The last one takes every kernel.
llvm::ArrayRef<const Schedule *> schedules();

// A schedule for kernels of this kind that did not take the kernel.
struct DeclinedSchedule {
  const Schedule *schedule;
  LoweringReason why;
};

// The first plan for the kernel among these schedules; null if there is none. `declined` gets the
// schedules before it that have a reason.
std::unique_ptr<GpuKernelPlan> planKernel(mlir::func::FuncOp kernel,
                                          const rt::DeviceProfile &profile,
                                          llvm::ArrayRef<const Schedule *> among,
                                          llvm::SmallVectorImpl<DeclinedSchedule> &declined);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_SCHEDULE_SCHEDULES_H
