// What a product's lowering allows a target to round.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_FACTORTYPE_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_FACTORTYPE_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On a product as linalg: the float type to which its factors may be rounded before they are
// multiplied, so that matrix units can do that.
inline constexpr llvm::StringLiteral kFactorTypeAttr = "lir.factor_type";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_FACTORTYPE_H
