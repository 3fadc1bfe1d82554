// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-select-workgroup-ops: marks the prefix scans and top-k ops that rlx-schedule-scan and
// rlx-schedule-topk compute with one workgroup per row. All others become sequential loops next, in
// which no later pass would recognize them.
//
// before: %y = rlx.cumsum %x
// after:  %y = rlx.cumsum %x {lir.workgroup_op}
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/reduction/ScanPlan.h"
#include "conversions/gpu/reduction/TopKPlan.h"
#include "conversions/rlx_to_linalg/WorkgroupOps.h"

namespace rlx {
#define GEN_PASS_DEF_SELECTWORKGROUPOPSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr rlx::PassRemarks kSelectRemarks = {"SelectWorkgroupOps", "rlx-select-workgroup-ops"};

LogicalResult expectSchedule(Operation *op, const rlx::rt::DeviceProfile &profile,
                             rlx::LoweringReason &why) {
  if (auto running = dyn_cast<rlx::PrefixScanOpInterface>(op))
    return rlx::planScan(running, profile, why);
  return rlx::planTopK(cast<rlx::TopKOpInterface>(op), profile, why);
}

struct SelectWorkgroupOps : rlx::impl::SelectWorkgroupOpsPassBase<SelectWorkgroupOps> {
  using SelectWorkgroupOpsPassBase::SelectWorkgroupOpsPassBase;

  void runOnBody() override {
    SmallVector<Operation *> found;
    for (Operation &op : getOperation().getBody().front())
      if (isa<rlx::PrefixScanOpInterface, rlx::TopKOpInterface>(op))
        found.push_back(&op);
    if (found.empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    for (Operation *op : found) {
      rlx::LoweringReason why;
      if (failed(expectSchedule(op, *profile, why))) {
        kSelectRemarks.left(op, why);
        continue;
      }
      op->setAttr(rlx::kWorkgroupOpAttr, UnitAttr::get(&getContext()));
      kSelectRemarks.done(op, "one workgroup computes each row");
    }
  }
};

} // namespace
