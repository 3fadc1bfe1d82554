// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The disk cache: other processes read stored entries, changes of its files are detected, and a
// failing disk loses no data. The linker replaces libc functions by those below (see
// CMakeLists.txt), and operator new fails on demand, so this program is separate.
#include "session/cache/DiskCache.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

#include "unittests/CountedNew.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPackages.h"
#include "unittests/session/TempFolder.h"

using namespace rlx;
using namespace rlx::rt;
using namespace rlx::rt::testing;
using rlx::testing::newBudget;
using rlx::testing::TempFolder;

namespace {

struct Faults {
  int openRead = 0, openWrite = 0, write = 0, close = 0, rename = 0, readError = 0; // errno or 0
  int64_t after = 0;      // calls of the failing kind that succeed first
  size_t readAtMost = 0;  // bytes per call; 0: no limit
  int64_t endAfter = -1;  // reads return 0 after this many bytes
  bool interrupt = false; // every other read gives EINTR
  int64_t calls = 0;
} faults;

bool fails(int error) {
  if (error == 0 || faults.calls++ < faults.after)
    return false;
  errno = error;
  return true;
}

} // namespace

extern "C" {
int __real_open(const char *path, int flags, ...);
ssize_t __real_read(int file, void *data, size_t size);
size_t __real_fwrite(const void *data, size_t size, size_t count, FILE *file);
int __real_fclose(FILE *file);
int __real_rename(const char *from, const char *to);

int __wrap_open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
  va_end(arguments);
  if (fails(flags & O_CREAT ? faults.openWrite : faults.openRead))
    return -1;
  return __real_open(path, flags, mode);
}
ssize_t __wrap_read(int file, void *data, size_t size) {
  if (fails(faults.readError))
    return -1;
  if (faults.interrupt && ++faults.calls % 2) {
    errno = EINTR;
    return -1;
  }
  if (faults.readAtMost)
    size = std::min(size, faults.readAtMost);
  if (faults.endAfter >= 0) {
    size = std::min(size, static_cast<size_t>(faults.endAfter));
    faults.endAfter -= static_cast<int64_t>(size);
  }
  return __real_read(file, data, size);
}
size_t __wrap_fwrite(const void *data, size_t size, size_t count, FILE *file) {
  if (fails(faults.write))
    return __real_fwrite(data, size, count / 2, file); // a short write
  return __real_fwrite(data, size, count, file);
}
int __wrap_fclose(FILE *file) {
  const bool failed = fails(faults.close);
  const int error = errno;
  const int result = __real_fclose(file);
  errno = failed ? error : errno;
  return failed ? EOF : result;
}
int __wrap_rename(const char *from, const char *to) {
  return fails(faults.rename) ? -1 : __real_rename(from, to);
}
}

namespace {

constexpr Hash128 kKey{1, 2}, kOther{3, 4}, kThird{5, 6};

PackageVariant sumModel(int64_t cols = 4) {
  auto variant = sumVariant(PackagedWeights::None, {.cols = cols});
  EXPECT_TRUE(variant.ok()) << variant.status().toString();
  return std::move(*variant);
}

using Loaded = std::unique_ptr<Executable>;

Loaded load(DiskCache &cache, const Hash128 &key = kKey, std::string *said = nullptr) {
  std::string note;
  auto loaded = cache.load(key, {"cpu", 1}, testKernels(), note);
  EXPECT_TRUE(loaded.ok()) << loaded.status().toString();
  if (said)
    *said = note;
  return loaded.ok() ? std::move(*loaded) : nullptr;
}

// (1 + 2) * 2 (i + 1) + 1 in every row, as the sum program computes it.
void expectSums(Executable &executable) {
  const int64_t four = 4, shape[] = {3, 4};
  const float scale[] = {1, 2, 3, 4};
  ASSERT_OK(executable.setParam("scale", {DType::F32, {&four, 1}, scale}));
  const std::vector<float> x(12, 1), y(12, 2);
  ASSERT_OK(executable.run(std::array{NamedTensor{"x", {DType::F32, shape, x.data()}},
                                      NamedTensor{"y", {DType::F32, shape, y.data()}}}));
  ASSERT_OK_AND_ASSIGN(const TensorView out, executable.output("out"));
  for (int64_t i = 0; i < 12; ++i)
    ASSERT_EQ(out.as<float>()[i], static_cast<float>(6 * (i % 4 + 1) + 1)) << i;
}

class DiskCacheTest : public ::testing::Test {
protected:
  void SetUp() override { faults = {}; }
  void TearDown() override { faults = {}; }

  std::string file(const Hash128 &key = kKey) const { return folder.file(key.hex() + ".rlxe"); }
  void alter(const std::function<void(std::vector<uint8_t> &)> &change) const {
    auto bytes = readFile(file());
    ASSERT_TRUE(bytes.ok());
    change(*bytes);
    std::filesystem::remove(file()); // not an overwrite in place
    ASSERT_OK(writeFile(file(), *bytes));
  }
  // The load is a miss with the reason. Storing again repairs it.
  void expectReplaced(const std::string &why) const {
    DiskCache cache({folder.path()});
    std::string note;
    EXPECT_EQ(load(cache, kKey, &note), nullptr);
    EXPECT_NE(note.find(why), std::string::npos) << note;
    EXPECT_EQ(cache.stats().damaged, 1u);
    EXPECT_EQ(cache.stats().misses, 1u);
    ASSERT_OK(cache.store(kKey, sumModel()));
    const Loaded loaded = load(cache);
    ASSERT_TRUE(loaded);
    expectSums(*loaded);
  }

  TempFolder folder;
};

TEST_F(DiskCacheTest, WhatIsStoredComesBackElsewhere) {
  {
    DiskCache cache({folder.path() + "/made/when/needed"});
    EXPECT_EQ(load(cache), nullptr);
    EXPECT_FALSE(std::filesystem::exists(folder.file("made"))) << "looking makes nothing";
    ASSERT_OK(cache.store(kKey, sumModel()));
    EXPECT_EQ(cache.stats().misses, 1u);
    EXPECT_EQ(cache.stats().stored, 1u);
  }
  DiskCache cache({folder.path() + "/made/when/needed"});
  std::string note;
  Loaded loaded = load(cache, kKey, &note);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(note, "");
  EXPECT_EQ(loaded->missingParams().size(), 1u) << "values of params are not kept";
  std::filesystem::remove_all(folder.file("made")); // the model does not need its file
  expectSums(*loaded);
  EXPECT_EQ(cache.stats().hits, 1u);
  EXPECT_EQ(cache.stats().misses, 0u);
  EXPECT_EQ(load(cache, kKey, &note), nullptr);
  EXPECT_EQ(note, "") << "a file that is not there needs no reason";
}

TEST_F(DiskCacheTest, EveryDamagedByteIsAMissOrHarmless) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  ASSERT_OK_AND_ASSIGN(std::vector<uint8_t> bytes, readFile(file()));
  size_t harmless = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= 0x41;
    ASSERT_OK(writeFile(file(), bytes));
    if (Loaded loaded = load(cache)) {
      ++harmless;
      expectSums(*loaded);
    }
    bytes[i] ^= 0x41;
  }
  EXPECT_EQ(cache.stats().damaged + harmless, bytes.size());
  EXPECT_LT(harmless, 6 * 64u) << "only what lies between the sections";
}

TEST_F(DiskCacheTest, DamagedAndForeignFilesAreReplaced) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  alter([](auto &bytes) { bytes.resize(bytes.size() / 2); });
  expectReplaced("bytes, but there are");
  alter([](auto &bytes) { bytes.clear(); });
  expectReplaced("not an RLX package");
  alter([](auto &bytes) { bytes[8] = 99; });
  expectReplaced("format version 99");
  // A valid package of another model under this name, and a hand-made one.
  ASSERT_OK(cache.store(kOther, sumModel()));
  std::filesystem::rename(file(kOther), file());
  expectReplaced("package of another model, '" + kOther.hex() + "'");
  const PackageVariant model = sumModel();
  ASSERT_OK(writePackage(file(), {&model, 1}));
  expectReplaced("package of another model, ''");
}

// A wrong device is an error of the caller, not damage of the file.
TEST_F(DiskCacheTest, ADeviceThatDoesNotExistHarmsNoFile) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  std::string note;
  EXPECT_ERROR(cache.load(kKey, {"abacus", 1}, testKernels(), note).status(), NotFound,
               "no device 'abacus'; there are 'cpu'");
  EXPECT_EQ(note, "");
  EXPECT_EQ(cache.stats().misses, 0u);
  EXPECT_EQ(cache.stats().damaged, 0u);
  EXPECT_TRUE(load(cache));
}

TEST_F(DiskCacheTest, ThingsThatAreNoFilesAreMisses) {
  DiskCache cache({folder.path()});
  std::filesystem::create_directories(file());
  std::string note;
  EXPECT_EQ(load(cache, kKey, &note), nullptr);
  EXPECT_NE(note.find("is not a regular file"), std::string::npos) << note;
  EXPECT_ERROR(cache.store(kKey, sumModel()), InvalidArgument, "keeping the model in the cache");
  EXPECT_EQ(cache.stats().notStored, 1u);
  ASSERT_EQ(::mkfifo(file(kOther).c_str(), 0600), 0);
  EXPECT_EQ(load(cache, kOther), nullptr) << "without waiting for a writer";
  DiskCache nowhere({"/dev/null/cache"});
  EXPECT_EQ(load(nowhere), nullptr);
  EXPECT_ERROR(nowhere.store(kKey, sumModel()), NotFound, "cannot make the folder");
  DiskCache isFile({folder.write("file", "x")});
  EXPECT_ERROR(isFile.store(kKey, sumModel()), InvalidArgument, "cannot make the folder");
}

TEST_F(DiskCacheTest, TheLeastRecentlyUsedGoes) {
  uint64_t size = 0;
  {
    DiskCache cache({folder.path()});
    ASSERT_OK(cache.store(kKey, sumModel()));
    ASSERT_OK(cache.store(kOther, sumModel()));
    size = std::filesystem::file_size(file());
    // Both were used long ago, the first one earlier.
    const auto now = std::filesystem::file_time_type::clock::now();
    std::filesystem::last_write_time(file(), now - std::chrono::hours(2));
    std::filesystem::last_write_time(file(kOther), now - std::chrono::hours(1));
    ASSERT_TRUE(load(cache)); // now the other one is older
  }
  DiskCache cache({folder.path(), 2 * size + 1});
  ASSERT_OK(cache.store(kThird, sumModel()));
  EXPECT_EQ(cache.stats().evicted, 1u);
  EXPECT_TRUE(load(cache, kKey));
  EXPECT_FALSE(load(cache, kOther));
  EXPECT_TRUE(load(cache, kThird));
}

TEST_F(DiskCacheTest, WhatIsTooLargeEvictsNothing) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  DiskCache small({folder.path(), std::filesystem::file_size(file())});
  PackageVariant larger = sumModel();
  larger.features.push_back(std::string(500, 'x'));
  EXPECT_ERROR(small.store(kOther, larger), OutOfRange, "that the cache holds");
  EXPECT_EQ(small.stats().notStored, 1u);
  EXPECT_FALSE(std::filesystem::exists(file(kOther)));
  EXPECT_TRUE(load(small)) << "what was there stays";
  EXPECT_EQ(small.stats().evicted, 0u);
  DiskCache tiny({folder.path(), 10});
  EXPECT_ERROR(tiny.store(kOther, sumModel()), OutOfRange, "");
  std::string note;
  EXPECT_TRUE(std::filesystem::exists(file()));
  EXPECT_EQ(load(tiny, kKey, &note), nullptr);
  EXPECT_NE(note.find("but the cache holds"), std::string::npos) << note;
}

TEST_F(DiskCacheTest, LeftoversGoAndOtherFilesStay) {
  const pid_t ended = ::fork();
  if (ended == 0)
    ::_exit(0);
  ASSERT_EQ(::waitpid(ended, nullptr, 0), ended);
  const std::string package = kOther.hex() + ".rlxe";
  const std::string dead = package + "." + std::to_string(ended) + "-0.tmp";
  const std::string alive = package + "." + std::to_string(::getpid()) + "-77.tmp";
  const std::string forgotten = package + "." + std::to_string(::getpid()) + "-78.tmp";
  for (const std::string &name :
       {dead, alive, forgotten, std::string("notes.txt"), "x" + package, package + ".bak",
        std::string("model.rlxe"), package + ".x-1.tmp", package + ".99999999999-1.tmp"})
    folder.write(name, "x");
  std::filesystem::last_write_time(folder.file(forgotten),
                                   std::filesystem::file_time_type::clock::now() -
                                       std::chrono::hours(30));
  DiskCache cache({folder.path(), 1 << 20});
  ASSERT_OK(cache.store(kKey, sumModel()));
  EXPECT_EQ(cache.stats().leftovers, 2u);
  EXPECT_FALSE(std::filesystem::exists(folder.file(dead)));
  EXPECT_FALSE(std::filesystem::exists(folder.file(forgotten)));
  EXPECT_TRUE(std::filesystem::exists(folder.file(alive)));
  EXPECT_EQ(folder.names().size(), 8u);
}

// Several processes with several threads write, read and evict in one folder.
TEST_F(DiskCacheTest, ManyWritersAndReaders) {
  uint64_t size = 0;
  {
    DiskCache cache({folder.path()});
    ASSERT_OK(cache.store(kKey, sumModel()));
    size = std::filesystem::file_size(file());
  }
  const auto work = [&](uint64_t seed) {
    DiskCache cache({folder.path(), 3 * size});
    const PackageVariant model = sumModel();
    for (uint64_t i = 0; i < 40; ++i) {
      const Hash128 key{(i * 7 + seed) % 5, 1};
      if (Loaded loaded = load(cache, key))
        expectSums(*loaded);
      else if (Status stored = cache.store(key, model); !stored.ok())
        ADD_FAILURE() << stored.toString();
    }
    EXPECT_EQ(cache.stats().damaged, 0u);
  };
  std::vector<pid_t> children;
  for (uint64_t c = 0; c < 3; ++c) {
    const pid_t child = ::fork();
    if (child == 0) {
      work(c);
      ::_exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    children.push_back(child);
  }
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 3; ++t)
    threads.emplace_back(work, t + 3);
  for (std::thread &thread : threads)
    thread.join();
  for (pid_t child : children) {
    int ended = -1;
    ASSERT_EQ(::waitpid(child, &ended, 0), child);
    EXPECT_EQ(ended, 0);
  }
  EXPECT_LE(folder.names().size(), 4u) << "no temporary files, three packages at most";
}

// Storing fails in every way that a disk can. Earlier entries stay, and no temporary files remain.
TEST_F(DiskCacheTest, DisksThatFail) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  uint64_t failures = 0;
  const auto expectNotStored = [&](const Faults &kind, const char *why) {
    for (int64_t after = 0;; ++after) {
      faults = kind;
      faults.after = after;
      for (const Hash128 &key : {kKey, kOther}) {
        faults.calls = 0;
        Status stored = cache.store(key, sumModel());
        if (stored.ok())
          continue;
        ++failures;
        EXPECT_NE(stored.toString().find(why), std::string::npos) << stored.toString();
        const Faults now = std::exchange(faults, {});
        EXPECT_EQ(folder.names(), std::vector<std::string>{kKey.hex() + ".rlxe"});
        const Loaded loaded = load(cache);
        ASSERT_TRUE(loaded);
        expectSums(*loaded);
        faults = now;
      }
      faults = {};
      if (std::filesystem::exists(file(kOther)) || after > 100)
        break;
    }
    EXPECT_TRUE(std::filesystem::remove(file(kOther))) << why << " went on failing";
  };
  expectNotStored({.openWrite = EROFS}, "Read-only file system");
  expectNotStored({.openWrite = EACCES}, "Permission denied");
  expectNotStored({.openWrite = EMFILE}, "Too many open files");
  expectNotStored({.write = ENOSPC}, "No space left on device");
  expectNotStored({.write = EIO}, "Input/output error");
  expectNotStored({.close = ENOSPC}, "No space left on device");
  expectNotStored({.rename = EACCES}, "Permission denied");
  EXPECT_EQ(cache.stats().notStored, failures);
  EXPECT_GT(failures, 15u) << "every write of a store has failed once";
}

// A real limit, like a full disk: the system writes a part and refuses the rest.
TEST_F(DiskCacheTest, AFullDisk) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  const auto previous = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{100, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status stored = cache.store(kOther, sumModel());
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, previous);
  EXPECT_EQ(stored.code(), StatusCode::FailedPrecondition);
  EXPECT_EQ(folder.names().size(), 1u);
  EXPECT_TRUE(load(cache));
}

TEST_F(DiskCacheTest, ReadsThatFail) {
  DiskCache cache({folder.path()});
  ASSERT_OK(cache.store(kKey, sumModel()));
  const auto size = static_cast<int64_t>(std::filesystem::file_size(file()));
  const auto noteWith = [&](const Faults &kind) {
    faults = kind;
    std::string note;
    EXPECT_EQ(load(cache, kKey, &note), nullptr);
    faults = {};
    return note;
  };
  EXPECT_NE(noteWith({.openRead = EACCES}).find("Permission denied"), std::string::npos);
  EXPECT_NE(noteWith({.openRead = EMFILE}).find("Too many open files"), std::string::npos);
  EXPECT_NE(noteWith({.readError = EIO}).find("Input/output error"), std::string::npos);
  EXPECT_NE(noteWith({.endAfter = 0}).find("ends after 0 of"), std::string::npos);
  EXPECT_NE(noteWith({.endAfter = size - 1}).find("ends after"), std::string::npos);
  EXPECT_NE(noteWith({.readError = EIO, .after = 2, .readAtMost = 100}).find("Input/output"),
            std::string::npos);
  EXPECT_EQ(cache.stats().damaged, 6u);
  // Short reads are not failures.
  for (const size_t most : {size_t(1), size_t(7), size_t(64)}) {
    faults = {.readAtMost = most, .interrupt = most == 7};
    const Loaded loaded = load(cache);
    ASSERT_TRUE(loaded) << most;
    faults = {};
    expectSums(*loaded);
  }
}

// Each allocation fails in turn. The result is an error with the reason, or success if the runtime
// can do without. There is never a partial file, and the cache stays usable.
TEST_F(DiskCacheTest, MemoryEndsAnywhere) {
  const PackageVariant model = sumModel();
  DiskCache cache({folder.path()});
  int64_t failures = 0;
  for (int64_t budget = 0;; ++budget) {
    newBudget = budget;
    const Status stored = cache.store(kKey, model);
    const bool ranOut = newBudget.exchange(-1) == 0;
    if (!stored.ok()) {
      ++failures;
      EXPECT_EQ(stored.code(), StatusCode::OutOfMemory) << stored.toString();
      for (const std::string &name : folder.names())
        EXPECT_EQ(name, kKey.hex() + ".rlxe");
    } else if (!ranOut) {
      break;
    }
    ASSERT_LT(budget, 100000);
  }
  EXPECT_GT(failures, 20);
  failures = 0;
  for (int64_t budget = 0;; ++budget) {
    KernelTable kernels = testKernels();
    const LoadOptions options{"cpu", 1};
    std::string note;
    newBudget = budget;
    auto loaded = cache.load(kKey, options, std::move(kernels), note);
    const bool ranOut = newBudget.exchange(-1) == 0;
    if (!loaded.ok()) {
      ++failures;
      EXPECT_EQ(loaded.status().code(), StatusCode::OutOfMemory) << loaded.status().toString();
    } else if (!ranOut) {
      ASSERT_TRUE(*loaded) << note;
      expectSums(**loaded);
      break;
    }
    ASSERT_LT(budget, 100000);
  }
  EXPECT_GT(failures, 20);
  EXPECT_EQ(cache.stats().damaged, 0u) << "lack of memory is not the file's fault";
}

} // namespace
