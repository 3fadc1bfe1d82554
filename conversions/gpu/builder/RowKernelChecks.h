// What kernels have to be like for schedules that take an op as it is (see WorkgroupOps.h), a row
// of it for each workgroup.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_ROWKERNELCHECKS_H
#define RLX_CONVERSIONS_GPU_BUILDER_ROWKERNELCHECKS_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// Fails, with a reason, unless the op is all that its kernel, on tensors, computes, from one of the
// kernel's operands `input`, and the device can.
mlir::LogicalResult checkRowKernel(mlir::Operation *op, mlir::Value input,
                                   const rt::DeviceProfile &profile, LoweringReason &why);

// How many rows a tensor has along a dimension; kDynamic if a run decides that.
int64_t numRowsAlong(mlir::ShapedType type, int64_t axis);

// More rows keep a device busy with an invocation each, and sooner where memory moves single
// elements of a row.
int64_t fewRows(bool isPacked, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_ROWKERNELCHECKS_H
