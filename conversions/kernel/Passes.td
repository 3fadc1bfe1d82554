// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes over kernels that every target shares, in pipeline order: phases linalg, bufferize and
// target.
#ifndef RLX_CONVERSIONS_KERNEL_PASSES_TD
#define RLX_CONVERSIONS_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def FuseLinalgPass : FunctionPass<"rlx-fuse-linalg"> {
  let summary = "Fuse elementwise linalg ops, also through reshapes of dynamic sizes";
  let description = [{
    Runs the patterns of `linalg-fuse-elementwise-ops`, and patterns that compute the sizes of
    results from operands. So reshapes of dynamic sizes do not stop fusion.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def BufferizeKernelsPass : FunctionPass<"rlx-bufferize-kernels"> {
  let summary = "Convert kernels to their buffer form and bufferize their bodies";
  let description = [{
    Results become arguments. A workspace, the status and three coordinates are added behind them.
    For example, `(tensor<?xf32>) -> tensor<?xf32>` becomes a function of two memrefs and these
    arguments.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MarkInPlacePass : FunctionPass<"rlx-mark-in-place"> {
  let summary = "Mark operands that a kernel may overwrite with its result";
  let description = [{
    Records `lir.in_place`, the arguments that `rlx-compute-in-place` may share with the result. One
    elementwise op reads such an argument at the indices where it writes the result, and no other op
    in the kernel uses it. For example, the operands of an addition qualify. Fast paths mark their
    own.
  }];
}

def LowerKernelLoopsPass : FunctionPass<"rlx-lower-kernel-loops"> {
  let summary = "Lower linalg on buffers and math functions to loops and arithmetic";
  let description = [{
    linalg ops and copies become scf.for loops, math functions become polynomials, and bf16
    arithmetic becomes f32 arithmetic. LLVM vectorizes the loops later.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::linalg::LinalgDialect"];
  let options = [
    Option<"fma", "fma", "bool", "true", "Whether math.fma rounds once on the target">,
    Option<"exp2", "exp2", "bool", "false",
           "Whether the target computes math.exp2 of f32 accurately enough">
  ];
}

#endif // RLX_CONVERSIONS_KERNEL_PASSES_TD
