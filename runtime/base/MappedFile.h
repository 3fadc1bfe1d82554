// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file mapped as read-only memory, without a copy.
//
// Packages are loaded this way. Processes that load the same package share its pages, and weights
// are read from disk on first use.
#ifndef RLX_RUNTIME_BASE_MAPPEDFILE_H
#define RLX_RUNTIME_BASE_MAPPEDFILE_H

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Threads: immutable. The file must not change in place while this lives. It may be deleted or
// replaced by another file.
class MappedFile {
public:
  // Maps a file. Errors as in SystemError.h; InvalidArgument if it is not a regular file.
  static StatusOr<std::shared_ptr<const MappedFile>> open(const std::string &path);
  MappedFile(const MappedFile &) = delete;
  ~MappedFile();

  std::span<const uint8_t> bytes() const { return {data, size}; }

private:
  MappedFile(const uint8_t *data, size_t size) : data(data), size(size) {}

  const uint8_t *data;
  size_t size;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_MAPPEDFILE_H
