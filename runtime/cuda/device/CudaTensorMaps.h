// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps of a dispatch, by which the copy engine (TMA) reads operands.
#ifndef RLX_RUNTIME_CUDA_DEVICE_CUDATENSORMAPS_H
#define RLX_RUNTIME_CUDA_DEVICE_CUDATENSORMAPS_H

#include <span>

#include "runtime/cuda/device/CudaContext.h"
#include "runtime/cuda/kernel/CudaKernel.h"

namespace rlx::rt {

// The map of an operand at `address`, for these sizes of the dispatch. OutOfRange if the device has
// no such map: the copy engine counts elements by 32 bits.
StatusOr<CudaTensorMapWords> makeTensorMap(CudaContext &context, const CudaTensorMap &map,
                                           CudaPointer address, std::span<const int64_t> dims);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_DEVICE_CUDATENSORMAPS_H
