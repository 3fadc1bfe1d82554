// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flash attention without cooperative matrices: for f32, and for f16 and bf16 if the device or the
// head size does not allow them. Invocations keep small tiles of scores, and then of the result, in
// f32. CooperativeFlashAttention.h is the other form.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_SIMTFLASHATTENTION_H
#define RLX_CONVERSIONS_GPU_ATTENTION_SIMTFLASHATTENTION_H

#include "conversions/gpu/attention/AttentionPlan.h"

namespace rlx {

// An upper bound of the iterations of an invocation in all loops, for this number of keys.
mlir::AffineExpr simtFlashAttentionIterations(const AttentionPlan &plan, mlir::AffineExpr keys);

void writeSimtFlashAttention(mlir::func::FuncOp kernel, const AttentionForm &form,
                             const AttentionPlan &plan);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_SIMTFLASHATTENTION_H
