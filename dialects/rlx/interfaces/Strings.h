// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings in a model: tensors of i64, whose elements are numbers of strings. Equal strings have
// equal numbers in one run.
//
// Ops that move or compare elements need to know nothing of them. Ops that read characters are
// rlx.custom with a kernel of the runtime (runtime/cpu/StringKernels.h).
#ifndef RLX_INTERFACES_STRINGS_H
#define RLX_INTERFACES_STRINGS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// A unit attribute of an argument or a result of a model: its elements are strings for users.
inline constexpr llvm::StringLiteral kStringAttr = "rlx.string";
// The strings of a model function, by number: a list of different ones, the empty one first.
inline constexpr llvm::StringLiteral kStringsAttr = "rlx.strings";
// The start of the names of the runtime's own kernels.
inline constexpr llvm::StringLiteral kBuiltInKernelPrefix = "rlx.";

} // namespace rlx

#endif // RLX_INTERFACES_STRINGS_H
