// Attention whose products the invocations of a workgroup add up themselves.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_SCALARATTENTION_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_SCALARATTENTION_H

#include "conversions/linalg_to_spirv/AttentionPlan.h"

namespace rlx {

void writeScalarAttention(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_SCALARATTENTION_H
