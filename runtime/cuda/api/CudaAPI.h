// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of NVIDIA's driver that the runtime calls, loaded from libcuda.so.1 on first use.
//
// The declarations follow the driver API's documented ABI, so a build needs no CUDA header. A
// process that never asks for a CUDA device does not load the library, and a machine without it
// works.
#ifndef RLX_RUNTIME_CUDA_API_CUDAAPI_H
#define RLX_RUNTIME_CUDA_API_CUDAAPI_H

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string_view>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

using CudaResult = int;
using CudaOrdinal = int;                // CUdevice
using CudaPointer = uint64_t;           // CUdeviceptr
using CudaHandle = struct CudaOpaque *; // a context, module, function, stream, event, graph or node

inline constexpr CudaResult kCudaSuccess = 0, kCudaOutOfMemory = 2, kCudaNoDevice = 100,
                            kCudaNotReady = 600;

// Members of CUdevice_attribute.
enum CudaAttribute : int {
  kCudaMaxThreads = 1,
  kCudaMaxBlockX = 2,
  kCudaMaxBlockY = 3,
  kCudaMaxBlockZ = 4,
  kCudaMaxGridX = 5,
  kCudaMaxGridY = 6,
  kCudaMaxGridZ = 7,
  kCudaSharedBytes = 8,
  kCudaWarpSize = 10,
  kCudaMultiprocessors = 16,
  kCudaComputeMajor = 75,
  kCudaComputeMinor = 76,
};
// Members of CUfunction_attribute, CUjit_option, CUevent_flags, CUstream_flags, CUmemorytype.
inline constexpr int kCudaFunctionMaxThreads = 0, kCudaFunctionDynamicShared = 8;
inline constexpr int kCudaJitErrorLog = 5, kCudaJitErrorLogBytes = 6;
inline constexpr unsigned kCudaEventUntimed = 2, kCudaStreamNonBlocking = 1;
inline constexpr unsigned kCudaHostPortable = 1, kCudaHostMapped = 2;
inline constexpr int kCudaUnifiedMemory = 4;
// Members of CUtensorMapDataType, CUtensorMapSwizzle, CUtensorMapL2promotion.
inline constexpr int kCudaMapBytes = 0, kCudaMapHalves = 1, kCudaMapWords = 2, kCudaMapDoubles = 4;
inline constexpr int kCudaMapSwizzle128 = 3, kCudaMapPromote128 = 2;

// CUtensorMap.
struct alignas(64) CudaTensorMapWords {
  uint64_t words[16];
};

// CUDA_KERNEL_NODE_PARAMS, version 1.
struct CudaKernelNode {
  CudaHandle function;
  unsigned grid[3], block[3], sharedBytes;
  void **parameters, **extra;
};

// CUDA_MEMCPY3D.
struct CudaCopyEnd {
  size_t x, y, z, level;
  int memoryType;
  void *host;
  CudaPointer device;
  CudaHandle array;
  void *reserved;
  size_t pitch, height;
};
struct CudaCopyNode {
  CudaCopyEnd from, to;
  size_t width, height, depth;
};

#define RLX_CUDA_FUNCTIONS(X)                                                                      \
  X(cuInit, "cuInit", (unsigned flags))                                                            \
  X(cuDriverGetVersion, "cuDriverGetVersion", (int *version))                                      \
  X(cuDeviceGetCount, "cuDeviceGetCount", (int *count))                                            \
  X(cuDeviceGet, "cuDeviceGet", (CudaOrdinal * device, int number))                                \
  X(cuDeviceGetName, "cuDeviceGetName", (char *name, int bytes, CudaOrdinal device))               \
  X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *bytes, CudaOrdinal device))                  \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int *value, int name, CudaOrdinal device))      \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain",                                          \
    (CudaHandle * context, CudaOrdinal device))                                                    \
  X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CudaOrdinal device))               \
  X(cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset_v2", (CudaOrdinal device))                   \
  X(cuCtxSetCurrent, "cuCtxSetCurrent", (CudaHandle context))                                      \
  X(cuModuleLoadDataEx, "cuModuleLoadDataEx",                                                      \
    (CudaHandle * module, const void *image, unsigned count, int *options, void **values))         \
  X(cuModuleUnload, "cuModuleUnload", (CudaHandle module))                                         \
  X(cuModuleGetFunction, "cuModuleGetFunction",                                                    \
    (CudaHandle * function, CudaHandle module, const char *name))                                  \
  X(cuFuncGetAttribute, "cuFuncGetAttribute", (int *value, int name, CudaHandle function))         \
  X(cuFuncSetAttribute, "cuFuncSetAttribute", (CudaHandle function, int name, int value))          \
  X(cuTensorMapEncodeTiled, "cuTensorMapEncodeTiled",                                              \
    (CudaTensorMapWords * map, int elementType, unsigned rank, CudaPointer address,                \
     const uint64_t *sizes, const uint64_t *strides, const unsigned *box, const unsigned *steps,   \
     int interleave, int swizzle, int promotion, int fill))                                        \
  X(cuLaunchKernel, "cuLaunchKernel",                                                              \
    (CudaHandle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,         \
     unsigned blockY, unsigned blockZ, unsigned sharedBytes, CudaHandle stream, void **parameters, \
     void **extra))                                                                                \
  X(cuMemAlloc, "cuMemAlloc_v2", (CudaPointer * pointer, size_t bytes))                            \
  X(cuMemFree, "cuMemFree_v2", (CudaPointer pointer))                                              \
  X(cuMemHostAlloc, "cuMemHostAlloc", (void **pointer, size_t bytes, unsigned flags))              \
  X(cuMemFreeHost, "cuMemFreeHost", (void *pointer))                                               \
  X(cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2",                                     \
    (CudaPointer * pointer, void *host, unsigned flags))                                           \
  X(cuMemcpyAsync, "cuMemcpyAsync",                                                                \
    (CudaPointer to, CudaPointer from, size_t bytes, CudaHandle stream))                           \
  X(cuStreamCreate, "cuStreamCreate", (CudaHandle * stream, unsigned flags))                       \
  X(cuStreamDestroy, "cuStreamDestroy_v2", (CudaHandle stream))                                    \
  X(cuStreamSynchronize, "cuStreamSynchronize", (CudaHandle stream))                               \
  X(cuEventCreate, "cuEventCreate", (CudaHandle * event, unsigned flags))                          \
  X(cuEventDestroy, "cuEventDestroy_v2", (CudaHandle event))                                       \
  X(cuEventRecord, "cuEventRecord", (CudaHandle event, CudaHandle stream))                         \
  X(cuEventQuery, "cuEventQuery", (CudaHandle event))                                              \
  X(cuEventElapsedTime, "cuEventElapsedTime",                                                      \
    (float *milliseconds, CudaHandle begin, CudaHandle end))                                       \
  X(cuGraphCreate, "cuGraphCreate", (CudaHandle * graph, unsigned flags))                          \
  X(cuGraphDestroy, "cuGraphDestroy", (CudaHandle graph))                                          \
  X(cuGraphAddKernelNode, "cuGraphAddKernelNode",                                                  \
    (CudaHandle * node, CudaHandle graph, const CudaHandle *after, size_t count,                   \
     const CudaKernelNode *what))                                                                  \
  X(cuGraphAddMemcpyNode, "cuGraphAddMemcpyNode",                                                  \
    (CudaHandle * node, CudaHandle graph, const CudaHandle *after, size_t count,                   \
     const CudaCopyNode *what, CudaHandle context))                                                \
  X(cuGraphAddEmptyNode, "cuGraphAddEmptyNode",                                                    \
    (CudaHandle * node, CudaHandle graph, const CudaHandle *after, size_t count))                  \
  X(cuGraphInstantiate, "cuGraphInstantiateWithFlags",                                             \
    (CudaHandle * exec, CudaHandle graph, unsigned long long flags))                               \
  X(cuGraphUpload, "cuGraphUpload", (CudaHandle exec, CudaHandle stream))                          \
  X(cuGraphLaunch, "cuGraphLaunch", (CudaHandle exec, CudaHandle stream))                          \
  X(cuGraphExecDestroy, "cuGraphExecDestroy", (CudaHandle exec))                                   \
  X(cuGetErrorName, "cuGetErrorName", (CudaResult result, const char **name))                      \
  X(cuGetErrorString, "cuGetErrorString", (CudaResult result, const char **text))

// Threads: immutable once loaded.
struct CudaAPI {
  // Loads the library once per process and initializes the driver. NotFound says why there is no
  // CUDA on this machine.
  static StatusOr<const CudaAPI *> get();

#define RLX_CUDA_MEMBER(NAME, SYMBOL, PARAMETERS) CudaResult(*NAME) PARAMETERS = nullptr;
  RLX_CUDA_FUNCTIONS(RLX_CUDA_MEMBER)
#undef RLX_CUDA_MEMBER

  // The error of a failed call, with the driver's name and text of the code. Memory
  // errors become OutOfMemory, codes after which the context is of no use Unavailable.
  Status error(CudaResult result, std::string_view what,
               std::source_location where = std::source_location::current()) const;
  // Whether no later call in the context can succeed.
  static bool losesContext(CudaResult result);
};

} // namespace rlx::rt

// Returns the error of a CudaResult expression from a function that returns Status or StatusOr.
#define RLX_CUDA_RETURN_IF_ERROR(api, expression, what)                                            \
  do {                                                                                             \
    if (const ::rlx::rt::CudaResult rlxResult = (expression);                                      \
        rlxResult != ::rlx::rt::kCudaSuccess)                                                      \
      return (api).error(rlxResult, what);                                                         \
  } while (false)

#endif // RLX_RUNTIME_CUDA_API_CUDAAPI_H
