// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attribute by which the lowering of a matmul allows a target to round the operands, so that
// tensor cores can compute it. For example, block-quantized weights are f32 values, but may be
// rounded to f16 if the rows are f16. It is a permission: a target may ignore it.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

/// On a matmul in linalg: the float type to which its operands may be rounded before they are
/// multiplied, so that cooperative matrices (tensor cores) can compute it.
inline constexpr llvm::StringLiteral kOperandPrecisionAttr = "lir.operand_precision";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H
