// What passes know of an op's operands, and its lowering makes use of. Nobody checks it: who sets
// them, who reads them and what they promise stands in TopKInterface.td, ScatterInterface.td
// and below.
#ifndef RLX_DIALECTS_RLX_SUPPORT_SORTEDHINTS_H
#define RLX_DIALECTS_RLX_SUPPORT_SORTEDHINTS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On an op that chooses elements (TopKOpInterface): rows are two runs of so many elements,
// each in the op's order already. (Types do not tell: kernels of what is prepared forget sizes.)
inline constexpr llvm::StringLiteral kSortedRunAttr = "lir.sorted_run";

// On rlx.scatter_nd: its indices, of one number each, are not negative, and ascend. How many
// updates there are.
inline constexpr llvm::StringLiteral kSortedIndicesAttr = "lir.sorted_indices";

// On gathers (rlx.gather, rlx.gather_elements), by passes that make the indices themselves: all are
// in [0, size). The lowering checks none then, so that the kernel cannot fail and nobody has to
// wait for its status.
inline constexpr llvm::StringLiteral kInsideAttr = "lir.inside";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SORTEDHINTS_H
