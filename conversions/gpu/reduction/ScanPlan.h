// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a prefix scan (cumulative sum) with one workgroup per row. Scans without a plan
// become sequential loops, with an invocation for each row.
//
// A tile of a row is `invocations` runs of `run` elements. Teams exchange totals first:
//
//  row: | tile                                | tile ..
//       | team 0           | team 1           |
//       | run | run | run  | run | run | run  |
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_SCANPLAN_H
#define RLX_CONVERSIONS_GPU_REDUCTION_SCANPLAN_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/interfaces/PrefixScanInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

struct ScanPlan {
  // Totals that an invocation reads from shared memory at once.
  static constexpr int64_t kReadAtOnce = 8;

  int64_t axis, length; // kDynamic if a run of the program decides
  int64_t numRows;
  int64_t invocations;
  // Invocations that exchange totals first: a subgroup by shuffles, or kReadAtOnce in shared
  // memory.
  int64_t team;
  bool shuffles;
  // Contiguous elements that an invocation combines.
  int64_t run;

  int64_t numTeams() const { return invocations / team; }
  // Elements of a row that the workgroup scans at once.
  int64_t tile() const { return invocations * run; }
};

// For a kernel on tensors that is the op alone. Fails, with a reason, if the op gets no workgroup
// per row.
mlir::FailureOr<ScanPlan> planScan(PrefixScanOpInterface op, const rt::DeviceProfile &profile,
                                   LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_SCANPLAN_H
