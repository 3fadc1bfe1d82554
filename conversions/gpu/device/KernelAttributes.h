// How the invocations of a kernel on a GPU are numbered when it has no schedule of its own.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_KERNELATTRIBUTES_H
#define RLX_CONVERSIONS_GPU_DEVICE_KERNELATTRIBUTES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

// Of a workgroup, in one dimension, unless the kernel says another number by an attribute of that
// name.
inline constexpr int64_t kInvocationsPerWorkgroup = 64;
inline constexpr llvm::StringLiteral kWorkgroupSizeAttr = "lir.workgroup_size";

// Of a kernel all of whose operands begin at multiples of rt::kOperandAlignment in memory.
inline constexpr llvm::StringLiteral kAlignedAttr = "lir.aligned";

// Of a kernel that has work for some sizes only (lir::kWhenAttr): what its schedule takes sizes for
// that a run decides.
inline constexpr llvm::StringLiteral kAssumedSizeAttr = "lir.assumed_size";

// Of a copy of a kernel that is scheduled only to see what comes of it.
inline constexpr llvm::StringLiteral kTrialAttr = "lir.trial";

int64_t workgroupSizeOf(mlir::Operation *kernel);

// A grid of so many workgroups. Devices need not take more than 65,535 in one dimension: it has a
// second one when there are more than half of that, and then perhaps a few more than asked for.
llvm::SmallVector<mlir::AffineExpr> gridOf(mlir::AffineExpr workgroups);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_KERNELATTRIBUTES_H
