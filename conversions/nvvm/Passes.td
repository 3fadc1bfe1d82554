// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the CUDA target that know NVVM (CudaTarget.cpp): phase target.
#ifndef RLX_CONVERSIONS_NVVM_PASSES_TD
#define RLX_CONVERSIONS_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertToNvvmPass : Pass<"rlx-convert-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "Convert each kernel to a module in the LLVM and NVVM dialects";
  let description = [{
    Takes kernels on flat buffers (`rlx-flatten-buffers`) without structured control flow. Each one
    becomes a `gpu.module` with one `llvm.func`, whose parameters are those of
    runtime/cuda/kernel/CudaKernel.h. Shared memory becomes globals of address space 3. Indices have
    32 bits and are unsigned in addresses. For example, `memref.load %x[%i]` becomes a
    `llvm.getelementptr` and a `llvm.load` of address space 1.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::gpu::GPUDialect"];
}

#endif // RLX_CONVERSIONS_NVVM_PASSES_TD
