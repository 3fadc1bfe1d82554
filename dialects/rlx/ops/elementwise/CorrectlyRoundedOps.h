// Which quotients and roots have to be rounded correctly, for targets whose own are not.
#ifndef RLX_DIALECTS_RLX_OPS_ELEMENTWISE_CORRECTLYROUNDEDOPS_H
#define RLX_DIALECTS_RLX_OPS_ELEMENTWISE_CORRECTLYROUNDEDOPS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// A unit attribute of `arith.divf` and `math.sqrt` that `rlx.div` and `rlx.sqrt` become: they are
// of the class `exact` of docs/reference/numerics.md, and what is computed from them may be a step
// function.
constexpr llvm::StringLiteral kRoundedAttr = "lir.rounded";
// A unit attribute of an `rlx.div` that is part of an op of another class.
constexpr llvm::StringLiteral kUnroundedAttr = "rlx.unrounded";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ELEMENTWISE_CORRECTLYROUNDEDOPS_H
