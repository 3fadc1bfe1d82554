// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodes tensor maps by the driver; see CudaTensorMaps.h.
#include "runtime/cuda/device/CudaTensorMaps.h"

#include <algorithm>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

namespace {

// The type of the map only sets the width of an element: nothing computes with it.
int typeOfBytes(uint32_t bytes) {
  switch (bytes) {
  case 1:
    return kCudaMapBytes;
  case 2:
    return kCudaMapHalves;
  case 4:
    return kCudaMapWords;
  default:
    return kCudaMapDoubles;
  }
}

constexpr uint64_t kMaxSize = uint64_t(1) << 32, kMaxStride = uint64_t(1) << 40;

// No size may be zero. A kernel does not read an empty operand, so any other size will do.
StatusOr<uint64_t> sizeOf(const CudaTensorDim &dim, std::span<const int64_t> dims) {
  uint64_t size = std::max<uint64_t>(dim.factor, 1);
  for (const uint32_t number : dim.dims)
    if (__builtin_mul_overflow(size, std::max<int64_t>(dims[number], 1), &size))
      size = kMaxSize + 1;
  if (size > kMaxSize)
    return outOfRange(strCat("a tensor has ", size, " rows, more than kernels for CUDA can count"));
  return size;
}

} // namespace

StatusOr<CudaTensorMapWords> makeTensorMap(CudaContext &context, const CudaTensorMap &map,
                                           CudaPointer address, std::span<const int64_t> dims) {
  uint64_t sizes[CudaTensorMap::kMaxDims], strides[CudaTensorMap::kMaxDims];
  unsigned box[CudaTensorMap::kMaxDims], steps[CudaTensorMap::kMaxDims];
  uint64_t bytes = map.elementBytes;
  for (size_t i = 0; i < map.dims.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(sizes[i], sizeOf(map.dims[i], dims));
    box[i] = map.dims[i].box;
    steps[i] = 1;
    if (__builtin_mul_overflow(bytes, sizes[i], &bytes) ||
        (i + 1 < map.dims.size() && bytes >= kMaxStride))
      return outOfRange("a tensor is larger than kernels for CUDA can address");
    strides[i] = bytes; // from one row to the next: those of the fastest dimension have none
  }
  CudaTensorMapWords words{};
  const CudaResult result = context.api().cuTensorMapEncodeTiled(
      &words, typeOfBytes(map.elementBytes), static_cast<unsigned>(map.dims.size()), address, sizes,
      strides, box, steps, 0, kCudaMapSwizzle128, kCudaMapPromote128, 0);
  if (result != kCudaSuccess)
    return context.failure(result, "describing a tensor for");
  return words;
}

} // namespace rlx::rt
