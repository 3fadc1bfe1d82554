// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of the axes that the indices of an op are for. Messages of runs have them: a kernel
// reports only the wrong index.
#ifndef RLX_PASSES_INDEXEDSIZES_H
#define RLX_PASSES_INDEXEDSIZES_H

#include "passes/SymbolicShapes.h"

namespace rlx {

/// For example, the size of axis 0 of the data of a gather along axis 0. Each size is there once.
/// Empty for ops without indices, and if the number of indexed axes is not known.
Dims indexedSizes(mlir::Operation *op, const SymbolicShapes &shapes);

} // namespace rlx

#endif // RLX_PASSES_INDEXEDSIZES_H
