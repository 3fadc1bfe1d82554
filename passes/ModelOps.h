// Which ops a model may consist of. Whoever meets another one says so in the same words.
#ifndef RLX_PASSES_MODELOPS_H
#define RLX_PASSES_MODELOPS_H

#include "mlir/IR/Operation.h"

namespace rlx {

// An rlx op, tensor.dim, the function's return, or arith and affine ops that compute sizes.
bool isModelOp(mlir::Operation *op);

// Emits the error for an op that is none of these. Always a failure.
mlir::LogicalResult reportForeignOp(mlir::Operation *op);

} // namespace rlx

#endif // RLX_PASSES_MODELOPS_H
