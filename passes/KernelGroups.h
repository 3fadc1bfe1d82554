// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups the ops of a model into kernels.
//
// A group is a root op with the elementwise ops that consume its result at the same index, or
// elementwise ops alone. Producers of their other operands join if they read fewer bits than they
// make. So do those of what a root reduces.
//
//   %0 = rlx.matmul %x, %w      \
//   %1 = rlx.add %0, %b          | one group: root matmul, epilogue add and relu
//   %2 = rlx.relu %1            /
//
// All values of a group except those of its last op are used only inside it, so the whole group can
// run at the position of its last op.
#ifndef RLX_PASSES_KERNELGROUPS_H
#define RLX_PASSES_KERNELGROUPS_H

#include "passes/InputDependence.h"
#include "passes/SymbolicShapes.h"

namespace rlx {

// A unit attribute: the only user just moves the op's elements, and the kernel of the op is to
// store them at their final location.
inline constexpr llvm::StringLiteral kMovesResultAttr = "lir.moves_result";

// A unit attribute on an op with the trait NoFusion: the target's kernel of this op takes
// elementwise consumers nevertheless.
inline constexpr llvm::StringLiteral kFusesConsumersAttr = "lir.fuses_consumers";

struct KernelGroup {
  // Root first, unless it reduces what others of the group compute. The last op's results escape.
  llvm::SmallVector<mlir::Operation *> ops;
  bool prepare; // depends on params and constants only
};

// True for ops that become part of kernels, which constants, views, control flow and index
// arithmetic do not.
bool isKernelOp(mlir::Operation *op);

// True for ops whose result element depends on the operands' elements at the same index only.
bool isElementwiseOp(mlir::Operation *op);

// Whether an operand is a constant that the kernel contains: a small or regular one of an
// elementwise op, or a scalar or a few integers of another. All other operands are read from
// memory.
bool isInlineConstant(mlir::OpOperand &operand);

// The groups of a block of the function (its body, or a region of control flow), ordered by their
// last ops. `dependence` tells which values are prepared. Without `fuse` all ops of a group came
// from one op of the model (SourceOp.h).
llvm::SmallVector<KernelGroup> groupKernels(mlir::Block &block, const SymbolicShapes &shapes,
                                            const InputDependence &dependence, bool fuse = true);

} // namespace rlx

#endif // RLX_PASSES_KERNELGROUPS_H
