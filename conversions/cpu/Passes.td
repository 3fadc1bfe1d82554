// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the CPU target, in pipeline order (conversions/cpu/target/CpuTarget.cpp): phases
// decompose, linalg, bufferize and target.
#ifndef RLX_CONVERSIONS_CPU_PASSES_TD
#define RLX_CONVERSIONS_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def PackWeightsPass : FunctionPass<"rlx-pack-weights"> {
  let summary = "Rewrite matmuls and convolutions with prepared weights as packed ops";
  let description = [{
    A matmul or convolution whose weights depend on params only becomes an op on packed weights,
    whose layout fits the registers of the CPU. For example, `rlx.matmul` becomes
    `rlx.matmul_packed`. The ops that rearrange the weights depend on params only, so they become
    part of `lir.prepare` and run once. Remarks of category `rlx-pack-weights` give the packed op,
    or the reason why there is none.

    A filter that is data becomes panels in each run. Other right operands that are data are packed
    by the kernels, so the pass only brings them into an order that these read: it absorbs
    transposes, and transposes the operands of `rlx.dot_general`.
  }];
  let options = [
    Option<"features", "features", "std::string", "\"avx512f\"",
           "LLVM feature names of the CPU, separated by commas">
  ];
}

def CpuFastPathsPass : Pass<"rlx-cpu-fastpaths", "::mlir::ModuleOp"> {
  let summary = "Lower kernels with a fast path to loops over vectors";
  let description = [{
    Offers every function with rlx ops to the fast paths of the CPU (conversions/cpu). A function
    that one of them takes gets the buffer form of kernels. The others stay as they are and take the
    generic route. Remarks of category `rlx-cpu-fastpaths` name the fast path, or give the reason
    why there is none.
  }];
  let options = [
    Option<"features", "features", "std::string", "\"avx512f\"",
           "LLVM feature names of the CPU, separated by commas">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::x86vector::X86VectorDialect", "::rlx::lir::LIRDialect"
  ];
}

def CollapseDimsPass : FunctionPass<"rlx-collapse-dims"> {
  let summary = "Collapse adjacent dimensions of kernels with reductions";
  let description = [{
    If all linalg ops of a kernel on tensors treat two adjacent dimensions alike, these become one.
    The innermost loop, which LLVM vectorizes, becomes longer. Kernels without a reduction stay as
    they are.

    ```mlir
    // dims 0 and 1 are kept, dims 2 and 3 are reduced
    %r = linalg.generic … ins(%x : tensor<8x256x14x14xf32>) outs(%i : tensor<8x256x1x1xf32>)
    // becomes
    %c = tensor.collapse_shape %x [[0, 1], [2, 3]] : … into tensor<2048x196xf32>
    %s = linalg.generic … ins(%c : tensor<2048x196xf32>) outs(%j : tensor<2048x1xf32>)
    %r = tensor.expand_shape %s [[0, 1], [2, 3]] … : … into tensor<8x256x1x1xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def HoistReciprocalsPass : FunctionPass<"rlx-hoist-reciprocals"> {
  let summary = "Divide rows by multiplying with a reciprocal";
  let description = [{
    In elementwise ops of f32, a division by a value that does not depend on the innermost loop
    becomes a multiplication by its reciprocal, which LLVM computes outside of the loop. Divisions
    that must be correctly rounded (`lir.rounded`) stay.

    ```mlir
    %q = arith.divf %e, %sum : f32
    // becomes
    %r = arith.divf %one, %sum : f32
    %q = arith.mulf %e, %r : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileKernelsPass : FunctionPass<"rlx-tile-kernels"> {
  let summary = "Tile the result of a kernel to workgroups and fuse its producers";
  let description = [{
    The op that produces the result becomes an scf.forall over tiles, and its producers are computed
    inside the tile. Records the estimated cost (`lir.cost`).
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DistributeToWorkgroupsPass : FunctionPass<"rlx-distribute-to-workgroups"> {
  let summary = "Distribute a bufferized kernel to workgroups";
  let description = [{
    The scf.forall of the kernel becomes its body for one workgroup. Allocations become slices of
    the workspace argument. Records `lir.grid` and `lir.workspace`.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def CastReshapesPass : FunctionPass<"rlx-cast-reshapes"> {
  let summary = "Turn reshapes of contiguous buffers into casts";
  let description = [{
    An access of a reshaped buffer stays an access by its own indices. Folded into the source it
    would divide the index by sizes, and LLVM would not vectorize the loop.

    ```mlir
    %0 = memref.collapse_shape %x [[0, 1]] : memref<?x8xf32> into memref<?xf32>
    // becomes
    %0 = memref.reinterpret_cast %x to offset: [0], sizes: [%size], strides: [1]
        : memref<?x8xf32> to memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def AddKernelEntriesPass : Pass<"rlx-add-kernel-entries", "::mlir::ModuleOp"> {
  let summary = "Add the entry functions of the kernel ABI";
  let description = [{
    Adds to each kernel the function that the runtime calls (runtime/program/model/KernelABI.h). It builds the
    memref descriptors from the argument block, calls the kernel and returns its status. The kernel
    becomes private as `NAME.body`, and the entry takes its name.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}

def FinishKernelFunctionsPass : Pass<"rlx-finish-kernel-functions", "::mlir::ModuleOp"> {
  let summary = "Make kernel bodies internal and their pointers noalias";
  let description = [{
    Runs on the LLVM dialect, after all conversions. Only the entries stay visible to the linker,
    and LLVM may assume that buffers do not overlap.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // RLX_CONVERSIONS_CPU_PASSES_TD
