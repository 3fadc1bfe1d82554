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
//   maps       a CUtensorMap of 128 bytes each, by value: tensors that the copy engine (TMA) reads
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

inline constexpr uint32_t kCudaAbiVersion = 2;
// The name of the entry in each module.
inline constexpr char kCudaEntry[] = "kernel";

// One dimension of a tensor map: its size is `factor` times those of the kernel's dims that it
// names, and a copy takes `box` elements of it.
struct CudaTensorDim {
  uint64_t factor = 1;
  std::vector<uint32_t> dims; // numbers of the kernel's dims
  uint32_t box = 1;
};

// A contiguous operand as the copy engine reads it, in boxes that are swizzled by 128 bytes in
// shared memory. Elements outside of the tensor are read as zero.
struct CudaTensorMap {
  static constexpr uint32_t kMaxDims = 5, kMaxBox = 256, kSwizzleBytes = 128;

  uint32_t operand = 0;
  uint32_t elementBytes = 0;       // 1, 2, 4 or 8
  std::vector<CudaTensorDim> dims; // the fastest first; its box has 128 bytes
};

struct CudaKernel : KernelBindings {
  std::string name;
  std::string ptx;
  uint32_t threads = 0;     // of a block, in one dimension
  uint32_t sharedBytes = 0; // shared memory that the launch adds to the kernel's own
  std::vector<CudaTensorMap> maps;
  // One per operand: whether the kernel may read it.
  std::vector<uint8_t> reads;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_KERNEL_CUDAKERNEL_H
