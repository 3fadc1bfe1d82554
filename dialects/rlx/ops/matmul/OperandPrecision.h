// What a product's lowering allows a target to round.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On a product as linalg: the float type to which its factors may be rounded before they are
// multiplied, so that matrix units can do that.
inline constexpr llvm::StringLiteral kOperandPrecisionAttr = "lir.operand_precision";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_OPERANDPRECISION_H
