// Which rows a GPU sorts, or chooses the first elements of, each by the invocations of a workgroup
// together. All others become loops in order, a row for each invocation.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_TOPKPLAN_H
#define RLX_CONVERSIONS_GPU_REDUCTION_TOPKPLAN_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/interfaces/TopKInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

struct TopKPlan {
  int64_t axis, length; // the length may be dynamic
  mlir::Type held;      // what elements are in shared memory
  int64_t tile;         // so many are sorted at once, a power of two
  int64_t invocations;

  // Whether a row may be longer: then what is chosen is sorted with the next elements.
  bool streams() const { return mlir::ShapedType::isDynamic(length) || length > tile; }
};

// The most elements of this type that a workgroup sorts at once, a power of two.
int64_t maxSortedAtOnce(mlir::Type element, const rt::DeviceProfile &profile);

// Whether as many chosen leave room for others beside them.
inline bool canStream(int64_t k, int64_t tile) {
  return k <= tile / 2;
}

// Whether so many rows (perhaps dynamic) along a dimension keep a device busy with an invocation
// each.
bool hasManyRows(mlir::ShapedType type, int64_t axis, const rt::DeviceProfile &profile);

// Of a kernel on tensors that is nothing but the op. Fails, with a reason, if the op stays as it
// is.
mlir::FailureOr<TopKPlan> planTopK(TopKOpInterface op, const rt::DeviceProfile &profile,
                                   LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_TOPKPLAN_H
