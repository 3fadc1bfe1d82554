// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout: magic, layout version, kernel ABI version, the kernels, the host's code image. Numbers
// are little-endian. Strings and lists start with their length.
#include "runtime/cuda/kernel/CudaImage.h"

#include <algorithm>

#include "runtime/base/ByteStream.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CodeImage.h"

namespace rlx::rt {

namespace {

constexpr uint64_t kCudaImageMagic = 0x0A41445543584C52; // "RLXCUDA\n"
// Far more than any dispatch has, and the most threads of a block on any device.
constexpr uint32_t kMaxScalars = 1 << 20, kMaxThreads = 1024;

Status checkCudaKernel(const CudaKernel &kernel) {
  if (kernel.operands > kMaxScalars || kernel.dims > kMaxScalars)
    return dataLoss(strCat("kernel '", kernel.name, "' has too many operands or dims"));
  if (kernel.threads == 0 || kernel.threads > kMaxThreads)
    return dataLoss(
        strCat("kernel '", kernel.name, "' has blocks of ", kernel.threads, " threads"));
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
    constexpr size_t kMinKernelBytes = 27;
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
