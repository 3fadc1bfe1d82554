// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses teams and runs, and checks when a workgroup per row pays off (see ScanPlan.h). A refusal
// has a reason. rlx-select-workgroup-ops reports it as a remark. For example, 64 rows of 4,096 f32
// on an H100: 256 invocations, runs of 16.
#include "conversions/gpu/reduction/ScanPlan.h"

#include "conversions/gpu/builder/RowKernelChecks.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "dialects/rlx/support/InferenceRules.h"

using namespace mlir;

namespace rlx {
namespace {

// Shorter rows are not worth a workgroup.
constexpr int64_t kLongRow = 256;

constexpr int64_t kMinRun = 4;

bool isEven(int64_t length, int64_t run) {
  return !ShapedType::isDynamic(length) && length % run == 0;
}

// The longest run that divides the row and leaves 32 of them, for a large subgroup. Runs that
// divide the row need no bounds checks.
int64_t runOf(int64_t length) {
  constexpr int64_t kMax = 16, kUsual = 8, kBusy = 32;
  for (int64_t run = kMax; run >= kMinRun; run /= 2)
    if (isEven(length, run) && length / run >= kBusy)
      return run;
  return kUsual;
}

LogicalResult checkSizes(const ScanPlan &plan, bool isLast, const rt::DeviceProfile &profile,
                         LoweringReason &why) {
  if (ShapedType::isDynamic(plan.numRows))
    return why.because("the number of its rows is dynamic");
  const bool isPacked = isLast && isEven(plan.length, kMinRun);
  if (const int64_t few = fewRows(isPacked, profile); plan.numRows == 0 || plan.numRows > few)
    return why.because("expected 1 to " + Twine(few) + " rows, but got " + Twine(plan.numRows));
  if (ShapedType::isDynamic(plan.length))
    return success();
  if (plan.length < kLongRow)
    return why.because("its rows have " + Twine(plan.length) + " elements, fewer than " +
                       Twine(kLongRow));
  if (const auto steps = static_cast<uint64_t>(llvm::divideCeil(plan.length, plan.tile()));
      steps > profile.maxLoopIterations)
    return why.because("the device ends loops after " + Twine(profile.maxLoopIterations) +
                       " iterations, but a row takes " + Twine(steps));
  return success();
}

void assignTeams(ScanPlan &plan, Type scanType, const rt::DeviceProfile &profile) {
  plan.shuffles = profile.subgroupSize > 1 && canShuffle(scanType, profile);
  plan.team = plan.shuffles ? profile.subgroupSize : ScanPlan::kReadAtOnce;
  plan.invocations = std::min<int64_t>(plan.team * ScanPlan::kReadAtOnce,
                                       llvm::bit_floor(profile.invocationsInARow()));
  plan.run = runOf(plan.length);
  // Short rows must not leave teams idle.
  if (!ShapedType::isDynamic(plan.length))
    while (plan.invocations > plan.team && plan.tile() / 2 >= plan.length)
      plan.invocations /= 2;
}

} // namespace

FailureOr<ScanPlan> planScan(PrefixScanOpInterface op, const rt::DeviceProfile &profile,
                             LoweringReason &why) {
  if (failed(checkRowKernel(op, op.getInput(), profile, why)))
    return failure();
  auto type = cast<RankedTensorType>(op.getInput().getType());
  ScanPlan plan;
  plan.axis = normalizedAxis(op.getAxis(), type.getRank());
  plan.length = type.getDimSize(plan.axis);
  plan.numRows = numRowsAlong(type, plan.axis);
  assignTeams(plan, op.getScanType(), profile);
  if (failed(checkSizes(plan, /*isLast=*/plan.axis + 1 == type.getRank(), profile, why)))
    return failure();
  return plan;
}

} // namespace rlx
