// Attention whose products the invocations of a workgroup add up themselves.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_SIMTFLASHATTENTION_H
#define RLX_CONVERSIONS_GPU_ATTENTION_SIMTFLASHATTENTION_H

#include "conversions/gpu/attention/AttentionPlan.h"

namespace rlx {

void writeSimtFlashAttention(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_SIMTFLASHATTENTION_H
