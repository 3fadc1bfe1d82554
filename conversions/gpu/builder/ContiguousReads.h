// What an op's body reads at neighbouring steps of a loop, where it computes the places itself: of
// numbers that are stored in blocks, say.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_CONTIGUOUSREADS_H
#define RLX_CONVERSIONS_GPU_BUILDER_CONTIGUOUSREADS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// Whether at so many steps of the loop, from a multiple of them on, a value of the body is computed
// from what lies side by side in memory, or from the same element.
bool readsContiguously(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop, int64_t steps);

// How many steps of the loop, which has that many, an invocation best takes at once of a value that
// is computed from blocks: neighbours there have a scale and maybe bytes in common, and bytes that
// are read together come as words. 1 if it reads no such runs. So many invocations share the steps:
// none of them is to be without work for the sake of a longer run.
int64_t blockRun(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop, int64_t size,
                 int64_t invocations);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_CONTIGUOUSREADS_H
