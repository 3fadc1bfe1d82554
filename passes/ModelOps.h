// What a model may consist of. Whoever meets something else says so in the same words.
#ifndef RLX_PASSES_MODELOPS_H
#define RLX_PASSES_MODELOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"

namespace rlx {

// An rlx op, tensor.dim, the function's return, or arith and affine ops that compute sizes.
bool isModelOp(mlir::Operation *op);

// Emits the error for an op that is none of these. Always a failure.
mlir::LogicalResult reportForeignOp(mlir::Operation *op);

// Fails, with an error, unless the function has the form of a model: see the pass rlx-verify-input.
mlir::LogicalResult verifyModel(mlir::func::FuncOp function);

} // namespace rlx

#endif // RLX_PASSES_MODELOPS_H
