// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes caches that grow by concatenation caches with a capacity, which runs update in place.
#ifndef RLX_SESSION_INPLACECACHES_H
#define RLX_SESSION_INPLACECACHES_H

#include "mlir/IR/BuiltinOps.h"

namespace rlx {

// Runs `rlx-update-caches-in-place` on the model. Dimensions of the result may be fixed afterwards
// (FixDims.h), the capacity too. On failure emits an error, and the module may have changed.
llvm::LogicalResult updateCachesInPlace(mlir::ModuleOp module);

} // namespace rlx

#endif // RLX_SESSION_INPLACECACHES_H
