// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the tile of a bitonic sort, and checks when a workgroup per row pays off (see
// TopKPlan.h). A refusal has a reason. rlx-select-workgroup-ops reports it as a remark.
// rlx-split-topk asks for the same limits.
#include "conversions/gpu/reduction/TopKPlan.h"

#include "conversions/gpu/builder/RowKernelChecks.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/SortedHints.h"

using namespace mlir;

namespace rlx {
namespace {

// One invocation sorts shorter rows.
constexpr int64_t kShortRow = 16;
// Measured on an H100: larger parts of a split row leave compute units idle.
constexpr int64_t kMaxAtOnce = 1024;
constexpr int64_t kMaxInvocations = 512;
constexpr int64_t kIndexBytes = 4;

// Not every device has elements of less than 32 bits in shared memory.
Type heldType(Type element) {
  if (isa<FloatType>(element))
    return accumulatorType(element);
  return element.getIntOrFloatBitWidth() < 32 ? IntegerType::get(element.getContext(), 32)
                                              : element;
}

LogicalResult checkSizes(const TopKPlan &plan, int64_t k, const rt::DeviceProfile &profile,
                         LoweringReason &why) {
  if (k == 0)
    return why.because("k is 0");
  if (!ShapedType::isDynamic(plan.length) && plan.length < kShortRow)
    return why.because("its rows have " + Twine(plan.length) + " elements, fewer than " +
                       Twine(kShortRow));
  if (plan.streams() && !canStream(k, plan.tile))
    return why.because("it selects " + Twine(k) + " elements of rows that may be longer than the " +
                       Twine(plan.tile) + " elements that a workgroup sorts at once");
  if (ShapedType::isDynamic(plan.length))
    return success();
  // An op with a plan is certain to stay on the device.
  AffineExpr length = getAffineConstantExpr(plan.length, plan.held.getContext());
  auto iterations = cast<AffineConstantExpr>(topKIterations(plan, k, length));
  if (static_cast<uint64_t>(iterations.getValue()) > profile.maxLoopIterations)
    return why.because("the device ends loops after " + Twine(profile.maxLoopIterations) +
                       " iterations, fewer than it needs");
  return success();
}

} // namespace

// A tile is filled, and sorted by `levels` merges of up to `levels` steps. Invocations share the
// elements of each step.
AffineExpr topKIterations(const TopKPlan &plan, int64_t k, AffineExpr length) {
  const int64_t shares = plan.tile / plan.invocations;
  const int64_t levels = llvm::Log2_64(static_cast<uint64_t>(plan.tile));
  const int64_t aTile = 2 * (shares + 2) + levels * (levels * (shares + 2) + 1);
  AffineExpr tiles = plan.streams() ? length.ceilDiv(plan.tile - k)
                                    : getAffineConstantExpr(0, length.getContext());
  return (tiles + 1) * (aTile + 1) + (shares + 2);
}

int64_t maxSortedAtOnce(Type element, const rt::DeviceProfile &profile) {
  const int64_t bytes = heldType(element).getIntOrFloatBitWidth() / 8 + kIndexBytes;
  return std::min<int64_t>(llvm::bit_floor(uint64_t(profile.sharedMemoryBytes / bytes)),
                           kMaxAtOnce);
}

bool hasManyRows(ShapedType type, int64_t axis, const rt::DeviceProfile &profile) {
  const int64_t rows = numRowsAlong(type, axis);
  // Invocations of a GPU that wait overlap in hardware: 2,048 rows of 128 elements take 12 us with
  // workgroups, and 77 us with an invocation per row (H100). CPUs take longer with workgroups. The
  // layout of a row does not matter, as it is read once.
  return isCpuDriver(profile) && !ShapedType::isDynamic(rows) &&
         rows > fewRows(/*isPacked=*/true, profile);
}

FailureOr<TopKPlan> planTopK(TopKOpInterface op, const rt::DeviceProfile &profile,
                             LoweringReason &why) {
  if (op->hasAttr(kSortedRunAttr)) {
    (void)why.because("its rows consist of two sorted partitions");
    return failure();
  }
  if (failed(checkRowKernel(op, op.getInput(), profile, why)))
    return failure();
  auto type = cast<RankedTensorType>(op.getInput().getType());
  TopKPlan plan;
  plan.axis = normalizedAxis(op.getAxis(), type.getRank());
  plan.length = type.getDimSize(plan.axis);
  plan.held = heldType(type.getElementType());
  plan.tile = maxSortedAtOnce(type.getElementType(), profile);
  if (!ShapedType::isDynamic(plan.length))
    plan.tile = std::min<int64_t>(plan.tile, llvm::bit_ceil(uint64_t(plan.length)));
  const int64_t most = llvm::bit_floor(profile.invocationsInARow());
  plan.invocations = std::min({plan.tile / 2, kMaxInvocations, most});
  if (numRowsAlong(type, plan.axis) == 0) {
    (void)why.because("it has no rows");
    return failure();
  }
  if (hasManyRows(type, plan.axis, profile)) {
    (void)why.because("it has enough rows for one invocation per row");
    return failure();
  }
  if (failed(checkSizes(plan, static_cast<int64_t>(op.getK()), profile, why)))
    return failure();
  return plan;
}

} // namespace rlx
