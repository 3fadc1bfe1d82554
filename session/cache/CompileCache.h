// Compiled models in memory: what is asked for again is a clone, which shares code, constants,
// params and prepared weights with those handed out before.
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
  // Of constants, params, prepared weights and code; what code for single sizes is made from, and
  // that code, when it has been made. A model that has more by itself is compiled, but not kept.
  // What has been handed out keeps its memory when the cache lets go of it.
  uint64_t maxBytes = uint64_t(4) << 30;
};

// Of one cache object, since it was made; entries and bytes are as they are now.
struct CompileCacheStats {
  uint64_t hits = 0;      // those that waited for another thread's compilation included
  uint64_t misses = 0;    // compiled here, or loaded from the disk cache
  uint64_t diskHits = 0;  // of the misses: loaded
  uint64_t failures = 0;  // calls that ended with the error of a compilation
  uint64_t evictions = 0; // the least recently asked for go
  uint64_t bypassed = 0;  // not looked up: see getOrCompile
  uint64_t entries = 0;
  uint64_t bytes = 0;
};

// Entries are known by fingerprintExecutable(): a model is the same only with the same constants,
// options, processor and values of params, whatever it was made from.
//
// Threads: all functions may be called at the same time, with modules of different contexts. Those
// that ask for the same model while it is compiled wait for it; a failure is not kept, and all who
// wait get it.
class CompileCache {
public:
  using Params = std::map<std::string, rt::Tensor>;
  using Result = rt::StatusOr<std::unique_ptr<rt::Executable>>;

  explicit CompileCache(CompileCacheOptions options = {});
  CompileCache(const CompileCache &) = delete;
  ~CompileCache();

  // An executable of the module, which is left alone, with the values of `params` set (their memory
  // is shared, nobody writes to it) and prepared if all params have one. A miss compiles it as
  // Session::fromModule does, with options.diskCache. Options that want more than the result of a
  // compilation (wantsResultOnly) or have kernels of the user, of which two cannot be told apart,
  // are compiled always and not kept. Mode Lazy is taken for Compiled.
  Result getOrCompile(mlir::ModuleOp module, const SessionOptions &options = {},
                      const Params &params = {});
  // The same for what Session::fromFile, fromSource and fromGraph take. Files are read, and texts
  // parsed, to know what they are.
  Result fromFile(const std::string &path, const SessionOptions &options = {});
  Result fromSource(const std::string &text, const SessionOptions &options = {});
  Result fromGraph(GraphBuilder &builder, const SessionOptions &options = {});

  CompileCacheStats stats() const;
  // Lets go of all models.
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
  // Moves what there is no room for to `gone`, whose end may wait for a compilation.
  void evict(std::list<EntryPtr> &gone);

  const CompileCacheOptions limits;
  mutable std::mutex mutex;
  std::condition_variable settled;
  std::map<Fingerprint, EntryPtr> entries; // those being compiled as well
  std::list<EntryPtr> recent;              // compiled ones, the last asked for first
  CompileCacheStats counters;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_COMPILECACHE_H
