// Checks in kernels (lir.check, cf.assert) as words of runtime/cpu/KernelABI.h.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELCHECKS_H
#define RLX_CONVERSIONS_KERNEL_KERNELCHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// Replaces every check of the kernel by code that runs where it fails: `fail` builds it and gets
// the error word (i32).
void lowerKernelChecks(
    mlir::func::FuncOp kernel,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, mlir::Value word)> fail);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELCHECKS_H
