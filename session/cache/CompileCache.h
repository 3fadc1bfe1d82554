// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An in-memory cache of compiled models.
//
// A model that is asked for again is returned as a clone, which shares code, constants, params and
// prepared weights with earlier ones.
#ifndef RLX_SESSION_CACHE_COMPILECACHE_H
#define RLX_SESSION_CACHE_COMPILECACHE_H

#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "session/Session.h"
#include "session/cache/Fingerprint.h"

namespace rlx {

struct LoadedModel;

struct CompileCacheOptions {
  size_t maxEntries = 32;
  // Bytes of constants, params, prepared weights and code, and of specialized code with the model
  // it is compiled from. A larger model is compiled but not kept. Executables keep their memory
  // after eviction.
  uint64_t maxBytes = uint64_t(4) << 30;
};

// Statistics of one cache since it was made; `entries` and `bytes` are current.
struct CompileCacheStats {
  uint64_t hits = 0;      // includes calls that waited for another thread's compilation
  uint64_t misses = 0;    // compiled here, or loaded from the disk cache
  uint64_t diskHits = 0;  // misses that the disk cache served
  uint64_t failures = 0;  // calls that returned a compilation error
  uint64_t evictions = 0; // least recently used first
  uint64_t bypassed = 0;  // not looked up: see getOrCompile
  uint64_t entries = 0;
  uint64_t bytes = 0;
};

// Entries are keyed by fingerprintExecutable(): constants, options, CPU and param values must be
// equal, whatever the model was made from.
//
// Threads: any call may overlap others, with modules of different contexts. Calls for a model that
// is being compiled wait for it. A failure is returned to all waiting calls and not kept.
class CompileCache {
public:
  using Params = std::map<std::string, rt::Tensor>;
  using Result = rt::StatusOr<std::unique_ptr<rt::Executable>>;

  explicit CompileCache(CompileCacheOptions options = {});
  CompileCache(const CompileCache &) = delete;
  ~CompileCache();

  // An executable of the module, which is not changed. The values in `params` are set, sharing
  // their memory, and prepared if all params have one. A miss compiles as Session::fromModule does,
  // with options.diskCache. Options that ask for more than the result (wantsResultOnly), or that
  // have user kernels, which cannot be compared, always compile and are not kept. Mode Lazy counts
  // as Compiled.
  Result getOrCompile(mlir::ModuleOp module, const SessionOptions &options = {},
                      const Params &params = {});
  // The same for the arguments of Session's factory functions. Files are read and texts parsed to
  // compute the key.
  Result fromFile(const std::string &path, const SessionOptions &options = {});
  Result fromSource(const std::string &text, const SessionOptions &options = {});
  Result fromGraph(GraphBuilder &builder, const SessionOptions &options = {});

  CompileCacheStats stats() const;
  // Drops all models.
  void clear();

private:
  struct Entry;
  using EntryPtr = std::shared_ptr<Entry>;

  rt::StatusOr<LoadedModel> compile(mlir::ModuleOp module, const SessionOptions &options,
                                    const Params &params);
  Result compileFor(Entry &entry, mlir::ModuleOp module, const SessionOptions &options,
                    const Params &params);
  void settle(const EntryPtr &entry, const Result &made);
  uint64_t bytesLocked() const;
  // Moves entries without room to `gone`, whose destruction may wait for a compilation.
  void evict(std::list<EntryPtr> &gone);

  const CompileCacheOptions limits;
  mutable std::mutex mutex;
  std::condition_variable settled;
  std::map<Fingerprint, EntryPtr> entries; // includes those being compiled
  std::list<EntryPtr> recent;              // compiled ones, most recently used first
  CompileCacheStats counters;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_COMPILECACHE_H
