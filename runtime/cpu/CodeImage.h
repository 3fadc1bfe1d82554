// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linked machine code of kernels, as packages hold it.
//
// Loading needs no linker, compiler or temporary file. The loader maps the image, writes the
// addresses of the few imported functions, and sets the protection of the segments. The compiler
// makes images in conversions/cpu/target/LinkImage.cpp.
#ifndef RLX_RUNTIME_CPU_CODEIMAGE_H
#define RLX_RUNTIME_CPU_CODEIMAGE_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/KernelTable.h"

namespace rlx::rt {

// Raised when the layout changes. A decoder takes exactly its own version.
inline constexpr uint32_t kCodeImageVersion = 1;

// Segments start at multiples of this. Each can then have its own protection, for any page size.
inline constexpr uint64_t kCodeSegmentAlignment = 65536;

// Addresses count from the start of the image.
struct CodeImage {
  enum class Protection : uint8_t { Read, ReadWrite, ReadExecute };
  struct Segment {
    Protection protection;
    uint64_t address;
    std::vector<uint8_t> bytes;
  };
  // The 8 bytes at `slot` get the address of the function `name` (see KernelImports.h).
  struct Import {
    uint64_t slot;
    std::string name;
  };
  struct Kernel {
    std::string name;
    uint64_t address;
  };

  std::string architecture; // as hostArchitecture() names it (CpuFeatures.h)
  std::vector<Segment> segments;
  std::vector<Import> imports;
  // Slots of 8 bytes that hold an address inside the image: the loader adds the image's base to
  // each.
  std::vector<uint64_t> relative;
  std::vector<Kernel> kernels;
};

StatusOr<std::vector<uint8_t>> encodeCodeImage(const CodeImage &image);

// Decodes and checks an image. Untrusted bytes are safe: never crashes, never reads out of bounds,
// and never allocates more than a small multiple of `bytes`. Segments of the result do not overlap,
// and slots and kernels lie inside them. DataLoss otherwise.
StatusOr<CodeImage> decodeCodeImage(std::span<const uint8_t> bytes);

// Maps an image and adds its kernels to `table`, which keeps it mapped. Unsupported if the image is
// for another architecture or another version of the kernel ABI, or imports a function that the
// runtime does not export.
Status loadCodeImage(std::span<const uint8_t> bytes, KernelTable &table);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CODEIMAGE_H
