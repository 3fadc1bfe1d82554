// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks the loops of a kernel that LLVM unrolls. It unrolls no others: unrolling all loops that
// LLVM considers profitable costs a quarter of the compile time of a convolution net and makes
// nothing else faster.
#ifndef RLX_CONVERSIONS_KERNEL_UNROLLHINTS_H
#define RLX_CONVERSIONS_KERNEL_UNROLLHINTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// Marks loops with few iterations for full unrolling, such as the window of a pooling, so that the
// loops around them can be vectorized. `nest` has the loops of `source`, outermost first.
void unrollSmallLoops(llvm::ArrayRef<mlir::Operation *> nest, mlir::linalg::LinalgOp source);

// Moves the mark from the attribute that the lowering of scf.for leaves to the one that LLVM's
// translation reads.
void adoptUnrollHints(mlir::Operation *function);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_UNROLLHINTS_H
