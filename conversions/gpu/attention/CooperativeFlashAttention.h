// Attention whose products the subgroups of a device compute as matrices that they hold together
// (VK_KHR_cooperative_matrix).
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_COOPERATIVEFLASHATTENTION_H
#define RLX_CONVERSIONS_GPU_ATTENTION_COOPERATIVEFLASHATTENTION_H

#include "conversions/gpu/attention/AttentionPlan.h"

namespace rlx {

// Of f16 or bf16, on a device that has matrices for these.
void writeCooperativeFlashAttention(mlir::func::FuncOp kernel, AttentionOp op,
                                    const AttentionPlan &plan);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_COOPERATIVEFLASHATTENTION_H
