// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mapping by mmap. An empty file has no mapping, since mmap refuses a length of 0.
//
// The descriptor is closed at once: a mapping needs none.
#include "runtime/base/MappedFile.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"

namespace rlx::rt {

namespace {
// All living mappings by their begin. MADV_DONTNEED would clear memory that is no mapping of a
// file, so that dropPages() must know them. Never destroyed: objects of static storage may end
// later.
struct Mappings {
  std::mutex mutex;
  std::map<const uint8_t *, size_t> sizes;

  static Mappings &get() {
    static auto *const mappings = new Mappings;
    return *mappings;
  }
};

const uint8_t *roundUp(const uint8_t *address, size_t page) {
  const size_t rest = reinterpret_cast<uintptr_t>(address) % page;
  return rest == 0 ? address : address + (page - rest);
}

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
    if (data) {
      Mappings &mappings = Mappings::get();
      const std::lock_guard lock(mappings.mutex);
      mappings.sizes.emplace(mapped->data, size);
    }
    return mapped;
  });
}

MappedFile::~MappedFile() {
  if (!data)
    return;
  Mappings &mappings = Mappings::get();
  // The lock is held while memory is unmapped: dropPages() must not meet another mapping there.
  const std::lock_guard lock(mappings.mutex);
  mappings.sizes.erase(data);
  ::munmap(const_cast<uint8_t *>(data), size);
}

void MappedFile::dropPages(std::span<const uint8_t> memory) {
  Mappings &mappings = Mappings::get();
  const std::lock_guard lock(mappings.mutex);
  auto found = mappings.sizes.upper_bound(memory.data());
  if (found == mappings.sizes.begin())
    return;
  --found;
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const uint8_t *begin = roundUp(memory.data(), page);
  const uint8_t *end = std::min(memory.data() + memory.size(), found->first + found->second);
  if (begin >= end)
    return;
  const size_t bytes = static_cast<size_t>(end - begin) / page * page;
  // A failure leaves the pages in memory, which is no error.
  if (bytes != 0)
    static_cast<void>(::madvise(const_cast<uint8_t *>(begin), bytes, MADV_DONTNEED));
}

} // namespace rlx::rt
