// The file that keeps a device's pipelines for the next process: replaced whole, with a checksum,
// and of limited size.
#ifndef RLX_RUNTIME_VULKAN_API_PIPELINEFILE_H
#define RLX_RUNTIME_VULKAN_API_PIPELINEFILE_H

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/Status.h"

namespace rlx::rt {

// Drivers only ever add to what they are given. A file does not grow beyond this: it goes instead,
// and the next process begins with nothing.
inline constexpr uint64_t kMaxPipelineBytes = uint64_t(64) << 20;

// What was written whole; nothing if there is no such file, or it is damaged or larger than `most`.
std::vector<uint8_t> readPipelineFile(const std::string &path, uint64_t most = kMaxPipelineBytes);

// Makes its folder too. Whoever reads meanwhile sees the old file or the new one, whoever else
// writes at the same time. OutOfRange for a file larger than `most`; then there is none any more.
Status writePipelineFile(const std::string &path, std::vector<uint8_t> bytes,
                         uint64_t most = kMaxPipelineBytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_PIPELINEFILE_H
