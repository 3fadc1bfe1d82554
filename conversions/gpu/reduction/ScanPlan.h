// Which running sums a GPU computes row by row, each by the invocations of a workgroup together.
// All others become loops in order, a slice of the result for each invocation.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_SCANPLAN_H
#define RLX_CONVERSIONS_GPU_REDUCTION_SCANPLAN_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/interfaces/PrefixScanInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

struct ScanPlan {
  // So many values of others an invocation reads from shared memory at once.
  static constexpr int64_t kReadAtOnce = 8;

  int64_t axis, length; // the length may be dynamic
  int64_t numRows;
  int64_t invocations;
  // So many of these exchange what they have first: a subgroup, or, in shared memory, as many as
  // are read at once.
  int64_t team;
  bool shuffles;
  // So many elements that follow one another an invocation combines.
  int64_t run;

  int64_t numTeams() const { return invocations / team; }
  // Elements of a row that the workgroup takes at once.
  int64_t tile() const { return invocations * run; }
};

// Of a kernel on tensors that is nothing but the op. Fails, with a reason, if the op stays as it
// is.
mlir::FailureOr<ScanPlan> planScan(PrefixScanOpInterface op, const rt::DeviceProfile &profile,
                                   LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_SCANPLAN_H
