// Ops whose regions the host runs. Passes ask `isControlFlow` and walk the regions as they walk the
// function's body; only the outlining of kernels knows the single ops.
#ifndef RLX_DIALECTS_RLX_INTERFACES_CONTROLFLOWINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_CONTROLFLOWINTERFACE_H

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h.inc"

namespace rlx {

inline bool isControlFlow(mlir::Operation *op) {
  return llvm::isa_and_nonnull<ControlFlowOpInterface>(op);
}

// Calls `visit` for each op of the block in order, those of control-flow regions before their op.
// `visit` may erase the op it is given. Terminators are left out.
void walkInOrder(mlir::Block &block, llvm::function_ref<void(mlir::Operation *)> visit);

// The op in `block` that holds `op`, or is it; null if there is none.
mlir::Operation *ancestorIn(mlir::Block *block, mlir::Operation *op);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_CONTROLFLOWINTERFACE_H
