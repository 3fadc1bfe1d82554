// A file as read-only memory, without a copy.
#ifndef RLX_RUNTIME_BASE_MAPPEDFILE_H
#define RLX_RUNTIME_BASE_MAPPEDFILE_H

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Threads: immutable. The file must not be changed in place as long as this lives; it may be
// deleted or replaced by another one.
class MappedFile {
public:
  // Errors are those of SystemError.h; InvalidArgument when it is not a regular file.
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
