// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Search and checks for the outer loop; see OuterLoop.h.
//
// Ops outside the loop would run in each workgroup, so only harmless ones are allowed there.
#include "conversions/kernel/OuterLoop.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

using namespace mlir;

namespace rlx {

// Bufferization leaves such a copy where a tile is already in its destination.
static bool isCopyToItself(Operation *op) {
  auto copy = dyn_cast<memref::CopyOp>(op);
  return copy && copy.getSource() == copy.getTarget();
}

// Ops outside the loop are repeated by everyone who executes a part of it. Only ops without effects
// on others are allowed: constants, index arithmetic, views, reads, private allocations, and
// asserts, which have the same result everywhere.
static bool isOnlyWork(scf::ForallOp loop) {
  return llvm::all_of(*loop->getBlock(), [&](Operation &op) {
    return &op == loop || isPure(&op) || op.hasTrait<mlir::OpTrait::IsTerminator>() ||
           isCopyToItself(&op) ||
           isa<memref::AllocOp, memref::DeallocOp, memref::LoadOp, cf::AssertOp, lir::CheckOp>(op);
  });
}

std::optional<OuterLoop> OuterLoop::find(func::FuncOp kernel, const KernelDims &dims) {
  SmallVector<scf::ForallOp> loops(kernel.getBody().getOps<scf::ForallOp>());
  if (loops.size() != 1 || !isOnlyWork(loops.front()))
    return std::nullopt;
  OuterLoop found{loops.front(), {}};
  for (auto [lower, upper, step] :
       llvm::zip(found.loop.getMixedLowerBound(), found.loop.getMixedUpperBound(),
                 found.loop.getMixedStep())) {
    AffineExpr size = dims.trace(upper), stride = dims.trace(step);
    if (!size || !stride || getConstantIntValue(lower) != 0)
      return std::nullopt;
    found.steps.push_back(size.ceilDiv(stride));
  }
  if (found.steps.empty())
    return std::nullopt;
  return found;
}

LogicalResult serializeLoops(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  for (scf::ForallOp loop : llvm::make_early_inc_range(kernel.getBody().getOps<scf::ForallOp>())) {
    rewriter.setInsertionPoint(loop);
    if (failed(scf::forallToForLoop(rewriter, loop)))
      return internal(loop->emitOpError("could not be turned into loops"));
  }
  return success();
}

} // namespace rlx
