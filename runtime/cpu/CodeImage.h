// Linked machine code of kernels, as it stands in packages: what is left to do is to put it
// somewhere, to write the addresses of the few functions it calls, and to protect it. No linker,
// no compiler, no file of its own.
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

// Raised whenever the layout changes; a decoder takes exactly its own version.
inline constexpr uint32_t kCodeImageVersion = 1;

// Segments start at multiples of this, so that each can have a protection of its own whatever the
// size of the machine's pages.
inline constexpr uint64_t kCodeSegmentAlignment = 65536;

// All addresses count from the start of the image.
struct CodeImage {
  enum class Protection : uint8_t { Read, ReadWrite, ReadExecute };
  struct Segment {
    Protection protection;
    uint64_t address;
    std::vector<uint8_t> bytes;
  };
  // The 8 bytes at `slot` are to hold the address of the function `name` (see KernelImports.h).
  struct Import {
    uint64_t slot;
    std::string name;
  };
  struct Kernel {
    std::string name;
    uint64_t address;
  };

  std::string architecture; // as hostArchitecture names it (CpuFeatures.h)
  std::vector<Segment> segments;
  std::vector<Import> imports;
  // Slots of 8 bytes that hold an address inside the image, counted from its start.
  std::vector<uint64_t> relative;
  std::vector<Kernel> kernels;
};

StatusOr<std::vector<uint8_t>> encodeCodeImage(const CodeImage &image);

// Never crashes, reads outside `bytes` or allocates more than a small multiple of them. What it
// returns is consistent: segments do not overlap, slots and kernels lie inside them.
StatusOr<CodeImage> decodeCodeImage(std::span<const uint8_t> bytes);

// Maps the image and adds its kernels to `table`, which keeps it mapped. Unsupported when it is for
// another architecture, another version of the kernel ABI, or calls a function that the runtime
// does not have.
Status loadCodeImage(std::span<const uint8_t> bytes, KernelTable &table);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CODEIMAGE_H
