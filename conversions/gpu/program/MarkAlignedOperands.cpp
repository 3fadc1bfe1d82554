// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-mark-aligned-operands: marks kernels whose operands all begin at multiples of 16 bytes
// (rt::kOperandAlignment) in every dispatch, so that they may load vectors. Buffers begin at such
// addresses. Views of buffers may not: for example, a row of 5 f32 begins at 20 bytes.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/program/KernelModule.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/base/Allocator.h"
#include "runtime/device/KernelBindings.h"

namespace rlx {
#define GEN_PASS_DEF_MARKALIGNEDOPERANDSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

static_assert(rlx::rt::kBufferAlignment % rlx::rt::kOperandAlignment == 0);

bool isAligned(Value buffer) {
  for (; auto view = buffer.getDefiningOp<lir::ViewOp>(); buffer = view.getSource())
    if (!view.getOffset().getResult(0).isMultipleOf(rlx::rt::kOperandAlignment))
      return false;
  return true;
}

struct MarkAlignedOperands : rlx::impl::MarkAlignedOperandsPassBase<MarkAlignedOperands> {
  using MarkAlignedOperandsPassBase::MarkAlignedOperandsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    DenseSet<StringAttr> dispatched, unaligned;
    getOperation().walk([&](lir::DispatchOp dispatch) {
      if (dispatch.getKernel().getRootReference() != kernels->getSymNameAttr())
        return;
      StringAttr kernel = dispatch.getKernel().getLeafReference();
      dispatched.insert(kernel);
      if (!llvm::all_of(dispatch.getInputs(), isAligned) ||
          !llvm::all_of(dispatch.getOutputs(), isAligned))
        unaligned.insert(kernel);
    });
    for (func::FuncOp kernel : rlx::functionsWithBodies(*kernels))
      if (dispatched.contains(kernel.getNameAttr()) && !unaligned.contains(kernel.getNameAttr()))
        kernel->setAttr(rlx::kAlignedAttr, UnitAttr::get(&getContext()));
  }
};

} // namespace
