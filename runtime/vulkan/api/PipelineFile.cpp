// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes the file of the pipeline cache. New bytes go to a temporary file, which is
// renamed.
//
// Errors of reading count as an empty cache.
#include "runtime/vulkan/api/PipelineFile.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include "runtime/base/Checksum.h"
#include "runtime/base/File.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

// Drivers need not detect damage, so a checksum follows the bytes.
std::vector<uint8_t> readPipelineFile(const std::string &path, uint64_t most) {
  std::error_code unknown;
  const uint64_t size = std::filesystem::file_size(path, unknown);
  uint64_t sum = 0;
  if (unknown || size > most || size < sizeof(sum))
    return {};
  StatusOr<std::vector<uint8_t>> bytes = readFile(path);
  if (!bytes.ok() || bytes->size() < sizeof(sum))
    return {};
  std::memcpy(&sum, bytes->data() + bytes->size() - sizeof(sum), sizeof(sum));
  bytes->resize(bytes->size() - sizeof(sum));
  return checksum(*bytes) == sum ? std::move(*bytes) : std::vector<uint8_t>();
}

Status writePipelineFile(const std::string &path, std::vector<uint8_t> bytes, uint64_t most) {
  const uint64_t sum = checksum(bytes);
  if (bytes.size() + sizeof(sum) > most) {
    std::remove(path.c_str());
    return outOfRange(strCat("pipelines of ", bytes.size(), " bytes are too many for a file"));
  }
  const auto *const sumBytes = reinterpret_cast<const uint8_t *>(&sum);
  bytes.insert(bytes.end(), sumBytes, sumBytes + sizeof(sum));
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  // A process may use several devices, or restart one that was lost.
  static std::atomic<uint64_t> last{0};
  const std::string temporary = strCat(path, ".", ::getpid(), ".", ++last, ".tmp");
  Status written = writeFile(temporary, bytes);
  if (written.ok() && std::rename(temporary.c_str(), path.c_str()) != 0)
    written = internalError(strCat("cannot replace '", path, "'"));
  if (!written.ok())
    std::remove(temporary.c_str());
  return written;
}

} // namespace rlx::rt
