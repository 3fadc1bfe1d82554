// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-compute-in-place`: lets dispatches write their result over an operand that is not
// read again.
//
//   lir.dispatch @relu(%a) -> (%b)      ->      lir.dispatch @relu(%a) -> (%a)
//   lir.dispatch @use(%b)  -> (%c)              lir.dispatch @use(%a)  -> (%c)
//
// A kernel names the operands for which that is right (lir.in_place). It then reads the result's
// argument instead of its own, so no memory is reached through two pointers. The change affects
// every dispatch of the kernel, so all of them must allow it.
#include "conversions/program/Passes.h"

#include "conversions/program/BufferUses.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace rlx {
#define GEN_PASS_DEF_COMPUTEINPLACEPASS
#include "conversions/program/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using rlx::lir::DispatchOp;

namespace {

// Whether it is a temporary that only commands of one list access. These run in order.
bool isTemporaryOf(const rlx::BufferUses &uses, Block *list) {
  auto alloc = uses.root.getDefiningOp<rlx::lir::AllocOp>();
  return alloc && !alloc.getPersistent() &&
         llvm::all_of(uses.commands, [&](Operation *op) { return op->getBlock() == list; });
}

AffineMapAttr sizesOf(Value buffer) {
  return buffer.getDefiningOp()->getAttrOfType<AffineMapAttr>("sizes");
}

// Whether the buffer starts at the beginning of its root, at a fixed offset.
bool isWhole(Value buffer) {
  for (; auto view = buffer.getDefiningOp<rlx::lir::ViewOp>(); buffer = view.getSource()) {
    auto offset = dyn_cast<AffineConstantExpr>(view.getOffset().getResult(0));
    if (!offset || offset.getValue() != 0)
      return false;
  }
  return true;
}

// Whether nothing reads `operand` after the dispatch and nothing uses the result, which has the
// same size, before it.
bool mayShare(DispatchOp dispatch, Value operand) {
  if (dispatch.getOutputs().size() != 1)
    return false;
  Value result = dispatch.getOutputs().front();
  auto alloc = result.getDefiningOp<rlx::lir::AllocOp>();
  if (!alloc || operand.getType() != result.getType() || !isWhole(operand) ||
      !operand.getDefiningOp()->isBeforeInBlock(alloc) || sizesOf(operand) != sizesOf(result))
    return false;
  rlx::BufferUses from(operand), to(result);
  Block *list = dispatch->getBlock();
  return isTemporaryOf(from, list) && isTemporaryOf(to, list) &&
         llvm::count(from.commands, dispatch.getOperation()) == 1 &&
         llvm::all_of(from.commands,
                      [&](Operation *op) { return !dispatch->isBeforeInBlock(op); }) &&
         llvm::all_of(to.commands, [&](Operation *op) { return !op->isBeforeInBlock(dispatch); });
}

struct ComputeInPlace : rlx::impl::ComputeInPlacePassBase<ComputeInPlace> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    llvm::MapVector<func::FuncOp, SmallVector<DispatchOp>> dispatches;
    getOperation().walk([&](DispatchOp op) {
      if (auto kernel = symbols.lookupSymbolIn<func::FuncOp>(getOperation(), op.getKernel()))
        dispatches[kernel].push_back(op);
    });
    for (auto &[kernel, list] : dispatches) {
      auto arguments = kernel->getAttrOfType<DenseI64ArrayAttr>(rlx::lir::kInPlaceAttr);
      if (!arguments || kernel.isExternal())
        continue;
      for (int64_t argument : arguments.asArrayRef()) {
        if (failed(verify(kernel, argument)))
          return signalPassFailure();
        if (share(kernel, argument, list))
          break; // the result has one location
      }
      kernel->removeAttr(rlx::lir::kInPlaceAttr);
    }
  }

  static unsigned resultOf(func::FuncOp kernel) {
    return kernel.getNumArguments() - rlx::lir::kKernelContextArguments - 1;
  }

  static LogicalResult verify(func::FuncOp kernel, int64_t argument) {
    unsigned count = kernel.getNumArguments();
    if (count <= rlx::lir::kKernelContextArguments || argument < 0 ||
        argument >= resultOf(kernel) ||
        kernel.getArgument(argument).getType() != kernel.getArgument(resultOf(kernel)).getType())
      return kernel.emitOpError("expects '")
             << rlx::lir::kInPlaceAttr << "' to name operands of the result's type, but got "
             << argument;
    return success();
  }

  static bool share(func::FuncOp kernel, int64_t argument, ArrayRef<DispatchOp> dispatches) {
    // Dispatches have no operands for index arguments.
    auto operand =
        llvm::count_if(kernel.getArgumentTypes().take_front(argument), llvm::IsaPred<MemRefType>);
    if (!llvm::all_of(dispatches, [&](DispatchOp dispatch) {
          return mayShare(dispatch, dispatch.getInputs()[operand]);
        }))
      return false;
    kernel.getArgument(argument).replaceAllUsesWith(kernel.getArgument(resultOf(kernel)));
    for (DispatchOp dispatch : dispatches) {
      Value result = dispatch.getOutputs().front();
      result.replaceAllUsesWith(dispatch.getInputs()[operand]);
      result.getDefiningOp()->erase();
    }
    return true;
  }
};

} // namespace
