// Which ops of a model run together in one kernel.
//
// A group is a root op and the elementwise ops that consume its result at the same positions, with
// what computes their other operands from fewer bits; or elementwise ops alone. All values of a
// group but those of its last op are used only inside it, so the whole group can run where its last
// op stands.
#ifndef RLX_PASSES_KERNELGROUPS_H
#define RLX_PASSES_KERNELGROUPS_H

#include "passes/InputDependence.h"
#include "passes/SymbolicShapes.h"

namespace rlx {

struct KernelGroup {
  llvm::SmallVector<mlir::Operation *> ops; // the root, then in program order; the last one's
                                            // results escape
  bool prepare;                             // depends on params and constants only
};

// True for ops that become part of kernels (not constants, views, control flow or index
// arithmetic).
bool isKernelOp(mlir::Operation *op);

// True for ops whose result element depends on the operands' elements at that position only.
bool isElementwiseOp(mlir::Operation *op);

// Whether an operand is a constant so small, or for an elementwise op so regular, that kernels
// carry it themselves. Other ops read their operands from memory.
bool isInlineConstant(mlir::OpOperand &operand);

// The groups of one block of the function (its body, or a region of control flow), ordered by their
// last ops. `dependence` says what is prepared. Without `fuse` a group has ops that came from one
// op of the model (SourceOp.h).
llvm::SmallVector<KernelGroup> groupKernels(mlir::Block &block, const SymbolicShapes &shapes,
                                            const InputDependence &dependence, bool fuse = true);

} // namespace rlx

#endif // RLX_PASSES_KERNELGROUPS_H
