// The files of a disk cache: which of a folder's files are ours, reading one, and making room.
// Nobody else's files are touched, and every file may vanish at any time: other processes use the
// folder too.
#ifndef RLX_SESSION_CACHE_CACHEFOLDER_H
#define RLX_SESSION_CACHE_CACHEFOLDER_H

#include <cstdint>
#include <string>

#include "runtime/base/ByteBlock.h"
#include "runtime/base/StatusOr.h"
#include "session/cache/Hasher.h"

namespace rlx {

// Threads: immutable. Functions may throw std::bad_alloc.
class CacheFolder {
public:
  explicit CacheFolder(std::string path) : folder(std::move(path)) {}

  const std::string &path() const { return folder; }
  // FOLDER/<32 digits>.rlxe
  std::string fileOf(const Hash128 &key) const;

  // Makes the folder if it is not there.
  rt::Status create() const;
  // All bytes, copied: a mapped file could change, or end early, under a model that runs. NotFound
  // only if there is no such file; OutOfRange for one with more than `most` bytes; DataLoss for one
  // that ends early; what SystemError.h says when reading goes wrong.
  rt::StatusOr<rt::ByteBlock> read(const Hash128 &key, uint64_t most) const;
  // Says that the file has been used just now.
  void touch(const Hash128 &key) const;

  struct Cleaned {
    uint64_t evicted = 0, leftovers = 0;
    bool isTooLarge = false; // the new package was removed
  };
  // Removes what interrupted writers have left behind, then the least recently used packages until
  // the others have at most `most` bytes together. `added` counts as used just now; if it has more
  // than `most` by itself it goes, and nothing else.
  Cleaned makeRoom(uint64_t most, const Hash128 &added) const;

private:
  std::string folder;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_CACHEFOLDER_H
