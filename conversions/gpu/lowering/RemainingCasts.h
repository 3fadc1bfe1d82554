// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a conversion: no cast between a type and its converted form is left.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_REMAININGCASTS_H
#define RLX_CONVERSIONS_GPU_LOWERING_REMAININGCASTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// Folds the casts below `converted`. A value that still needs one is an error at `kernel`.
llvm::LogicalResult removeConversionCasts(mlir::Operation *converted, mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_REMAININGCASTS_H
