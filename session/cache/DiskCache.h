// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled models in a folder that processes share: packages (.rlxe) named by their fingerprint,
// with code and constants but without param values.
//
// Nothing in the folder is trusted. A file that is damaged, of another version, or not the model
// its name says is a miss; it is counted and replaced. Files appear under their names when
// complete, so processes may write and remove at the same time; two that compile the same model
// both write it. Checksums detect partial files after a power failure. After each store the folder
// has at most maxBytes of packages: the least recently used are removed. Files with other names are
// left alone, except remains of interrupted writes.
#ifndef RLX_SESSION_CACHE_DISKCACHE_H
#define RLX_SESSION_CACHE_DISKCACHE_H

#include <memory>
#include <mutex>
#include <string>

#include "runtime/package/PackageWriter.h"
#include "runtime/program/executable/Executable.h"
#include "session/cache/CacheFolder.h"

namespace rlx {

struct DiskCacheOptions {
  std::string folder; // created by the first store
  uint64_t maxBytes = uint64_t(1) << 30;
};

// Statistics of one cache object since it was made.
struct DiskCacheStats {
  uint64_t hits = 0;
  uint64_t misses = 0;  // includes damaged files
  uint64_t damaged = 0; // a file existed, but could not be used
  uint64_t stored = 0;
  uint64_t notStored = 0; // disk full or read-only, package too large, …
  uint64_t evicted = 0;   // packages removed to make room
  uint64_t leftovers = 0; // remains of interrupted writes removed
};

// Threads: all functions may overlap.
class DiskCache {
public:
  explicit DiskCache(DiskCacheOptions options);
  DiskCache(const DiskCache &) = delete;

  const std::string &folder() const { return files.path(); }

  // The executable of the model stored under `key`, without param values. Null if there is none or
  // it is unusable; `note` then gives the reason, except for a missing file. `users` has the user
  // kernels. Errors are lack of memory, and a device in `options` that does not exist; then nothing
  // is read or counted.
  rt::StatusOr<std::unique_ptr<rt::Executable>> load(const Hash128 &key,
                                                     const rt::LoadOptions &options,
                                                     rt::KernelTable users, std::string &note);

  // Stores a compiled model. An error gives the reason; earlier files are still there then.
  rt::Status store(const Hash128 &key, const rt::PackageVariant &model);

  DiskCacheStats stats() const;

private:
  rt::StatusOr<std::unique_ptr<rt::Executable>> loadFile(const Hash128 &key,
                                                         const rt::LoadOptions &options,
                                                         rt::KernelTable users,
                                                         bool &isAbsent) const;
  rt::Status storeFile(const Hash128 &key, const rt::PackageVariant &model,
                       CacheFolder::Cleaned &cleaned) const;

  CacheFolder files;
  uint64_t maxBytes;
  mutable std::mutex mutex; // of the counters
  DiskCacheStats counters;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_DISKCACHE_H
