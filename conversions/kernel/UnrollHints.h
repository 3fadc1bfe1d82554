// Which loops of a kernel LLVM unrolls. It unrolls no others: unrolling whatever it deems
// profitable costs a quarter of the compile time of a convolution net and makes nothing else
// faster.
#ifndef RLX_CONVERSIONS_KERNEL_UNROLLHINTS_H
#define RLX_CONVERSIONS_KERNEL_UNROLLHINTS_H

#include "mlir/IR/Operation.h"

namespace rlx {

// Marks the loops of a nest, outermost first, that run a few times only (the window of a pooling)
// for full unrolling, so that the loops around them can be vectorised.
void unrollSmallLoops(llvm::ArrayRef<mlir::Operation *> nest);

// Moves the mark from where the lowering of scf.for leaves it to where LLVM's translation looks.
void adoptUnrollHints(mlir::Operation *function);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_UNROLLHINTS_H
