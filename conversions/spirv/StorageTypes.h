// What kernels must not have when their buffers are flattened: types and ops that SPIR-V lacks.
#ifndef RLX_CONVERSIONS_SPIRV_STORAGETYPES_H
#define RLX_CONVERSIONS_SPIRV_STORAGETYPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// Floats that SPIR-V cannot compute with (bf16, f8) become integers of their size: only loads,
// stores and what passes them on are left of them, since arithmetic on them is expanded before.
void storeFloatsAsIntegers(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_STORAGETYPES_H
