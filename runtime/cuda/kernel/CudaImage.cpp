// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout: magic, layout version, kernel ABI version, the kernels, the host's code image. Numbers
// are little-endian. Strings and lists start with their length.
#include "runtime/cuda/kernel/CudaImage.h"

#include <algorithm>
#include <bit>

#include "runtime/base/ByteStream.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CodeImage.h"

namespace rlx::rt {

namespace {

constexpr uint64_t kCudaImageMagic = 0x0A41445543584C52; // "RLXCUDA\n"
// Far more than any dispatch has, and the most threads of a block on any device.
constexpr uint32_t kMaxScalars = 1 << 20, kMaxThreads = 1024, kMaxSharedBytes = 1 << 20;

Status checkMap(const CudaKernel &kernel, const CudaTensorMap &map) {
  const auto damaged = [&](std::string_view what) {
    return dataLoss(strCat("a tensor map of kernel '", kernel.name, "' ", what));
  };
  if (map.operand >= kernel.operands)
    return damaged("is of an operand that it does not have");
  if (map.elementBytes == 0 || map.elementBytes > sizeof(uint64_t) ||
      !std::has_single_bit(map.elementBytes))
    return damaged(strCat("has elements of ", map.elementBytes, " bytes"));
  if (map.dims.empty() || map.dims.size() > CudaTensorMap::kMaxDims)
    return damaged(strCat("has ", map.dims.size(), " dimensions"));
  for (const CudaTensorDim &dim : map.dims) {
    if (dim.box == 0 || dim.box > CudaTensorMap::kMaxBox)
      return damaged(strCat("has a box of ", dim.box));
    if (std::ranges::any_of(dim.dims, [&](uint32_t number) { return number >= kernel.dims; }))
      return damaged("has a size that is not of the kernel");
  }
  if (map.dims.front().box * map.elementBytes != CudaTensorMap::kSwizzleBytes)
    return damaged("has rows that are not of 128 bytes");
  return okStatus();
}

Status checkCudaKernel(const CudaKernel &kernel) {
  if (kernel.operands > kMaxScalars || kernel.dims > kMaxScalars)
    return dataLoss(strCat("kernel '", kernel.name, "' has too many operands or dims"));
  if (kernel.threads == 0 || kernel.threads > kMaxThreads)
    return dataLoss(
        strCat("kernel '", kernel.name, "' has blocks of ", kernel.threads, " threads"));
  if (kernel.sharedBytes > kMaxSharedBytes)
    return dataLoss(
        strCat("kernel '", kernel.name, "' has ", kernel.sharedBytes, " bytes of shared memory"));
  for (const CudaTensorMap &map : kernel.maps)
    RLX_RETURN_IF_ERROR(checkMap(kernel, map));
  if (kernel.reads.size() != kernel.operands)
    return dataLoss(strCat("kernel '", kernel.name, "' has ", kernel.operands,
                           " operands, but says of ", kernel.reads.size(),
                           " whether it reads them"));
  // The driver takes a string that ends at a zero.
  if (kernel.ptx.empty() || kernel.ptx.find('\0') != std::string::npos)
    return dataLoss(strCat("the PTX of kernel '", kernel.name, "' is damaged"));
  return okStatus();
}

} // namespace

StatusOr<std::vector<uint8_t>> encodeCudaImage(const CudaImage &image) {
  return catchAllocFailure([&]() -> StatusOr<std::vector<uint8_t>> {
    std::vector<uint8_t> bytes;
    ByteWriter writer(bytes);
    writer.number(kCudaImageMagic);
    writer.number(kCudaImageVersion);
    writer.number(kCudaAbiVersion);
    writer.list(image.kernels, [&](const CudaKernel &kernel) {
      writer.string(kernel.name);
      writer.string(kernel.ptx);
      writer.number(kernel.operands);
      writer.number(kernel.dims);
      writer.number(static_cast<uint8_t>(kernel.usesStatus));
      writer.number(static_cast<uint8_t>(kernel.usesWorkspace));
      writer.number(static_cast<uint8_t>(kernel.needsAligned));
      writer.number(kernel.threads);
      writer.number(kernel.sharedBytes);
      writer.list(kernel.maps, [&](const CudaTensorMap &map) {
        writer.number(map.operand);
        writer.number(map.elementBytes);
        writer.list(map.dims, [&](const CudaTensorDim &dim) {
          writer.number(dim.factor);
          writer.list(dim.dims, [&](uint32_t number) { writer.number(number); });
          writer.number(dim.box);
        });
      });
      writer.list(kernel.reads, [&](uint8_t reads) { writer.number(reads); });
    });
    writer.bytes(image.hostCode);
    if (writer.tooLong)
      return invalidArgument("the kernels are too large for an image");
    return bytes;
  });
}

StatusOr<CudaImage> decodeCudaImage(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&]() -> StatusOr<CudaImage> {
    ByteReader reader(bytes);
    if (reader.number<uint64_t>() != kCudaImageMagic)
      return dataLoss("the code for CUDA does not begin as it should");
    const auto layout = reader.number<uint32_t>(), abi = reader.number<uint32_t>();
    if (layout != kCudaImageVersion || abi != kCudaAbiVersion)
      return unsupported(strCat("code for CUDA of version ", layout, " with kernel ABI ", abi,
                                ", this runtime reads ", kCudaImageVersion, " and ",
                                kCudaAbiVersion));
    constexpr size_t kMinKernelBytes = 35, kMinMapBytes = 12, kMinDimBytes = 16;
    CudaImage image;
    reader.list(image.kernels, kMinKernelBytes, [&](CudaKernel &kernel) {
      kernel.name = reader.string();
      kernel.ptx = reader.string();
      kernel.operands = reader.number<uint32_t>();
      kernel.dims = reader.number<uint32_t>();
      kernel.usesStatus = reader.number<uint8_t>() != 0;
      kernel.usesWorkspace = reader.number<uint8_t>() != 0;
      kernel.needsAligned = reader.number<uint8_t>() != 0;
      kernel.threads = reader.number<uint32_t>();
      kernel.sharedBytes = reader.number<uint32_t>();
      reader.list(kernel.maps, kMinMapBytes, [&](CudaTensorMap &map) {
        map.operand = reader.number<uint32_t>();
        map.elementBytes = reader.number<uint32_t>();
        reader.list(map.dims, kMinDimBytes, [&](CudaTensorDim &dim) {
          dim.factor = reader.number<uint64_t>();
          reader.list(dim.dims, sizeof(uint32_t),
                      [&](uint32_t &number) { number = reader.number<uint32_t>(); });
          dim.box = reader.number<uint32_t>();
        });
      });
      reader.list(kernel.reads, sizeof(uint8_t),
                  [&](uint8_t &reads) { reads = reader.number<uint8_t>(); });
    });
    const std::span<const uint8_t> hostCode = reader.bytes();
    if (reader.failed() || !reader.atEnd())
      return dataLoss("the code for CUDA is cut off or too long");
    for (const CudaKernel &kernel : image.kernels)
      RLX_RETURN_IF_ERROR(checkCudaKernel(kernel));
    image.hostCode.assign(hostCode.begin(), hostCode.end());
    return image;
  });
}

Status loadCudaImage(std::span<const uint8_t> bytes, KernelTable &table) {
  RLX_ASSIGN_OR_RETURN(CudaImage image, decodeCudaImage(bytes));
  RLX_RETURN_IF_ERROR(catchAllocFailure([&]() -> Status {
    for (CudaKernel &kernel : image.kernels) {
      const size_t size = kernel.ptx.size();
      const auto kept = std::make_shared<const CudaKernel>(std::move(kernel));
      RLX_RETURN_IF_ERROR(table.addCode(kCudaTarget, kept->name, kept, size));
    }
    return okStatus();
  }));
  return image.hostCode.empty() ? okStatus() : loadCodeImage(image.hostCode, table);
}

const CudaKernel *findCudaKernel(const KernelTable &table, std::string_view name) {
  return static_cast<const CudaKernel *>(table.findCode(kCudaTarget, name));
}

} // namespace rlx::rt
