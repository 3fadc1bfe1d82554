// The order of a kernel's loops over buffers.
#ifndef RLX_CONVERSIONS_KERNEL_LOOPORDER_H
#define RLX_CONVERSIONS_KERNEL_LOOPORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// Moves the loop along which results and operands lie together in memory inside the reduction
// loops, where those are long: a matrix product then adds rows, vector by vector, instead of taking
// strided dot products. The order in which an element's terms are added stays. Returns the op, or
// the one that took its place.
mlir::linalg::LinalgOp orderLoops(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_LOOPORDER_H
