// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops that a model may contain, with one error message for all others.
//
// Importers and builders create only these. Passes may rely on it after rlx-verify-input.
#ifndef RLX_PASSES_MODELOPS_H
#define RLX_PASSES_MODELOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"

namespace rlx {

// An rlx op, tensor.dim, the function's return, or an arith or affine op that computes sizes.
bool isModelOp(mlir::Operation *op);

// Emits the error for an op that is none of these. Always returns failure.
mlir::LogicalResult reportForeignOp(mlir::Operation *op);

// Emits an error and fails unless the function has the form of a model: see the pass
// rlx-verify-input.
mlir::LogicalResult verifyModel(mlir::func::FuncOp function);

} // namespace rlx

#endif // RLX_PASSES_MODELOPS_H
