// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-select-workgroup-ops: marks the ops that a schedule computes as they are, with one workgroup
// per row: prefix scans and top-k. All others become sequential loops next, in which no later pass
// would recognize them.
//
// before: %y = rlx.cumsum %x
// after:  %y = rlx.cumsum %x {lir.workgroup_op}
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/schedule/Schedules.h"
#include "conversions/rlx_to_linalg/WorkgroupOps.h"

namespace rlx {
#define GEN_PASS_DEF_SELECTWORKGROUPOPSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr rlx::PassRemarks kSelectRemarks = {"SelectWorkgroupOps", "rlx-select-workgroup-ops"};

// The schedules that take such an op as it is, in the order in which they are tried.
SmallVector<const rlx::Schedule *> schedulesFor(Operation *op,
                                                ArrayRef<const rlx::Schedule *> schedules) {
  SmallVector<const rlx::Schedule *> found;
  for (const rlx::Schedule *schedule : schedules)
    if (schedule->takesOp && schedule->takesOp(op))
      found.push_back(schedule);
  return found;
}

struct SelectWorkgroupOps : rlx::impl::SelectWorkgroupOpsPassBase<SelectWorkgroupOps> {
  using SelectWorkgroupOpsPassBase::SelectWorkgroupOpsPassBase;

  void runOnBody() override {
    FailureOr<SmallVector<const rlx::Schedule *>> schedules =
        rlx::schedulesOf(getOperation(), target);
    if (failed(schedules))
      return signalPassFailure();
    SmallVector<std::pair<Operation *, SmallVector<const rlx::Schedule *>>> found;
    for (Operation &op : getOperation().getBody().front())
      if (SmallVector<const rlx::Schedule *> among = schedulesFor(&op, *schedules); !among.empty())
        found.push_back({&op, std::move(among)});
    if (found.empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    for (const auto &[op, among] : found)
      select(op, among, *profile);
  }

private:
  void select(Operation *op, ArrayRef<const rlx::Schedule *> among,
              const rlx::rt::DeviceProfile &profile) {
    SmallVector<rlx::DeclinedSchedule> declined;
    if (!rlx::planKernel(getOperation(), profile, among, declined).plan) {
      for (const rlx::DeclinedSchedule &one : declined)
        kSelectRemarks.left(op, one.why);
      return;
    }
    op->setAttr(rlx::kWorkgroupOpAttr, UnitAttr::get(&getContext()));
    kSelectRemarks.done(op, "one workgroup computes each row");
  }
};

} // namespace
