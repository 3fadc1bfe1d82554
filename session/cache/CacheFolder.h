// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files of a disk cache: naming, reading and eviction.
//
// Files of others are never touched. Any file may vanish at any time, because other processes use
// the folder too.
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

  // Creates the folder, with its parents.
  rt::Status create() const;
  // Reads all bytes into memory: a mapped file could change or be truncated under a running model.
  // NotFound only if there is no such file. OutOfRange for more than `most` bytes. DataLoss if it
  // ends early. Read errors as in SystemError.h.
  rt::StatusOr<rt::ByteBlock> read(const Hash128 &key, uint64_t most) const;
  // Marks the file as used now.
  void touch(const Hash128 &key) const;

  struct Cleaned {
    uint64_t evicted = 0, leftovers = 0;
    bool isTooLarge = false; // the new package was removed
  };
  // Removes files of interrupted writes, then the least recently used packages until at most `most`
  // bytes remain. `added` counts as used now. If it alone exceeds `most`, it is removed, and
  // nothing else.
  Cleaned makeRoom(uint64_t most, const Hash128 &added) const;

private:
  std::string folder;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_CACHEFOLDER_H
