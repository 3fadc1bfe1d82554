// Marks the running sums that rlx-schedule-scans will share row by row, before all others become
// loops: behind that nobody would see what they compute.
#include "conversions/Passes.h"

#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "conversions/linalg_to_spirv/ScanPlan.h"
#include "conversions/rlx_to_linalg/KeptOps.h"

namespace rlx {
#define GEN_PASS_DEF_KEEPSCANSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct KeepScans : rlx::impl::KeepScansPassBase<KeepScans> {
  using KeepScansPassBase::KeepScansPassBase;

  void runOnBody() override {
    auto found = getOperation().getBody().front().getOps<rlx::RunningOpInterface>();
    if (found.empty())
      return;
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    for (rlx::RunningOpInterface op : found) {
      rlx::LoweringReason why;
      if (succeeded(rlx::planScan(op, *profile, why)))
        op->setAttr(rlx::kKeptAttr, UnitAttr::get(&getContext()));
    }
  }
};

} // namespace
