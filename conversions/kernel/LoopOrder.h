// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the loop order of linalg ops on buffers, before they become scf.for.
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

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_LOOPORDER_H
