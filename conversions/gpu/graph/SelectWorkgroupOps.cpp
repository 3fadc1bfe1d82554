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

// The schedule that takes such an op as it is; null if there is none.
const rlx::Schedule *scheduleOf(Operation *op, ArrayRef<const rlx::Schedule *> schedules) {
  for (const rlx::Schedule *schedule : schedules)
    if (schedule->takesOp && schedule->takesOp(op))
      return schedule;
  return nullptr;
}

struct SelectWorkgroupOps : rlx::impl::SelectWorkgroupOpsPassBase<SelectWorkgroupOps> {
  using SelectWorkgroupOpsPassBase::SelectWorkgroupOpsPassBase;

  void runOnBody() override {
    const SmallVector<const rlx::Schedule *> schedules = rlx::schedulesOf(target);
    SmallVector<std::pair<Operation *, const rlx::Schedule *>> found;
    for (Operation &op : getOperation().getBody().front())
      if (const rlx::Schedule *schedule = scheduleOf(&op, schedules))
        found.push_back({&op, schedule});
    if (found.empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    for (auto [op, schedule] : found) {
      rlx::LoweringReason why;
      if (!schedule->plan(getOperation(), *profile, why)) {
        kSelectRemarks.left(op, why);
        continue;
      }
      op->setAttr(rlx::kWorkgroupOpAttr, UnitAttr::get(&getContext()));
      kSelectRemarks.done(op, "one workgroup computes each row");
    }
  }
};

} // namespace
