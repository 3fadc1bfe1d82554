// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes whole files. Errors name the path and the reason.
//
// For example, a missing file is NotFound, "cannot open 'x.npy': No such file or directory". Large
// packages are mapped instead; see MappedFile.h.
#ifndef RLX_RUNTIME_BASE_FILE_H
#define RLX_RUNTIME_BASE_FILE_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Reads the whole file. Errors as in SystemError.h.
StatusOr<std::vector<uint8_t>> readFile(const std::string &path);

// Writes the file, replacing an old one. If writing fails, a partial file may remain; the message
// says so.
Status writeFile(const std::string &path, std::span<const uint8_t> bytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_FILE_H
