// Replaces a tensor by one whose type knows more sizes, where its users allow that.
#ifndef RLX_PASSES_REFINEUSES_H
#define RLX_PASSES_REFINEUSES_H

#include "mlir/IR/Value.h"

namespace rlx {

// Replaces all uses of `value` by `refined`, whose type may know more sizes. Rlx ops without
// regions, control flow and its yields, and tensor.dim take such a type (a result type may know
// less than inference); returns of functions that nobody in the module calls change the function's
// type. False, and nothing is changed, if the types differ and there is another user.
[[nodiscard]] bool replaceByRefined(mlir::Value value, mlir::Value refined);

// Gives `value` a type that knows more sizes; likewise.
[[nodiscard]] bool refineType(mlir::Value value, mlir::Type type);

// Gives the op's results the types that inference computes from its operands as they are now.
// Fails, silently, if the op has no inference or does not accept its operands.
llvm::LogicalResult inferAgain(mlir::Operation *op);

} // namespace rlx

#endif // RLX_PASSES_REFINEUSES_H
