// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File operations by POSIX calls: parts of std::filesystem end the process if memory runs out.
//
// Errors of removing are ignored: another process may have been faster.
#include "session/cache/CacheFolder.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"

namespace rlx {
namespace {

constexpr std::string_view kEnding = ".rlxe";
constexpr int64_t kForgotten = 3600 * int64_t(1'000'000'000); // ns: no write takes an hour

struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
};

bool isDigits(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

// Removes "<32 digits>.rlxe" from the front.
bool takePackageName(std::string_view &name) {
  if (name.size() < 32 + kEnding.size() || name.substr(32, kEnding.size()) != kEnding ||
      !isDigits(name.substr(0, 32), "0123456789abcdef"))
    return false;
  name.remove_prefix(32 + kEnding.size());
  return true;
}

pid_t parseProcess(std::string_view digits) {
  pid_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// The process that writes "<package>.<process>-<number>.tmp", the writer's name for an incomplete
// file; otherwise 0.
pid_t temporaryOf(std::string_view name) {
  if (!takePackageName(name) || !name.starts_with('.') || !name.ends_with(".tmp"))
    return 0;
  name = name.substr(1, name.size() - 5);
  const size_t dash = name.find('-'); // npos, too, is more than 9
  if (dash > 9 || !isDigits(name.substr(0, dash), "0123456789") ||
      !isDigits(name.substr(dash + 1), "0123456789"))
    return 0;
  return parseProcess(name.substr(0, dash));
}

struct Kept {
  std::string path;
  uint64_t bytes;
  int64_t used;
};

struct CloseFolder {
  void operator()(DIR *folder) const { ::closedir(folder); }
};

int64_t nanoseconds(const timespec &time) {
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

int64_t now() {
  timespec time;
  ::clock_gettime(CLOCK_REALTIME, &time);
  return nanoseconds(time);
}

// Whether the writing process has ended. A writer on another machine cannot be seen from here; its
// write then fails, which loses nothing.
bool isLeftover(pid_t writer, int64_t written) {
  const bool isGone = ::kill(writer, 0) != 0 && errno == ESRCH;
  return isGone || now() - written > kForgotten;
}

} // namespace

std::string CacheFolder::fileOf(const Hash128 &key) const {
  return rt::strCat(folder, "/", key.hex(), kEnding);
}

rt::Status CacheFolder::create() const {
  // Creates each parent, then the folder itself.
  for (size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
    const std::string part = folder.substr(0, end);
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST)
      return rt::systemError(errno, rt::strCat("cannot make the folder '", part, "'"));
    if (end == std::string::npos)
      break;
  }
  struct stat about;
  if (::stat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode))
    return rt::invalidArgument(
        rt::strCat("cannot make the folder '", folder, "': a file of that name exists"));
  return rt::okStatus();
}

rt::StatusOr<rt::ByteBlock> CacheFolder::read(const Hash128 &key, uint64_t most) const {
  const std::string path = fileOf(key);
  const auto failed = [&](const char *what) {
    return rt::systemError(errno, rt::strCat("cannot ", what, " '", path, "'"));
  };
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0)
    return errno == ENOENT || errno == ENOTDIR
               ? rt::notFound(rt::strCat("there is no '", path, "'"))
               : failed("open");
  struct stat about;
  if (::fstat(file.number, &about) != 0)
    return failed("look at");
  if (!S_ISREG(about.st_mode))
    return rt::dataLoss(rt::strCat("'", path, "' is not a regular file"));
  const auto size = static_cast<uint64_t>(about.st_size);
  if (size > most)
    return rt::outOfRange(
        rt::strCat("'", path, "' has ", size, " bytes, but the cache holds ", most));
  rt::ByteBlock bytes;
  bytes.append(size);
  for (uint64_t done = 0; done < size;) {
    const ssize_t got = ::read(file.number, bytes.mutableData() + done, size - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return failed("read");
    if (got == 0)
      return rt::dataLoss(rt::strCat("'", path, "' ends after ", done, " of ", size, " bytes"));
    done += static_cast<uint64_t>(got);
  }
  return bytes;
}

void CacheFolder::touch(const Hash128 &key) const {
  // If times cannot be set, eviction follows the order of writing.
  (void)::utimensat(AT_FDCWD, fileOf(key).c_str(), nullptr, 0);
}

CacheFolder::Cleaned CacheFolder::makeRoom(uint64_t most, const Hash128 &added) const {
  Cleaned cleaned;
  std::vector<Kept> packages;
  uint64_t total = 0;
  const std::string addedPath = fileOf(added);
  const std::unique_ptr<DIR, CloseFolder> list(::opendir(folder.c_str()));
  while (const dirent *entry = list ? ::readdir(list.get()) : nullptr) {
    std::string_view rest = entry->d_name;
    const pid_t writer = temporaryOf(rest);
    if (writer == 0 && (!takePackageName(rest) || !rest.empty()))
      continue;
    std::string path = rt::strCat(folder, "/", entry->d_name);
    struct stat about;
    if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode))
      continue;
    const auto bytes = static_cast<uint64_t>(about.st_size);
    if (writer != 0) {
      cleaned.leftovers +=
          isLeftover(writer, nanoseconds(about.st_mtim)) && ::unlink(path.c_str()) == 0;
    } else if (path == addedPath && bytes > most) {
      cleaned.isTooLarge = true;
      ::unlink(path.c_str());
    } else {
      total += bytes;
      const bool isNew = path == addedPath;
      packages.push_back(
          {std::move(path), bytes,
           isNew ? std::numeric_limits<int64_t>::max() : nanoseconds(about.st_mtim)});
    }
  }
  if (cleaned.isTooLarge) // other packages need not be evicted for it
    return cleaned;
  std::ranges::sort(packages, {}, &Kept::used);
  for (const Kept &package : packages) {
    if (total <= most)
      break;
    cleaned.evicted += ::unlink(package.path.c_str()) == 0;
    total -= package.bytes; // also if another process removed it first
  }
  return cleaned;
}

} // namespace rlx
