// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of GPU kernels that passes leave for each other, the default size of a workgroup, and
// grids. Attributes that all targets have are in LIRDialect.h, and those of the ABI
// in lowering/KernelAbi.h.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_KERNELATTRIBUTES_H
#define RLX_CONVERSIONS_GPU_DEVICE_KERNELATTRIBUTES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

// Invocations of a workgroup, in one dimension, unless the kernel has the attribute.
inline constexpr int64_t kInvocationsPerWorkgroup = 64;
inline constexpr llvm::StringLiteral kWorkgroupSizeAttr = "lir.workgroup_size";

// On kernels all of whose operands begin at multiples of rt::kOperandAlignment.
inline constexpr llvm::StringLiteral kAlignedAttr = "lir.aligned";

// On kernels that have work for some sizes only (lir::kWhenAttr): the value that a schedule assumes
// for dynamic sizes.
inline constexpr llvm::StringLiteral kAssumedSizeAttr = "lir.assumed_size";

// The attribute, or the default.
int64_t workgroupSizeOf(mlir::Operation *kernel);

// The grid of this number of workgroups. Devices need not support more than 65,535 in one
// dimension. From 32,768 on the grid has a second dimension, and may be a few workgroups larger
// than needed.
llvm::SmallVector<mlir::AffineExpr> gridOf(mlir::AffineExpr workgroups);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_KERNELATTRIBUTES_H
