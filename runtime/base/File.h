// Whole files to and from memory, with errors that name the path and the reason.
#ifndef RLX_RUNTIME_BASE_FILE_H
#define RLX_RUNTIME_BASE_FILE_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Errors are those of SystemError.h.
StatusOr<std::vector<uint8_t>> readFile(const std::string &path);

// Replaces the file. A failure may leave a partial file behind and says so.
Status writeFile(const std::string &path, std::span<const uint8_t> bytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_FILE_H
