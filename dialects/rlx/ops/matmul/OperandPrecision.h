// The attribute by which the lowering of a matmul allows a target to round the operands.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On a matmul in linalg: the float type to which its operands may be rounded before they are
// multiplied, so that cooperative matrices (tensor cores) can compute it.
inline constexpr llvm::StringLiteral kOperandPrecisionAttr = "lir.operand_precision";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H
