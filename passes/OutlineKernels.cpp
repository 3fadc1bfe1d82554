// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-outline-kernels`: turns a model function into a lir.program whose dispatches call
// outlined kernels.
//
//   func.func @main(%x: tensor<?x4xf32> {rlx.name = "x"}) -> tensor<?x4xf32> {
//     %0 = rlx.exp %x …
//   }
//   =>
//   lir.program @main symbols ["n"] … {
//     %x = lir.input "x" … ; %y = lir.output "…" …
//     lir.run { lir.dispatch @kernels_cpu::@exp_0 ins(%x) outs(%y) … }
//   }
//   module @kernels_cpu { func.func @exp_0(%x: tensor<?x4xf32>) -> tensor<?x4xf32> { rlx.exp … } }
//
// Kernels are still rlx ops on tensors; equal ones are merged before they are lowered. Ops that
// depend on params and constants only go to lir.prepare. Control flow stays on the host.
// KernelModule, ProgramBuilder and ProgramControlFlow do the work.
#include "passes/Passes.h"

#include "passes/ProgramBuilder.h"

namespace rlx {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct OutlineKernels : rlx::impl::OutlineKernelsPassBase<OutlineKernels> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions = functionsWithBodies(getOperation());
    KernelModule kernels(getOperation(), target);
    for (func::FuncOp function : functions) {
      if (failed(expectOneBlock(function)) ||
          failed(expectTensors(function, function.getArgumentTypes(), "argument")) ||
          failed(expectTensors(function, function.getResultTypes(), "result")))
        return signalPassFailure();
      FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
      if (failed(shapes) ||
          failed(ProgramBuilder(function, *shapes, kernels, {fuse, updateInPlace}).build()))
        return signalPassFailure();
      function.erase();
    }
  }

  static LogicalResult expectTensors(func::FuncOp function, TypeRange types, StringRef which) {
    for (auto [i, type] : llvm::enumerate(types))
      if (!isa<RankedTensorType>(type))
        return function.emitOpError("is a model, whose ")
               << which << "s are ranked tensors, but " << which << " #" << i << " has type "
               << type;
    return success();
  }
};

} // namespace
