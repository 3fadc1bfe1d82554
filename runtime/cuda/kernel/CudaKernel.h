// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between compiled CUDA kernels and the runtime. Bump kCudaAbiVersion on any change
// that the other side must know.
//
// A kernel is a PTX module with one entry "kernel". Its parameters, in this order:
//
//   operands   a pointer to global memory each, to the first byte (inputs, then outputs)
//   status     if the kernel uses it: a pointer to one 32-bit word, zero before the dispatch. A
//              kernel that fails sets it to an error word of KernelABI.h, by an unsigned maximum.
//   workspace  if the kernel uses it: a pointer to Command::workspace bytes for the whole dispatch,
//              contents undefined
//   dims       a 32-bit word each
//
// The grid counts thread blocks; the kernel fixes their size. Operands start at multiples of their
// element size, and of kOperandAlignment if the kernel needs that.
#ifndef RLX_RUNTIME_CUDA_KERNEL_CUDAKERNEL_H
#define RLX_RUNTIME_CUDA_KERNEL_CUDAKERNEL_H

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/device/KernelBindings.h"

namespace rlx::rt {

inline constexpr uint32_t kCudaAbiVersion = 1;
// The name of the entry in each module.
inline constexpr char kCudaEntry[] = "kernel";

struct CudaKernel : KernelBindings {
  std::string name;
  std::string ptx;
  uint32_t threads = 0; // of a block, in one dimension
  // One per operand: whether the kernel may read it.
  std::vector<uint8_t> reads;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_KERNEL_CUDAKERNEL_H
