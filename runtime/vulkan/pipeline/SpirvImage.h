// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Vulkan kernels of a program, as packages hold them: an image of SPIR-V modules, plus the
// machine code of kernels that run on the host.
//
// Decoding checks only the frame of each module. Whether a device may run it is SpirvCheck's
// question.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVIMAGE_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVIMAGE_H

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/KernelTable.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt {

// Raised when the layout changes. A decoder takes exactly its own version.
inline constexpr uint32_t kSpirvImageVersion = 2;

// Kernel::target of these kernels.
inline constexpr std::string_view kVulkanTarget = "vulkan";

struct SpirvImage {
  std::vector<SpirvKernel> kernels; // unique names
  // A code image (cpu/CodeImage.h) of the host's kernels; empty if there are none.
  std::vector<uint8_t> hostCode;
};
inline constexpr size_t kSpirvHeaderWords = 5;

StatusOr<std::vector<uint8_t>> encodeSpirvImage(const SpirvImage &image);

// Checks that the words are a header and whole instructions, and that the numbers are plausible.
// DataLoss otherwise.
Status checkSpirvKernel(const SpirvKernel &kernel);
// The workgroup size of a checked kernel; zeros if it is not a literal.
std::array<uint32_t, 3> workgroupSizeOf(const SpirvKernel &kernel);
// Whether invocations of a checked kernel use subgroup operations or cooperative matrices.
bool usesSubgroups(const SpirvKernel &kernel);
// Whether a checked kernel may read the buffer of that binding. False if it only writes it.
bool readsBuffer(const SpirvKernel &kernel, uint32_t binding);

// Decodes an image. Untrusted bytes are safe: never crashes, never reads out of bounds, and never
// allocates more than a small multiple of `bytes`. checkSpirvModule() checks the modules when they
// are loaded for a device.
StatusOr<SpirvImage> decodeSpirvImage(std::span<const uint8_t> bytes);

// Adds the kernels to `table`, the host's kernels too.
Status loadSpirvImage(std::span<const uint8_t> bytes, KernelTable &table);
// Adds one kernel. AlreadyExists if the name is taken.
Status addSpirvKernel(KernelTable &table, SpirvKernel kernel);
// The kernel with this name; null if there is none.
const SpirvKernel *findSpirvKernel(const KernelTable &table, std::string_view name);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVIMAGE_H
