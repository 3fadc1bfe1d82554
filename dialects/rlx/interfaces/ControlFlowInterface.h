// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose regions the host runs: rlx.if, rlx.while, rlx.scan. Passes ask `isControlFlow` and walk
// the regions like the function's body, for example with `walkInOrder`. Only the pass that outlines
// kernels knows the single ops.
#ifndef RLX_DIALECTS_RLX_INTERFACES_CONTROLFLOWINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_CONTROLFLOWINTERFACE_H

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h.inc"

namespace rlx {

inline bool isControlFlow(mlir::Operation *op) {
  return llvm::isa_and_nonnull<ControlFlowOpInterface>(op);
}

/// Calls `visit` for each op of the block in order. Ops in regions of a control-flow op come before
/// that op. `visit` may erase the op that it receives. Terminators are not visited.
void walkInOrder(mlir::Block &block, llvm::function_ref<void(mlir::Operation *)> visit);

/// The op in `block` that is `op` or contains it; null if there is none.
mlir::Operation *ancestorIn(mlir::Block *block, mlir::Operation *op);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_CONTROLFLOWINTERFACE_H
