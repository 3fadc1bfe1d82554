// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the loops of a linalg op on tensors to the producers of its operands.
//
// For example, the last op of a softmax along rows has loops (d0, d1). It reads the sum of each row
// at (d0, 0), so the reduction that makes the sum follows d0 and repeats for each d1.
#ifndef RLX_CONVERSIONS_KERNEL_PRODUCERLOOPS_H
#define RLX_CONVERSIONS_KERNEL_PRODUCERLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rlx {

// The loops of an operand's producer, expressed as the loops of the reader are in `loops`. Null
// where the operand does not determine them, for example for loops that the producer reduces.
//
// For example, a reader of loops (d0, d1) that reads at (d1, d0) gives a producer that writes by
// its own loops the expressions [d1, d0].
llvm::SmallVector<mlir::AffineExpr> loopsOfProducer(mlir::OpOperand &operand,
                                                    llvm::ArrayRef<mlir::AffineExpr> loops);
// The identity: one dim for each of the op's loops.
llvm::SmallVector<mlir::AffineExpr> ownLoops(mlir::linalg::LinalgOp op);

// Calls `visit` for the root and for the linalg ops that its operands come from, with their loops
// expressed as those of the root. An op comes once for each way in which its readers follow loops.
void forEachProducer(
    mlir::linalg::LinalgOp root,
    llvm::function_ref<void(mlir::linalg::LinalgOp, llvm::ArrayRef<mlir::AffineExpr>)> visit);

// The loops of the root along which a reduction would be computed again.
llvm::SmallBitVector sharedLoops(mlir::linalg::LinalgOp root);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_PRODUCERLOOPS_H
