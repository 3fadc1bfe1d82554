// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of the CUDA target: PTX for the runtime, by LLVM's NVPTX back end. The format of the
// image is in runtime/cuda/kernel/CudaImage.h.
#ifndef RLX_CONVERSIONS_NVVM_EMITPTX_H
#define RLX_CONVERSIONS_NVVM_EMITPTX_H

#include "conversions/Target.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// The lowest compute capability for which code is generated.
inline constexpr uint32_t kMinComputeMajor = 8;

// On a kernel's module: a boolean per operand, whether the kernel may read it.
inline constexpr llvm::StringLiteral kReadsAttr = "lir.reads";

// On kernels and their modules: they need instructions of one architecture (sm_90a), which no later
// one has.
inline constexpr llvm::StringLiteral kArchitectureAttr = "lir.architecture";
// On a kernel's module: the shared memory that a launch adds, and the tensor maps in the order of
// the parameters (lowering/KernelAbi.h).
inline constexpr llvm::StringLiteral kSharedBytesAttr = "lir.shared_bytes";
inline constexpr llvm::StringLiteral kTensorMapsAttr = "lir.tensor_maps";

// Compiles each gpu.module of `kernels` (rlx-convert-to-nvvm) for the profile's compute capability.
// Code of one capability runs on all later ones, unless the profile has `wgmma`. With `keepForms`
// the result has the text of all modules too. Fails if LLVM refuses a module.
llvm::Expected<TargetCode> emitPtx(mlir::ModuleOp kernels, const rt::DeviceProfile &profile,
                                   bool keepForms, bool verify);

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_EMITPTX_H
