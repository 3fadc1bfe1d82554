// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a top-k or sort with one workgroup per row, in shared memory. Ops without a plan
// become sequential loops, with an invocation for each row.
//
// Longer rows stream: the tile keeps the best k in front, and is filled up with the next elements.
//
//  tile: | best k so far | next tile - k elements |   sort, and repeat
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_TOPKPLAN_H
#define RLX_CONVERSIONS_GPU_REDUCTION_TOPKPLAN_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/interfaces/TopKInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

struct TopKPlan {
  int64_t axis, length; // kDynamic if a run decides
  mlir::Type held;      // type of the elements in shared memory
  int64_t tile;         // elements that are sorted at once, a power of two
  int64_t invocations;

  // Whether a row may be longer than the tile. The best elements are sorted again with the next
  // ones.
  bool streams() const { return mlir::ShapedType::isDynamic(length) || length > tile; }
};

// Elements of this type that a workgroup sorts at once, at most; a power of two.
int64_t maxSortedAtOnce(mlir::Type element, const rt::DeviceProfile &profile);

// Whether the best k leave enough room for the next elements.
inline bool canStream(int64_t k, int64_t tile) {
  return k <= tile / 2;
}

// Whether the rows along a dimension keep a device busy with an invocation each. Their number may
// be dynamic.
bool hasManyRows(mlir::ShapedType type, int64_t axis, const rt::DeviceProfile &profile);

// An upper bound of the iterations of an invocation in all loops of a row's kernel; `length` is the
// size of the row.
mlir::AffineExpr topKIterations(const TopKPlan &plan, int64_t k, mlir::AffineExpr length);

// For a kernel on tensors that is the op alone. Fails, with a reason, if the op gets no workgroup
// per row.
mlir::FailureOr<TopKPlan> planTopK(TopKOpInterface op, const rt::DeviceProfile &profile,
                                   LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_TOPKPLAN_H
