// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers checks in kernels (lir.check, cf.assert) to the error words of
// runtime/program/model/KernelABI.h.
//
// A check does not stop the kernel; the target stores the word and the runtime reports it.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELCHECKS_H
#define RLX_CONVERSIONS_KERNEL_KERNELCHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// Replaces every check of the kernel by a branch for its failure. `fail` builds the branch's code
// and receives the error word (i32).
void lowerKernelChecks(
    mlir::func::FuncOp kernel,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, mlir::Value word)> fail);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELCHECKS_H
