// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encoding, checking and mapping of code images. Layout: magic, image version, kernel ABI version,
// architecture, then the lists of CodeImage.
//
// Everything is checked before a page becomes executable. Pages are never writable and executable
// at once.
#include "runtime/cpu/CodeImage.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <sys/mman.h>

#include "runtime/base/ByteStream.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/cpu/KernelImports.h"

namespace rlx::rt {

namespace {

constexpr uint64_t kCodeImageMagic = 0x0A45444F43584C52; // "RLXCODE\n"
constexpr uint64_t kSlotBytes = 8;

using Segment = CodeImage::Segment;
using Protection = CodeImage::Protection;

uint64_t endOf(const Segment &segment) {
  return alignUp(segment.address + segment.bytes.size(), kCodeSegmentAlignment);
}

// The segment that contains `size` bytes at `address`; null if none does.
const Segment *segmentAt(const CodeImage &image, uint64_t address, uint64_t size) {
  for (const Segment &segment : image.segments)
    if (address >= segment.address && address - segment.address <= segment.bytes.size() &&
        size <= segment.bytes.size() - (address - segment.address))
      return &segment;
  return nullptr;
}

Status checkSegments(const CodeImage &image) {
  constexpr size_t kMax = 16; // linkers make one per protection
  if (image.segments.size() > kMax)
    return dataLoss(
        strCat("the code image has ", image.segments.size(), " segments, expected at most ", kMax));
  uint64_t end = 0;
  for (const Segment &segment : image.segments) {
    // In order and without gaps, so that the mapping is not much larger than the file.
    if (segment.bytes.empty() || segment.address != end ||
        segment.protection > Protection::ReadExecute)
      return dataLoss("the segments of the code image are malformed");
    end = endOf(segment);
  }
  return okStatus();
}

Status checkSlots(const CodeImage &image) {
  auto isSlot = [&](uint64_t address) { return segmentAt(image, address, kSlotBytes) != nullptr; };
  for (const CodeImage::Import &import : image.imports)
    if (!isSlot(import.slot))
      return dataLoss(strCat("the code image wants the address of '", import.name,
                             "' outside of its segments"));
  for (const uint64_t slot : image.relative)
    if (!isSlot(slot))
      return dataLoss("the code image has an address outside of its segments");
  for (const CodeImage::Kernel &kernel : image.kernels) {
    const Segment *segment = segmentAt(image, kernel.address, 1);
    if (!segment || segment->protection != Protection::ReadExecute)
      return dataLoss(strCat("kernel '", kernel.name, "' lies outside of the image's code"));
  }
  return okStatus();
}

// Pages of this process, unmapped by the destructor.
class Mapping {
public:
  Mapping(void *base, size_t size) : base(static_cast<std::byte *>(base)), size(size) {}
  Mapping(const Mapping &) = delete;
  ~Mapping() { munmap(base, size); }
  std::byte *at(uint64_t offset) const { return base + offset; }

private:
  std::byte *base;
  size_t size;
};

StatusOr<std::shared_ptr<Mapping>> reserve(const CodeImage &image) {
  const uint64_t size = endOf(image.segments.back());
  // The mapping need not start at a multiple of the segments' alignment: only relative addresses
  // matter.
  void *base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return outOfMemory(strCat("cannot map ", size, " bytes for kernels: ", std::strerror(errno)));
  return std::make_shared<Mapping>(base, size);
}

Status fill(const CodeImage &image, const Mapping &mapping) {
  for (const Segment &segment : image.segments)
    std::copy(segment.bytes.begin(), segment.bytes.end(),
              reinterpret_cast<uint8_t *>(mapping.at(segment.address)));
  for (const uint64_t slot : image.relative) {
    uint64_t address;
    std::memcpy(&address, mapping.at(slot), kSlotBytes);
    address += reinterpret_cast<uintptr_t>(mapping.at(0));
    std::memcpy(mapping.at(slot), &address, kSlotBytes);
  }
  for (const CodeImage::Import &import : image.imports) {
    const void *function = findKernelImport(import.name);
    if (!function)
      return unsupported(strCat("kernels call the function '", import.name,
                                "', which this runtime does not have"));
    const auto address = reinterpret_cast<uintptr_t>(function);
    std::memcpy(mapping.at(import.slot), &address, kSlotBytes);
  }
  return okStatus();
}

Status protect(const CodeImage &image, const Mapping &mapping) {
  for (const Segment &segment : image.segments) {
    std::byte *begin = mapping.at(segment.address), *end = mapping.at(endOf(segment));
    int flags = PROT_READ;
    if (segment.protection == Protection::ReadWrite)
      flags |= PROT_WRITE;
    if (segment.protection == Protection::ReadExecute) {
      flags |= PROT_EXEC;
      __builtin___clear_cache(reinterpret_cast<char *>(begin), reinterpret_cast<char *>(end));
    }
    if (begin != end && mprotect(begin, static_cast<size_t>(end - begin), flags) != 0)
      return failedPrecondition(strCat(
          "this system does not let code of kernels be made executable: ", std::strerror(errno)));
  }
  return okStatus();
}

Status addKernels(const CodeImage &image, const Mapping &mapping, KernelTable &table) {
  for (const CodeImage::Kernel &kernel : image.kernels) {
    const auto function = reinterpret_cast<rlx_kernel_fn>(mapping.at(kernel.address));
    RLX_RETURN_IF_ERROR(table.addCPU(kernel.name, function));
  }
  return okStatus();
}

} // namespace

StatusOr<std::vector<uint8_t>> encodeCodeImage(const CodeImage &image) {
  return catchAllocFailure([&]() -> StatusOr<std::vector<uint8_t>> {
    std::vector<uint8_t> out;
    ByteWriter writer(out);
    writer.number(kCodeImageMagic);
    writer.number(kCodeImageVersion);
    writer.number(uint32_t(RLX_KERNEL_ABI_VERSION));
    writer.string(image.architecture);
    writer.list(image.segments, [&](const Segment &segment) {
      writer.number(static_cast<uint8_t>(segment.protection));
      writer.number(segment.address);
      writer.bytes(segment.bytes);
    });
    writer.list(image.imports, [&](const CodeImage::Import &import) {
      writer.number(import.slot);
      writer.string(import.name);
    });
    writer.list(image.relative, [&](uint64_t slot) { writer.number(slot); });
    writer.list(image.kernels, [&](const CodeImage::Kernel &kernel) {
      writer.number(kernel.address);
      writer.string(kernel.name);
    });
    if (writer.tooLong)
      return unsupported("a code image has 2^32 kernels or more");
    return out;
  });
}

StatusOr<CodeImage> decodeCodeImage(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&]() -> StatusOr<CodeImage> {
    ByteReader reader(bytes);
    if (reader.number<uint64_t>() != kCodeImageMagic)
      return dataLoss("the bytes do not start with the mark of an RLX code image");
    const auto version = reader.number<uint32_t>(), abi = reader.number<uint32_t>();
    if (version != kCodeImageVersion || abi != RLX_KERNEL_ABI_VERSION)
      return unsupported(strCat("a code image of version ", version, " for kernel ABI ", abi,
                                "; this runtime reads version ", kCodeImageVersion, " for ABI ",
                                RLX_KERNEL_ABI_VERSION));
    CodeImage image;
    image.architecture = reader.string();
    reader.list(image.segments, 17, [&](Segment &segment) {
      segment.protection = static_cast<Protection>(reader.number<uint8_t>());
      segment.address = reader.number<uint64_t>();
      const auto contents = reader.bytes();
      segment.bytes.assign(contents.begin(), contents.end());
    });
    reader.list(image.imports, 12, [&](CodeImage::Import &import) {
      import.slot = reader.number<uint64_t>();
      import.name = reader.string();
    });
    reader.list(image.relative, 8, [&](uint64_t &slot) { slot = reader.number<uint64_t>(); });
    reader.list(image.kernels, 12, [&](CodeImage::Kernel &kernel) {
      kernel.address = reader.number<uint64_t>();
      kernel.name = reader.string();
    });
    if (reader.failed() || !reader.atEnd())
      return dataLoss(strCat("the code image is malformed near byte ", reader.where()));
    RLX_RETURN_IF_ERROR(checkSegments(image));
    RLX_RETURN_IF_ERROR(checkSlots(image));
    return image;
  });
}

Status loadCodeImage(std::span<const uint8_t> bytes, KernelTable &table) {
  return catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const CodeImage image, decodeCodeImage(bytes));
    if (image.architecture != hostArchitecture())
      return unsupported(strCat("kernels for ", image.architecture,
                                " processors do not run on this machine, which is ",
                                hostArchitecture()));
    if (image.segments.empty())
      return okStatus();
    RLX_ASSIGN_OR_RETURN(const std::shared_ptr<Mapping> mapping, reserve(image));
    RLX_RETURN_IF_ERROR(fill(image, *mapping));
    RLX_RETURN_IF_ERROR(protect(image, *mapping));
    // The table keeps the mapping even if adding a kernel fails, because earlier kernels were
    // added.
    size_t bytes = 0;
    for (const CodeImage::Segment &segment : image.segments)
      bytes += segment.bytes.size();
    RLX_RETURN_IF_ERROR(table.keepAlive(mapping, bytes));
    return addKernels(image, *mapping, table);
  });
}

} // namespace rlx::rt
