// The layout of a package, a file `.rlxe` that holds a compiled model.
//
//   Header, Section[sectionCount], then what the sections say, each at a multiple of 64. Numbers
//   are little-endian. Sections of weights may lie in a second file beside the package.
//   Section 0 is the manifest (a ByteStream): the variants (a variant is the model
//   compiled for one kind of processor), the name of the second file and its size, a tag, and the
//   names of the processors that the variants were compiled for, in their order. From the end on,
//   names and tag may be left out.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEFORMAT_H
#define RLX_RUNTIME_PACKAGE_PACKAGEFORMAT_H

#include <cstdint>

namespace rlx::rt::package {

// Raised whenever readers would not understand the layout; what may be missing at the end of the
// manifest (tag, processors) does not count. A reader takes exactly its own version. The first 48
// bytes of the header keep their meaning in all versions.
inline constexpr uint32_t kVersion = 1;
inline constexpr char kPackageMagic[8] = {'\x89', 'R', 'L', 'X', 'E', '\r', '\n', '\x1a'};
inline constexpr uint32_t kNone = 0xFFFFFFFF; // no section
inline constexpr uint64_t kAlignment = 64;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t sectionCount;
  char producer[32]; // "0.1.0", filled up with zeros: the version of RLX that wrote it
  uint64_t fileBytes;
  uint64_t checksum; // of the header with this 0, and the sections
};
static_assert(sizeof(Header) == 64);

struct Section {
  uint64_t offset, bytes;
  uint64_t checksum; // of the bytes
  uint32_t file;     // 0: this one, 1: the one beside it
  uint32_t reserved; // 0
};
static_assert(sizeof(Section) == 32);

} // namespace rlx::rt::package

#endif // RLX_RUNTIME_PACKAGE_PACKAGEFORMAT_H
