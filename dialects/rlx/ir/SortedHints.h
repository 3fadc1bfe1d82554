// What passes know of an op's operands, and its lowering makes use of. Nobody checks it.
#ifndef RLX_DIALECTS_RLX_IR_SORTEDHINTS_H
#define RLX_DIALECTS_RLX_IR_SORTEDHINTS_H

#include "llvm/ADT/StringRef.h"

namespace rlx {

// On an op that chooses elements (SelectionOpInterface): rows are two runs of so many elements,
// each in the op's order already. (Types do not tell: kernels of what is prepared forget sizes.)
inline constexpr llvm::StringLiteral kSortedRunAttr = "lir.sorted_run";

// On rlx.scatter_nd: its indices, of one number each, are not negative, and ascend. How many
// updates there are.
inline constexpr llvm::StringLiteral kSortedIndicesAttr = "lir.sorted_indices";

} // namespace rlx

#endif // RLX_DIALECTS_RLX_IR_SORTEDHINTS_H
