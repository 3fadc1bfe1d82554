// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module of a target's kernels in a program.
#ifndef RLX_CONVERSIONS_GPU_PROGRAM_KERNELMODULE_H
#define RLX_CONVERSIONS_GPU_PROGRAM_KERNELMODULE_H

#include "conversions/Target.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace rlx {

// Null if the program has no kernels of the target. Emits an error if there is no such target.
inline mlir::FailureOr<mlir::ModuleOp> findKernelModule(mlir::ModuleOp program,
                                                        llvm::StringRef target) {
  if (failed(findTargetFor(program, target)))
    return mlir::failure();
  return program.lookupSymbol<mlir::ModuleOp>((lir::kKernelModulePrefix + target).str());
}

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_PROGRAM_KERNELMODULE_H
