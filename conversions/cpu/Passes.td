// Passes of the CPU target.
#ifndef RLX_CONVERSIONS_CPU_PASSES_TD
#define RLX_CONVERSIONS_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def PackWeightsPass : FunctionPass<"rlx-pack-weights"> {
  let summary = "Legalise contractions with prepared weights to the CPU's packed forms";
  let description = [{
    The ops that rearrange weights depend on params only and end up in lir.prepare.
  }];
  let options = [
    Option<"features", "features", "std::string", "\"avx512f\"",
           "LLVM feature names of the CPU, separated by commas">
  ];
}

def TileKernelsPass : FunctionPass<"rlx-tile-kernels"> {
  let summary = "Tile a kernel's result into workgroups and fuse its producers";
  let description = [{
    The op that produces the kernel's result becomes an scf.forall over tiles; its producers are
    computed inside the tile. Records the kernel's estimated cost (`lir.cost`).
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DistributeToWorkgroupsPass : FunctionPass<"rlx-distribute-to-workgroups"> {
  let summary = "Make a bufferised kernel compute one workgroup";
  let description = [{
    Records `lir.grid` and `lir.workspace`. Allocations become pieces of the workspace argument.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def AddKernelEntriesPass : Pass<"rlx-add-kernel-entries", "::mlir::ModuleOp"> {
  let summary = "Add the functions of the kernel ABI";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def FinishKernelFunctionsPass : Pass<"rlx-finish-kernel-functions", "::mlir::ModuleOp"> {
  let summary = "Make kernel bodies internal and their pointers noalias";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CpuFastPathsPass : Pass<"rlx-cpu-fastpaths", "::mlir::ModuleOp"> {
  let summary = "Turn kernels of rlx ops that a CPU fast path takes into loops over vectors";
  let description = [{
    Offers every function with rlx ops to the fast paths of the CPU (conversions/fastpaths). A
    function that one takes comes out in the buffer form of kernels; the others stay as they are.
    What was taken and why not is told in remarks of category `rlx-cpu-fastpaths`.
  }];
  let options = [
    Option<"features", "features", "std::string", "\"avx512f\"",
           "LLVM feature names of the CPU, separated by commas">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::x86vector::X86VectorDialect"
  ];
}

#endif // RLX_CONVERSIONS_CPU_PASSES_TD
