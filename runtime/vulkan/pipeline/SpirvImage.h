// The kernels of a program for Vulkan, as they stand in packages.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVIMAGE_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVIMAGE_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/KernelTable.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt {

// Raised whenever the layout changes; a decoder takes exactly its own version.
inline constexpr uint32_t kSpirvImageVersion = 2;

struct SpirvImage {
  std::vector<SpirvKernel> kernels; // each name once
  // A code image (cpu/CodeImage.h) of the kernels that run on the host; empty if there are none.
  std::vector<uint8_t> hostCode;
};
inline constexpr size_t kSpirvHeaderWords = 5;

StatusOr<std::vector<uint8_t>> encodeSpirvImage(const SpirvImage &image);

// Whether the words are a header and whole instructions, and the numbers can be: DataLoss if not.
Status checkSpirvKernel(const SpirvKernel &kernel);
// What the kernel says about the size of its workgroups; zeros if that is not a literal. It has
// been checked.
std::array<uint32_t, 3> workgroupSizeOf(const SpirvKernel &kernel);
// Whether its invocations exchange values in subgroups, or hold matrices together. It has been
// checked.
bool usesSubgroups(const SpirvKernel &kernel);
// Whether it may read the buffer of that binding; false if it writes it at most. It has been
// checked.
bool readsBuffer(const SpirvKernel &kernel, uint32_t binding);

// Never crashes, reads outside `bytes` or allocates more than a small multiple of them. Whether the
// words are a module that a device takes, says checkSpirvModule() when they are loaded for one.
StatusOr<SpirvImage> decodeSpirvImage(std::span<const uint8_t> bytes);

// Adds the kernels to `table`, those of the host too.
Status loadSpirvImage(std::span<const uint8_t> bytes, KernelTable &table);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVIMAGE_H
