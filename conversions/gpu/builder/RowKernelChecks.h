// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requirements on kernels whose op a schedule takes as it is, one row per workgroup: prefix scans
// and top-k (see WorkgroupOps.h). They are checked when an op is selected, and when it is
// scheduled.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_ROWKERNELCHECKS_H
#define RLX_CONVERSIONS_GPU_BUILDER_ROWKERNELCHECKS_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// Fails, with a reason, unless the op is alone in its kernel (on tensors), reads the kernel's
// operand `input`, and the device supports it.
mlir::LogicalResult checkRowKernel(mlir::Operation *op, mlir::Value input,
                                   const rt::DeviceProfile &profile, LoweringReason &why);

// Rows of a tensor along a dimension: the product of all other sizes. kDynamic if one is dynamic.
int64_t numRowsAlong(mlir::ShapedType type, int64_t axis);

// The largest number of rows for which a workgroup per row pays off. More rows keep the device busy
// with one invocation each. That takes fewer rows if memory moves single elements (not `isPacked`).
int64_t fewRows(bool isPacked, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_ROWKERNELCHECKS_H
