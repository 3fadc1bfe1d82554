// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mapping by mmap. An empty file has no mapping, since mmap refuses a length of 0.
//
// The descriptor is closed at once: a mapping needs none.
#include "runtime/base/MappedFile.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"

namespace rlx::rt {

namespace {
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
};
} // namespace

StatusOr<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string &path) {
  return catchAllocFailure([&]() -> StatusOr<std::shared_ptr<const MappedFile>> {
    // O_NONBLOCK: opening a pipe must not wait for its other end. Pipes are refused below.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.number < 0)
      return systemError(errno, strCat("cannot open '", path, "'"));
    struct stat about;
    if (::fstat(file.number, &about) != 0)
      return systemError(errno, strCat("cannot look at '", path, "'"));
    if (!S_ISREG(about.st_mode))
      return invalidArgument(strCat("'", path, "' is not a regular file"));
    const auto size = static_cast<size_t>(about.st_size);
    void *data = nullptr;
    if (size != 0)
      data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (data == MAP_FAILED)
      return systemError(errno, strCat("cannot map '", path, "'"));
    struct Unmap {
      size_t size;
      void operator()(void *memory) const { ::munmap(memory, size); }
    };
    // Unmaps if the object's allocation fails.
    std::unique_ptr<void, Unmap> guard(data, Unmap{size});
    std::shared_ptr<const MappedFile> mapped(
        new MappedFile(static_cast<const uint8_t *>(data), size));
    static_cast<void>(guard.release());
    return mapped;
  });
}

MappedFile::~MappedFile() {
  if (data)
    ::munmap(const_cast<uint8_t *>(data), size);
}

} // namespace rlx::rt
