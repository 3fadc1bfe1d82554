// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA kernels of a program, as packages hold them: an image of PTX modules, plus the machine
// code of kernels that run on the host.
//
// Decoding checks the frame of each kernel. The driver compiles PTX, or refuses it, when a
// kernel is loaded for a device.
#ifndef RLX_RUNTIME_CUDA_KERNEL_CUDAIMAGE_H
#define RLX_RUNTIME_CUDA_KERNEL_CUDAIMAGE_H

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/cuda/kernel/CudaKernel.h"
#include "runtime/program/model/KernelTable.h"

namespace rlx::rt {

// Raised when the layout changes. A decoder takes exactly its own version.
inline constexpr uint32_t kCudaImageVersion = 2;

// Kernel::target of these kernels.
inline constexpr std::string_view kCudaTarget = "cuda";

struct CudaImage {
  std::vector<CudaKernel> kernels; // unique names
  // A code image (cpu/CodeImage.h) of the host's kernels; empty if there are none.
  std::vector<uint8_t> hostCode;
};

StatusOr<std::vector<uint8_t>> encodeCudaImage(const CudaImage &image);

// Decodes an image. Untrusted bytes are safe: never crashes, never reads out of bounds, and never
// allocates more than a small multiple of `bytes`. DataLoss if it is damaged, Unsupported for
// another version.
StatusOr<CudaImage> decodeCudaImage(std::span<const uint8_t> bytes);

// Adds the kernels to `table`, the host's kernels too.
Status loadCudaImage(std::span<const uint8_t> bytes, KernelTable &table);
// The kernel with this name; null if there is none.
const CudaKernel *findCudaKernel(const KernelTable &table, std::string_view name);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CUDA_KERNEL_CUDAIMAGE_H
