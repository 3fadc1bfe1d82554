// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that prepare an operand of another kernel, in the same runs, and the module that has the
// kernels of a program.
#ifndef RLX_CONVERSIONS_GPU_PROGRAM_OPERANDKERNELS_H
#define RLX_CONVERSIONS_GPU_PROGRAM_OPERANDKERNELS_H

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace rlx {

// The module of the target's kernels; null if the program has none. Emits an error if there is no
// such target.
mlir::FailureOr<mlir::ModuleOp> findKernelModule(mlir::ModuleOp program, llvm::StringRef target);

// The buffer behind views.
mlir::Value bufferOf(mlir::Value value);

// A dispatch of `maker` before another one, in the runs in which that has work (lir::kWhenAttr of
// its `kernel`). It reads these inputs of the other, and writes a temporary, whose type is the
// static result of `maker`. For example, `label` is "decode of ".
lir::DispatchOp dispatchBefore(lir::DispatchOp dispatch, mlir::func::FuncOp kernel,
                               mlir::func::FuncOp maker, llvm::ArrayRef<unsigned> inputs,
                               llvm::StringRef label);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_PROGRAM_OPERANDKERNELS_H
