// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes by which passes pass facts about operands to an op's lowering. Nothing checks these
// facts. TopKInterface.td, ScatterInterface.td and the comments below say who sets and who reads
// them, and their promise.
#ifndef RLX_DIALECTS_RLX_SUPPORT_SORTEDHINTS_H
#define RLX_DIALECTS_RLX_SUPPORT_SORTEDHINTS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

/// On a top-k op (TopKOpInterface): each row consists of two runs of this length, both already in
/// the op's order. (The type does not show the length: kernels of prepared values have dynamic
/// sizes.)
inline constexpr llvm::StringLiteral kSortedRunAttr = "lir.sorted_run";

/// On rlx.scatter_nd with one index per update: the indices are in range, not negative, and
/// ascending. The value is the number of updates.
inline constexpr llvm::StringLiteral kSortedIndicesAttr = "lir.sorted_indices";

/// On gathers (rlx.gather, rlx.gather_elements), set by passes that compute the indices themselves:
/// all are in [0, size). The lowering then emits no check, so the kernel cannot fail, and nothing
/// has to wait for its status.
inline constexpr llvm::StringLiteral kInsideAttr = "lir.inside";

/// On an op with ScatterOpInterface inside of a kernel, set by rlx-outline-kernels: the data has
/// the memory of the result, so the lowering changes it and copies nothing.
inline constexpr llvm::StringLiteral kUpdatesDataAttr = "lir.updates_data";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SORTEDHINTS_H
