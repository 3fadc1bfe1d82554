// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 92 op kinds that RLX promises, and the ops of the dialect that cover each.
//
// For example, the kind `Reduce` is covered by `rlx.reduce_sum`, `rlx.reduce_max` and three others.
// OpSupport prints them with the support of each target.
#ifndef RLX_CONVERSIONS_OPKINDS_H
#define RLX_CONVERSIONS_OPKINDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

struct OpKind {
  llvm::StringLiteral name;
  // Mnemonics without the dialect, separated by spaces. Empty for a kind that is no op.
  llvm::StringLiteral ops;
  llvm::StringLiteral note = "";
};

llvm::ArrayRef<OpKind> opKinds();

} // namespace rlx

#endif // RLX_CONVERSIONS_OPKINDS_H
