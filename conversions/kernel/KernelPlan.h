// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a kernel: how a schedule computes it, decided before any code is written.
//
// Schedules of the CPU and of GPUs make plans (cpu/builder/CpuSchedule.h, gpu/builder/Schedule.h).
// Making one changes no IR, so a pass can ask whether a schedule takes a kernel.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELPLAN_H
#define RLX_CONVERSIONS_KERNEL_KERNELPLAN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// How a schedule computes one kernel. It refers to the ops of that kernel.
class KernelPlan {
public:
  virtual ~KernelPlan() = default;

  // Writes the kernel that was planned, unchanged since then: loops over buffers for one workgroup.
  // The GPU's schedule `invocations` only tiles it; bufferization follows. Fails with an error.
  virtual llvm::LogicalResult emit(mlir::func::FuncOp kernel) = 0;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELPLAN_H
