// Compiled models in a folder, for all processes that name it: packages (.rlxe) called after their
// fingerprint, with code and constants but without values of params.
//
// Nothing in the folder is trusted. A file that is damaged, of another version, or not the one that
// its name says, is a miss; it is replaced, and counted. Files appear under their names when they
// are complete, so processes may write and remove at the same time; two that compile the same model
// both write it. What a power failure leaves of a file is found by its checksums. The folder has at
// most maxBytes of packages after each store: those go whose use is longest ago. Files of other
// names are left alone, but what interrupted writers left is removed.
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
  std::string folder; // made when something is stored
  uint64_t maxBytes = uint64_t(1) << 30;
};

// Of one cache object, since it was made.
struct DiskCacheStats {
  uint64_t hits = 0;
  uint64_t misses = 0;  // damaged ones included
  uint64_t damaged = 0; // there was a file, but it could not be used
  uint64_t stored = 0;
  uint64_t notStored = 0; // the disk is full, read-only, …, or the package is too large
  uint64_t evicted = 0;   // packages removed to make room
  uint64_t leftovers = 0; // parts of interrupted writes removed
};

// Threads: all functions may be called at the same time.
class DiskCache {
public:
  explicit DiskCache(DiskCacheOptions options);
  DiskCache(const DiskCache &) = delete;

  const std::string &folder() const { return files.path(); }

  // The executable of the model that was stored under `key`, without values of params; null when
  // there is none that can be used. Then `note` says why not, unless there is just no file. `users`
  // has the kernels of the user. Errors are for lack of memory, and for a device in `options` that
  // does not exist: then nothing is looked at or counted.
  rt::StatusOr<std::unique_ptr<rt::Executable>> load(const Hash128 &key,
                                                     const rt::LoadOptions &options,
                                                     rt::KernelTable users, std::string &note);

  // Keeps a compiled model. An error says why it could not be kept; files that were there before
  // are still there then.
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
