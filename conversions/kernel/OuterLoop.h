// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outermost scf.forall of a bufferized kernel, which is distributed to workgroups or
// invocations.
//
// The CPU distributes it to workgroups, a GPU to workgroups and invocations.
#ifndef RLX_CONVERSIONS_KERNEL_OUTERLOOP_H
#define RLX_CONVERSIONS_KERNEL_OUTERLOOP_H

#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace rlx {

struct OuterLoop {
  mlir::scf::ForallOp loop;
  llvm::SmallVector<mlir::AffineExpr> steps; // trip counts over the kernel's dims, at least one

  // Nothing if the kernel has no such loop or several, does work outside it, or has a trip count
  // that is no expression over its dims.
  static std::optional<OuterLoop> find(mlir::func::FuncOp kernel, const KernelDims &dims);
};

// Makes every scf.forall of the kernel a sequential loop. Emits an error on failure.
llvm::LogicalResult serializeLoops(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_OUTERLOOP_H
