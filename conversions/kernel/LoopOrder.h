// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contiguous loops of linalg ops, and the order of loops before they become scf.for.
//
// Loops that LLVM should vectorize must be innermost and have unit stride.
#ifndef RLX_CONVERSIONS_KERNEL_LOOPORDER_H
#define RLX_CONVERSIONS_KERNEL_LOOPORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// Moves the loop along which result and operands are contiguous inside long reduction loops. A
// matmul then adds rows, vector by vector, instead of computing strided dot products:
//
//   for m, n, k: C[m, n] += A[m, k] * B[k, n]    ->    for m, k, n: …
//
// The order in which an element's terms are added stays. Returns the op or its replacement.
mlir::linalg::LinalgOp orderLoops(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op);

// Whether consecutive iterations of the loop read contiguous elements of an operand.
bool readsAlong(mlir::linalg::LinalgOp op, unsigned loop);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_LOOPORDER_H
