// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers checks in kernels for the CPU: a failed one stores its error word in the kernel's status.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_STATUSCHECKS_H
#define RLX_CONVERSIONS_CPU_BUILDER_STATUSCHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx::cpu {

// For a kernel in buffer form, whose last arguments are the status and the three numbers of the
// workgroup. The first failure of a workgroup is kept.
void lowerStatusChecks(mlir::func::FuncOp kernel);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_STATUSCHECKS_H
