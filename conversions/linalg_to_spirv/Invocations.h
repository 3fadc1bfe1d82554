// How the invocations of a kernel on a GPU are numbered when it has no schedule of its own.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_INVOCATIONS_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_INVOCATIONS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

// Of a workgroup, in one dimension.
inline constexpr int64_t kInvocationsPerWorkgroup = 64;

// A grid of so many workgroups. Devices need not take more than 65,535 in one dimension: it has a
// second one when there are more than half of that, and then perhaps a few more than asked for.
llvm::SmallVector<mlir::AffineExpr> gridOf(mlir::AffineExpr workgroups);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_INVOCATIONS_H
