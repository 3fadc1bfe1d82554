// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module of a program's kernels during outlining: functions of rlx ops on tensors. Equal
// kernels are merged before they are lowered.
//
// A kernel's name is that of its root op with a number, for example "matmul_3".
#ifndef RLX_PASSES_KERNELMODULE_H
#define RLX_PASSES_KERNELMODULE_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "passes/KernelGroups.h"
#include "llvm/ADT/StringMap.h"

namespace rlx {

// The name of an op without its dialect.
inline llvm::StringRef shortName(mlir::Operation *op) {
  return op->getName().stripDialect();
}

class KernelModule {
public:
  // Adds an empty module "kernels_<target>" to `parent`.
  KernelModule(mlir::ModuleOp parent, llvm::StringRef target);

  struct Added {
    mlir::SymbolRefAttr symbol;
    llvm::SmallVector<mlir::Type> argumentTypes, resultTypes;
  };

  // The kernel that runs `group` on `operands`. Kernels that only prepare weights omit the sizes of
  // their operands, so one kernel serves all weights.
  // With `updated`, that operand has the memory of the result (lir.updated).
  Added add(const KernelGroup &group, llvm::ArrayRef<mlir::Value> operands,
            mlir::Value updated = {});

  // The declaration of the user kernel that computes `op`, in a separate module beside this one.
  mlir::SymbolRefAttr addUserKernel(UserKernelOpInterface op);

private:
  mlir::func::FuncOp build(const KernelGroup &group, llvm::ArrayRef<mlir::Value> operands,
                           bool forgetSizes);
  mlir::SymbolRefAttr deduplicate(mlir::func::FuncOp kernel, llvm::StringRef root);

  mlir::ModuleOp module, userModule;
  std::string target;
  llvm::StringMap<std::string> names;
  llvm::DenseMap<mlir::Attribute, std::string> userKernels;
};

} // namespace rlx

#endif // RLX_PASSES_KERNELMODULE_H
