// Passes over kernels that every target shares.
#ifndef RLX_CONVERSIONS_KERNEL_PASSES_TD
#define RLX_CONVERSIONS_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def FuseLinalgPass : FunctionPass<"rlx-fuse-linalg"> {
  let summary = "Fuse elementwise linalg ops, through reshapes of any sizes";
  let description = [{
    The patterns of `linalg-fuse-elementwise-ops`, and those that trace the sizes of results to
    operands.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def BufferizeKernelsPass : FunctionPass<"rlx-bufferize-kernels"> {
  let summary = "Give kernels their buffer form and bufferise their bodies";
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MarkInPlacePass : FunctionPass<"rlx-mark-in-place"> {
  let summary = "Find operands that a kernel of the generic route may overwrite with its result";
  let description = [{
    Records `lir.in_place`: the arguments that one elementwise op reads, at the places where it
    writes the result, and that nothing else in the kernel touches.
  }];
}

def LowerKernelLoopsPass : FunctionPass<"rlx-lower-kernel-loops"> {
  let summary = "Lower linalg on buffers and math functions to loops and arithmetic";
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::linalg::LinalgDialect"];
  let options = [
    Option<"fma", "fma", "bool", "true", "Whether math.fma rounds once on the target">,
    Option<"exp2", "exp2", "bool", "false",
           "Whether the target has math.exp2 of f32, good enough for what asks for it">
  ];
}

#endif // RLX_CONVERSIONS_KERNEL_PASSES_TD
