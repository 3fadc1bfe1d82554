// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA target: PTX kernels for NVIDIA's GPUs, and host kernels of the CPU target for the rest.
// Its interface is in conversions/Target.h, and its docs in docs/targets/cuda.md. Compilation needs
// a device profile, neither a device nor NVIDIA's toolkit.
#ifndef RLX_CONVERSIONS_NVVM_CUDATARGET_H
#define RLX_CONVERSIONS_NVVM_CUDATARGET_H

#include "conversions/Target.h"

namespace rlx {

// The only instance.
const Target &cudaTarget();

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_CUDATARGET_H
