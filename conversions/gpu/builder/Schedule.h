// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A schedule: one way to compute kernels on a GPU, as a plan and the code that writes it.
//
// plan() decides and changes nothing; emit() writes what was planned. So passes can ask for a plan
// without any code: rlx-select-workgroup-ops, and rlx-assign-devices for the iterations of loops.
//
// To add a schedule, define a Schedule in its own file and name it in gpu/schedule/Schedules.cpp.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_SCHEDULE_H
#define RLX_CONVERSIONS_GPU_BUILDER_SCHEDULE_H

#include <memory>

#include "conversions/kernel/KernelPlan.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// A plan for the invocations of a workgroup (WorkgroupBuilder.h).
class GpuKernelPlan : public KernelPlan {
public:
  // An upper bound of the iterations of one invocation in all of its loops, over the kernel's dims,
  // as noteTripCounts() counts them. Null: unknown. Most plans have it; the schedule `invocations`
  // counts the loops of a tiled copy of the kernel.
  virtual mlir::AffineExpr boundIterations(mlir::func::FuncOp) const { return iterations; }

  // The same, if it follows from the plan alone. Code is checked against it.
  mlir::AffineExpr iterations;
  // Elements that an invocation computes, if loops in the bodies of ops are executed for each of
  // them; `iterations` gets theirs added. 0: a kernel with such loops has no bound.
  int64_t elementsOfInvocation = 0;
};

struct Schedule {
  llvm::StringLiteral name; // in remarks and options: "row-reduction"

  // The plan for a kernel on tensors. Null if the schedule does not take the kernel; `why` gets the
  // reason if the kernel is of the schedule's kind. Ops without users make a plan decline: erase
  // them before (eraseFusedOps).
  std::unique_ptr<GpuKernelPlan> (*plan)(mlir::func::FuncOp kernel,
                                         const rt::DeviceProfile &profile, LoweringReason &why);

  // Whether the schedule takes this rlx op as it is, alone in its kernel. Such an op is marked and
  // not lowered to linalg if there is a plan (rlx-select-workgroup-ops). Null: it takes none.
  bool (*takesOp)(mlir::Operation *op) = nullptr;
};

// The loops that make the result of a kernel on tensors. Null if a schedule of loops cannot take
// the kernel: it has been written, it has several results, a loop is empty, or elements are read
// outside of ops with loops.
mlir::linalg::LinalgOp findScheduleRoot(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_SCHEDULE_H
