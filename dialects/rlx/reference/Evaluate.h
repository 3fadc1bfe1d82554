// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The evaluation of ops whose operands are constants of the IR.
#ifndef RLX_DIALECTS_RLX_REFERENCE_EVALUATE_H
#define RLX_DIALECTS_RLX_REFERENCE_EVALUATE_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Operation.h"

namespace rlx::ref {

/// Whether the interpreter computes the op from its operands alone: it has no regions and no
/// effects.
bool isEvaluable(mlir::Operation *op);

/// The value of a constant: elements, or an integer or index as a rank-0 i64 tensor. Fails for
/// other attributes and for more than `maxElements` elements.
llvm::Expected<Tensor> fromConstant(mlir::Attribute constant, int64_t maxElements);

/// The results of an evaluable op. Fails as `Interpreter::runOp` does, and for results of more than
/// `maxElements` elements.
llvm::Expected<llvm::SmallVector<Tensor>>
evaluate(mlir::Operation *op, llvm::SmallVector<Tensor> operands, int64_t maxElements);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_EVALUATE_H
