// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of GPU schedules (see Schedules.h).
//
// This is the only file that names all shared schedules. A new one adds one line to the list.
#include "conversions/gpu/schedule/Schedules.h"

#include "conversions/Target.h"
#include "conversions/gpu/device/LoopTripCounts.h"

using namespace mlir;

namespace rlx {

// A schedule stands before those that would compute its kernels more slowly.
#define RLX_GPU_SCHEDULES(SCHEDULE)                                                                \
  SCHEDULE(kDecodeAttention)                                                                       \
  SCHEDULE(kCooperativeFlashAttention)                                                             \
  SCHEDULE(kFlashAttention)                                                                        \
  SCHEDULE(kQuantizeRows)                                                                          \
  SCHEDULE(kIntegerGemv)                                                                           \
  SCHEDULE(kCooperativeMatmul)                                                                     \
  SCHEDULE(kMatmul)                                                                                \
  SCHEDULE(kRowReduction)                                                                          \
  SCHEDULE(kPrefixScan)                                                                            \
  SCHEDULE(kTopK)                                                                                  \
  SCHEDULE(kElementwise)                                                                           \
  SCHEDULE(kInvocations)

#define RLX_DECLARE(name) extern const Schedule name;
RLX_GPU_SCHEDULES(RLX_DECLARE)
#undef RLX_DECLARE

// Adds the iterations of loops in the bodies of ops, for one element of each, to the plan's bound.
static void addBodies(GpuKernelPlan &plan, AffineExpr ofElement) {
  if (!plan.iterations || (ofElement && ofElement == 0))
    return;
  plan.iterations = plan.elementsOfInvocation == 0 || !ofElement
                        ? AffineExpr()
                        : plan.iterations + ofElement * plan.elementsOfInvocation;
}

ArrayRef<const Schedule *> schedules() {
#define RLX_ADDRESS(name) &name,
  static const Schedule *const all[] = {RLX_GPU_SCHEDULES(RLX_ADDRESS)};
#undef RLX_ADDRESS
  return all;
}

FailureOr<SmallVector<const Schedule *>> schedulesOf(Operation *op, StringRef target) {
  FailureOr<const Target *> found = findTargetFor(op, target);
  if (failed(found))
    return failure();
  SmallVector<const Schedule *> all((*found)->schedules());
  llvm::append_range(all, schedules());
  return all;
}

ChosenPlan planKernel(func::FuncOp kernel, const rt::DeviceProfile &profile,
                      ArrayRef<const Schedule *> among,
                      SmallVectorImpl<DeclinedSchedule> &declined) {
  for (const Schedule *schedule : among) {
    LoweringReason why;
    if (std::unique_ptr<GpuKernelPlan> plan = schedule->plan(kernel, profile, why)) {
      addBodies(*plan, tripCountsOfBodies(kernel));
      return {schedule, std::move(plan)};
    }
    if (!why.text.empty())
      declined.push_back({schedule, why});
  }
  return {};
}

} // namespace rlx
