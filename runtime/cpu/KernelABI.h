// The contract between compiled CPU kernels and the runtime. Standalone C: generated code, the
// runtime and third parties may all include it. Bump RLX_KERNEL_ABI_VERSION on any change that one
// side would have to know of.
//
// A kernel is called once for every workgroup (x, y, z) of its grid, in any order and from any
// thread. It returns 0 for success or an error word (below); it never unwinds.
#ifndef RLX_RUNTIME_CPU_KERNELABI_H
#define RLX_RUNTIME_CPU_KERNELABI_H

#include <stdint.h>

#define RLX_KERNEL_ABI_VERSION 2

typedef struct rlx_kernel_args {
  // Base pointer of every buffer operand, inputs first, then outputs. Row-major, contiguous,
  // 64-byte aligned unless the buffer is a view at an offset. A complex number is its real part,
  // then its imaginary part.
  void *const *buffers;
  // The sizes of all dynamic dimensions, operand by operand, left to right.
  const int64_t *dims;
  // Scratch of the size that the dispatch asked for, private to the calling thread, 64-byte
  // aligned, contents undefined. Null when the dispatch asked for none.
  void *workspace;
} rlx_kernel_args;

typedef int32_t (*rlx_kernel_fn)(const rlx_kernel_args *args, uint32_t x, uint32_t y, uint32_t z);

enum {
  RLX_KERNEL_OK = 0,
  // An index operand (gather, …) points outside its axis; detail: RLX_KERNEL_INDEX_DETAIL of the
  // index, or 0.
  RLX_KERNEL_INDEX_OUT_OF_RANGE = 1,
  RLX_KERNEL_SINGULAR_MATRIX = 2, // detail: the number of the matrix in its batch
};

// An error word: a code and a detail. All that is said about a failure is one positive word, which
// a device whose workgroups share a status can set in one atomic operation. A detail that is too
// large is given as the largest.
#define RLX_KERNEL_DETAIL_SHIFT 8
#define RLX_KERNEL_MAX_DETAIL 0x7FFFFF
#define RLX_KERNEL_ERROR(code, detail) ((code) | (int32_t)(detail) << RLX_KERNEL_DETAIL_SHIFT)
#define RLX_KERNEL_CODE(word) ((word) & ((1 << RLX_KERNEL_DETAIL_SHIFT) - 1))
#define RLX_KERNEL_DETAIL(word) ((word) >> RLX_KERNEL_DETAIL_SHIFT)
// An index, which may be negative, as a detail that is not 0, and the other way around.
#define RLX_KERNEL_INDEX_DETAIL(index) ((index) < 0 ? -2 * (index) : 2 * (index) + 1)
#define RLX_KERNEL_INDEX_OF(detail) ((detail) & 1 ? (detail) >> 1 : -((detail) >> 1))

#endif // RLX_RUNTIME_CPU_KERNELABI_H
