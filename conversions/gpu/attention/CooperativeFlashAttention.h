// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flash attention on cooperative matrices (VK_KHR_cooperative_matrix). Each of four subgroups owns
// 16 queries of the tile; scores, weights and accumulators stay in its registers. Head sizes are
// multiples of 16. SimtFlashAttention.h is for other sizes, types and devices.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_COOPERATIVEFLASHATTENTION_H
#define RLX_CONVERSIONS_GPU_ATTENTION_COOPERATIVEFLASHATTENTION_H

#include "conversions/gpu/attention/AttentionPlan.h"

namespace rlx {

// For f16 or bf16, if the plan says `matrices`.
// An upper bound of the iterations of an invocation in all loops, for this number of keys.
mlir::AffineExpr cooperativeFlashAttentionIterations(const AttentionPlan &plan,
                                                     mlir::AffineExpr keys);

void writeCooperativeFlashAttention(mlir::func::FuncOp kernel, const AttentionForm &form,
                                    const AttentionPlan &plan);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_COOPERATIVEFLASHATTENTION_H
