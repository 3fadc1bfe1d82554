// The contract between compiled CPU kernels and the runtime. Standalone C: generated code, the
// runtime and third parties may all include it. Bump RLX_KERNEL_ABI_VERSION on any change.
//
// A kernel is called once for every workgroup (x, y, z) of its grid, in any order and from any
// thread. It returns 0 for success or one of the RLX_KERNEL_* codes below; it never unwinds.
#ifndef RLX_RUNTIME_CPU_KERNELABI_H
#define RLX_RUNTIME_CPU_KERNELABI_H

#include <stdint.h>

#define RLX_KERNEL_ABI_VERSION 1

typedef struct rlx_kernel_args {
  // Base pointer of every buffer operand, inputs first, then outputs. Row-major, contiguous,
  // 64-byte aligned unless the buffer is a view at an offset.
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
  RLX_KERNEL_INDEX_OUT_OF_RANGE = 1, // an index operand (gather, …) points outside its axis
};

#endif // RLX_RUNTIME_CPU_KERNELABI_H
