// Replaces a tensor by one whose type knows more sizes, without breaking its users.
#ifndef RLX_PASSES_REFINEUSES_H
#define RLX_PASSES_REFINEUSES_H

#include "mlir/IR/Value.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace rlx {

// Whether `user` takes an operand whose type knows more sizes than before: rlx ops do (their own
// result types may then know less than inference, which is allowed), and tensor.dim.
bool acceptsRefinedOperand(mlir::Operation *user);

// Replaces all uses of `value` by `refined`, whose type may know more sizes. Returns of functions
// that nobody calls change the function's type; other users get a tensor.cast.
void replaceByRefined(mlir::Value value, mlir::Value refined);

// Gives `value` a type that knows more sizes; likewise.
void refineType(mlir::Value value, mlir::Type type);

} // namespace rlx

#endif // RLX_PASSES_REFINEUSES_H
