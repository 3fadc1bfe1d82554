// The loop of a bufferised kernel that is shared among workgroups or invocations.
#ifndef RLX_CONVERSIONS_KERNEL_OUTERLOOP_H
#define RLX_CONVERSIONS_KERNEL_OUTERLOOP_H

#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace rlx {

struct OuterLoop {
  mlir::scf::ForallOp loop;
  llvm::SmallVector<mlir::AffineExpr> steps; // trip counts over the kernel's dims, at least one

  // Nothing if the kernel has no such loop, or several, does work beside it, or its dims do not
  // tell how often it runs.
  static std::optional<OuterLoop> find(mlir::func::FuncOp kernel, const KernelDims &dims);
};

// Makes every scf.forall of the kernel's body loops one after the other. A failure has been
// reported.
llvm::LogicalResult serializeLoops(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_OUTERLOOP_H
