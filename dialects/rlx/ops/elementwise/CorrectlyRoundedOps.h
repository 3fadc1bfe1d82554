// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes that mark divisions and square roots which must be correctly rounded, for targets
// whose own instructions are not. The lowering of rlx.div and rlx.sqrt sets them;
// rlx-correctly-round-division reads them. The CPU ignores them, because its instructions are
// correctly rounded.
#ifndef RLX_DIALECTS_RLX_OPS_ELEMENTWISE_CORRECTLYROUNDEDOPS_H
#define RLX_DIALECTS_RLX_OPS_ELEMENTWISE_CORRECTLYROUNDEDOPS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

/// A unit attribute of the `arith.divf` and `math.sqrt` that `rlx.div` and `rlx.sqrt` become. These
/// ops are in the class `exact` of docs/reference/numerics.md, and a step function may follow them.
constexpr llvm::StringLiteral kRoundedAttr = "lir.rounded";
/// A unit attribute of an `rlx.div` that is part of an op of another class, so it need not be
/// exact.
constexpr llvm::StringLiteral kUnroundedAttr = "rlx.unrounded";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ELEMENTWISE_CORRECTLYROUNDEDOPS_H
