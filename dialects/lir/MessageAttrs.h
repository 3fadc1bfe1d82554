// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of a program for the messages of errors of runs.
#ifndef RLX_DIALECTS_LIR_MESSAGEATTRS_H
#define RLX_DIALECTS_LIR_MESSAGEATTRS_H

#include "llvm/ADT/StringRef.h"

namespace rlx::lir {

/// Of guards, and of dispatches whose kernel may fail: the part of the model that the error is
/// about, as errors of compilations have it.
inline constexpr llvm::StringLiteral kPlaceAttr = "lir.place";
/// Of guards: two shapes that the message goes on with, as affine maps over the program's symbols.
inline constexpr llvm::StringLiteral kFromAttr = "lir.from", kToAttr = "lir.to";
/// Of dispatches: the sizes of the axes that the kernel's indices are for, as such a map.
inline constexpr llvm::StringLiteral kIndexSizesAttr = "lir.index_sizes";

} // namespace rlx::lir

#endif // RLX_DIALECTS_LIR_MESSAGEATTRS_H
