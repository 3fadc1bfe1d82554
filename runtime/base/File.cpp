// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files by C stdio, which throws nothing, ignores the locale, and reports the reason in errno.
//
// Used for .npy files, weight files and the pipeline cache.
#include "runtime/base/File.h"

#include <cerrno>
#include <cstdio>
#include <memory>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"

namespace rlx::rt {

namespace {
struct Close {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;
constexpr size_t kChunk = size_t(1) << 20;
} // namespace

StatusOr<std::vector<uint8_t>> readFile(const std::string &path) {
  return catchAllocFailure([&]() -> StatusOr<std::vector<uint8_t>> {
    File file(std::fopen(path.c_str(), "rb"));
    if (!file)
      return systemError(errno, strCat("cannot open '", path, "'"));
    std::vector<uint8_t> bytes;
    // The size is only a hint. Pipes have none, and files may change while they are read.
    if (std::fseek(file.get(), 0, SEEK_END) == 0) {
      const long size = std::ftell(file.get());
      // Directories report the largest long.
      if (size > 0 && size < (long(1) << 46))
        bytes.reserve(static_cast<size_t>(size) + 1);
      if (std::fseek(file.get(), 0, SEEK_SET) != 0)
        return systemError(errno, strCat("cannot read '", path, "'"));
    }
    for (;;) {
      const size_t used = bytes.size();
      const size_t room = bytes.capacity() > used ? bytes.capacity() - used : kChunk;
      bytes.resize(used + room);
      errno = 0;
      const size_t got = std::fread(bytes.data() + used, 1, room, file.get());
      bytes.resize(used + got);
      if (got == room)
        continue;
      if (std::ferror(file.get()))
        return systemError(errno, strCat("cannot read '", path, "'"));
      return bytes;
    }
  });
}

Status writeFile(const std::string &path, std::span<const uint8_t> bytes) {
  return catchAllocFailure([&]() -> Status {
    File file(std::fopen(path.c_str(), "wb"));
    if (!file)
      return systemError(errno, strCat("cannot create '", path, "'"));
    errno = 0;
    const bool written =
        bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    // Closing flushes: a full disk may show only here.
    if (std::fclose(file.release()) != 0 || !written)
      return systemError(errno, strCat("cannot write all of '", path, "', it is incomplete"));
    return okStatus();
  });
}

} // namespace rlx::rt
