// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between compiled CPU kernels and the runtime. Standalone C: generated code, the
// runtime and third parties may include it. Bump RLX_KERNEL_ABI_VERSION on any change that the
// other side must know.
//
// A kernel is called once per workgroup (x, y, z) of its grid, in any order and from any thread. It
// returns 0 for success or an error word (below). It never unwinds.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_KERNELABI_H
#define RLX_RUNTIME_PROGRAM_MODEL_KERNELABI_H

#include <stdint.h>

#define RLX_KERNEL_ABI_VERSION 2

typedef struct rlx_kernel_args {
  // Base pointers of all buffer operands, inputs first, then outputs. Row-major, contiguous,
  // aligned to 64 bytes unless the buffer is a view at an offset. A complex element is its real
  // part, then its imaginary part.
  void *const *buffers;
  // Sizes of all dynamic dimensions, operand by operand, left to right.
  const int64_t *dims;
  // Scratch memory of the size that the dispatch asked for. Private to the calling thread, aligned
  // to 64 bytes, contents undefined. Null if the dispatch asked for none.
  void *workspace;
} rlx_kernel_args;

typedef int32_t (*rlx_kernel_fn)(const rlx_kernel_args *args, uint32_t x, uint32_t y, uint32_t z);

enum {
  RLX_KERNEL_OK = 0,
  // An index operand (gather, …) is outside its axis. Detail: RLX_KERNEL_INDEX_DETAIL of the index,
  // or 0.
  RLX_KERNEL_INDEX_OUT_OF_RANGE = 1,
  RLX_KERNEL_SINGULAR_MATRIX = 2, // detail: the matrix's index in its batch
};

// An error word: a code and a detail in one positive int32. On a device, workgroups that share a
// status can set it in one atomic operation. A detail that is too large is clamped to the largest.
#define RLX_KERNEL_DETAIL_SHIFT 8
#define RLX_KERNEL_MAX_DETAIL 0x7FFFFF
#define RLX_KERNEL_ERROR(code, detail) ((code) | (int32_t)(detail) << RLX_KERNEL_DETAIL_SHIFT)
#define RLX_KERNEL_CODE(word) ((word) & ((1 << RLX_KERNEL_DETAIL_SHIFT) - 1))
#define RLX_KERNEL_DETAIL(word) ((word) >> RLX_KERNEL_DETAIL_SHIFT)
// Maps an index, which may be negative, to a detail that is not 0, and back.
#define RLX_KERNEL_INDEX_DETAIL(index) ((index) < 0 ? -2 * (index) : 2 * (index) + 1)
#define RLX_KERNEL_INDEX_OF(detail) ((detail) & 1 ? (detail) >> 1 : -((detail) >> 1))

#endif // RLX_RUNTIME_PROGRAM_MODEL_KERNELABI_H
