// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces a tensor by one whose type knows more sizes, if its users allow it.
//
// For example, tensor<?x3xf32> becomes tensor<2x3xf32> in all users, or in none.
#ifndef RLX_PASSES_REFINEUSES_H
#define RLX_PASSES_REFINEUSES_H

#include "mlir/IR/Value.h"

namespace rlx {

// Replaces all uses of `value` by `refined`, whose type may know more sizes. Rlx ops without
// regions, control flow with its yields, and tensor.dim accept such a type: a result type may know
// less than inference. Returns of functions without callers in the module change the function's
// type. If the types differ and there is another user, returns false and changes nothing.
[[nodiscard]] bool replaceByRefined(mlir::Value value, mlir::Value refined);

// Gives `value` a type that knows more sizes, under the same conditions.
[[nodiscard]] bool refineType(mlir::Value value, mlir::Type type);

// Recomputes the op's result types from its operands. Fails silently if the op has no inference or
// rejects its operands.
llvm::LogicalResult inferAgain(mlir::Operation *op);

} // namespace rlx

#endif // RLX_PASSES_REFINEUSES_H
