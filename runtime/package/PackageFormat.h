// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of a package, a file `.rlxe` with a compiled model.
//
//   +--------+------------------------+-----------+-----------+-----+
//   | Header | Section[sectionCount]  | section 0 | section 1 | ... |   sections at multiples of 64
//   +--------+------------------------+-----------+-----------+-----+
//
// Numbers are little-endian. Sections of weights may lie in a second file beside the package.
// Section 0 is the manifest, a ByteStream. It has the variants (one per kind of CPU or device), the
// name and size of the second file, and a tag. Then come the names of the CPUs that the variants
// were compiled for, in their order. Names and tag may be missing at the end.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEFORMAT_H
#define RLX_RUNTIME_PACKAGE_PACKAGEFORMAT_H

#include <cstdint>

namespace rlx::rt::package {

// Raised when older readers would misread the layout; optional entries at the end of the manifest
// (tag, CPU names) do not count. A reader takes exactly its own version. The first 48 bytes of the
// header keep their meaning in all versions.
inline constexpr uint32_t kVersion = 1;
inline constexpr char kPackageMagic[8] = {'\x89', 'R', 'L', 'X', 'E', '\r', '\n', '\x1a'};
inline constexpr uint32_t kNone = 0xFFFFFFFF; // no section
inline constexpr uint64_t kAlignment = 64;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t sectionCount;
  char producer[32]; // version of RLX that wrote it, "0.1.0", padded with zeros
  uint64_t fileBytes;
  uint64_t checksum; // of the header with this field 0, and the section table
};
static_assert(sizeof(Header) == 64);

struct Section {
  uint64_t offset, bytes;
  uint64_t checksum; // of the bytes
  uint32_t file;     // 0: this file, 1: the one beside it
  uint32_t reserved; // 0
};
static_assert(sizeof(Section) == 32);

} // namespace rlx::rt::package

#endif // RLX_RUNTIME_PACKAGE_PACKAGEFORMAT_H
