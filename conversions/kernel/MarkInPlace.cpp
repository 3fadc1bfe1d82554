// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-mark-in-place`: finds operands that a kernel may overwrite with its result
// (lir.in_place).
//
// These are operands of an elementwise op that nothing else in the kernel accesses. The op must
// also be the only one that accesses the result:
//
//   linalg.generic {all parallel, operand and result by one map} ins(%x[tile]) outs(%result[tile])
//
// For kernels of the generic route; fast paths declare their own.
#include "conversions/kernel/Passes.h"

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace rlx {
#define GEN_PASS_DEF_MARKINPLACEPASS
#include "conversions/kernel/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// The only op that reads or writes the buffer or a part of it, through one operand; else null.
OpOperand *onlyAccess(Value buffer) {
  OpOperand *found = nullptr;
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    auto copy = dyn_cast<memref::CopyOp>(user);
    if (isa<memref::DimOp>(user) || (copy && copy.getSource() == copy.getTarget()))
      continue;
    OpOperand *access = isa<memref::SubViewOp>(user) ? onlyAccess(user->getResult(0)) : &use;
    if (!access || (found && found != access))
      return nullptr;
    found = access;
  }
  return found;
}

// Whether both are the same part of two buffers.
bool areAlike(Value a, Value b) {
  auto left = a.getDefiningOp<memref::SubViewOp>(), right = b.getDefiningOp<memref::SubViewOp>();
  if (!left || !right)
    return !left && !right && isa<BlockArgument>(a) && isa<BlockArgument>(b);
  return left.getMixedOffsets() == right.getMixedOffsets() &&
         left.getMixedSizes() == right.getMixedSizes() &&
         left.getMixedStrides() == right.getMixedStrides() &&
         areAlike(left.getSource(), right.getSource());
}

struct MarkInPlace : rlx::impl::MarkInPlacePassBase<MarkInPlace> {
  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    if (kernel->hasAttr(rlx::lir::kInPlaceAttr) || !kernel->hasAttr(rlx::lir::kGridAttr) ||
        kernel.getNumArguments() < rlx::lir::kKernelContextArguments + 2)
      return;
    BlockArgument result =
        kernel.getArgument(kernel.getNumArguments() - rlx::lir::kKernelContextArguments - 1);
    OpOperand *write = onlyAccess(result);
    // Once per workgroup: a loop could visit a part again.
    auto op = write ? dyn_cast<linalg::LinalgOp>(write->getOwner()) : nullptr;
    if (!op || op->getBlock() != &kernel.getBody().front() || op.getNumDpsInits() != 1 ||
        !op.isDpsInit(write) || op.payloadUsesValueFromOperand(write) ||
        op.getNumParallelLoops() != op.getNumLoops() ||
        !op.getMatchingIndexingMap(write).isPermutation())
      return;
    SmallVector<int64_t> arguments;
    for (BlockArgument argument : kernel.getArguments().take_front(result.getArgNumber()))
      if (argument.getType() == result.getType() && isElementwise(op, onlyAccess(argument), *write))
        arguments.push_back(argument.getArgNumber());
    if (!arguments.empty())
      kernel->setAttr(rlx::lir::kInPlaceAttr, Builder(kernel).getDenseI64ArrayAttr(arguments));
  }

  static bool isElementwise(linalg::LinalgOp op, OpOperand *read, OpOperand &write) {
    return read && read->getOwner() == op && op.isDpsInput(read) &&
           op.getMatchingIndexingMap(read) == op.getMatchingIndexingMap(&write) &&
           areAlike(read->get(), write.get());
  }
};

} // namespace
