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

  // Gives the whole pages of `memory` back to the system, where a living MappedFile has them. A
  // later read takes them from the file again. Other memory stays as it is. For weights that were
  // read once, so that a process does not hold a file and its packed weights.
  // Threads: any.
  static void dropPages(std::span<const uint8_t> memory);

private:
  MappedFile(const uint8_t *data, size_t size) : data(data), size(size) {}

  const uint8_t *data;
  size_t size;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_MAPPEDFILE_H
