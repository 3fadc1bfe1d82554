// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types that kernels must not have when their buffers are flattened, as GPUs cannot compute with
// them. Called by rlx-scalarize-vectors, after arithmetic on these types was expanded. For example,
// memref<?xbf16> becomes memref<?xi16>.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_STORAGETYPES_H
#define RLX_CONVERSIONS_GPU_LOWERING_STORAGETYPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// bf16 and f8 become integers of their size. Only loads, stores and moves of them are left, as
// their arithmetic was expanded before. Casts between both types disappear.
void storeFloatsAsIntegers(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_STORAGETYPES_H
