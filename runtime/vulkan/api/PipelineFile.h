// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of the on-disk pipeline cache of one device: replaced as a whole, checksummed, and
// limited in size.
//
// A driver takes up to half a second to compile a kernel, so the next process starts much faster
// with the file. Losing the file loses only time.
#ifndef RLX_RUNTIME_VULKAN_API_PIPELINEFILE_H
#define RLX_RUNTIME_VULKAN_API_PIPELINEFILE_H

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/Status.h"

namespace rlx::rt {

// Drivers only ever append to the cache. A file that would grow beyond this is deleted, and the
// next process starts with an empty cache.
inline constexpr uint64_t kMaxPipelineBytes = uint64_t(64) << 20;

// Returns the cache's bytes. Empty if the file does not exist, is damaged, or is larger than
// `most`.
std::vector<uint8_t> readPipelineFile(const std::string &path, uint64_t most = kMaxPipelineBytes);

// Writes the cache; creates its folder too. Readers see the old or the new file, whatever other
// processes write at the same time. OutOfRange for more than `most` bytes; the old file is then
// deleted.
Status writePipelineFile(const std::string &path, std::vector<uint8_t> bytes,
                         uint64_t most = kMaxPipelineBytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_PIPELINEFILE_H
