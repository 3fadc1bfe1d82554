// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One mutex guards the lists and the states of entries. Compiling and cloning happen outside of it.
//
// An entry is removed from the list first and destroyed after the lock is released.
#include "session/cache/CompileCache.h"

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "importers/onnx/OnnxImporter.h"
#include "runtime/base/NoThrow.h"
#include "session/CompileModel.h"
#include "session/ModelFile.h"
#include "session/ShapeSpecializer.h"

using namespace mlir;

namespace rlx {

struct CompileCache::Entry {
  explicit Entry(const Fingerprint &key) : key(key) {}

  const Fingerprint key;
  // Guarded by the cache's mutex; immutable once the state is not Compiling.
  enum class State : uint8_t { Compiling, Ready, Failed } state = State::Compiling;
  rt::Status failure;
  uint64_t ownBytes = 0;
  std::shared_ptr<const rt::Specializer> specializer; // null for none
  std::list<EntryPtr>::iterator recentPosition;       // in `recent`, if it is there
  bool isKept = false;
  // Never runs, so that its clones are alike. Cloning is a call, so it is serialized.
  std::mutex cloning;
  std::unique_ptr<rt::Executable> original;

  Result clone() {
    const std::lock_guard lock(cloning);
    return original->clone();
  }
  // Grows when clones get specialized code.
  uint64_t bytes() const {
    return ownBytes + static_cast<uint64_t>(specializer ? specializer->sharedBytes() : 0);
  }
};

namespace {

// Bytes that clones share, without specialized code.
uint64_t bytesOf(const rt::Executable &executable) {
  const rt::MemoryUse use = executable.memoryUse();
  return static_cast<uint64_t>(use.paramBytes + use.persistentBytes + use.codeBytes) +
         executable.program().constants.size();
}

} // namespace

CompileCache::CompileCache(CompileCacheOptions options) : limits(options) {}
CompileCache::~CompileCache() = default;

CompileCacheStats CompileCache::stats() const {
  const std::lock_guard lock(mutex);
  CompileCacheStats now = counters;
  now.bytes = bytesLocked();
  return now;
}

rt::StatusOr<LoadedModel> CompileCache::compile(ModuleOp module, const SessionOptions &options,
                                                const Params &params) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  RLX_ASSIGN_OR_RETURN(LoadedModel loaded, loadModel(*copy, options));
  for (const auto &[name, value] : params)
    RLX_RETURN_IF_ERROR(loaded.executable->adoptParam(name, value.share()));
  if (loaded.executable->missingParams().empty())
    RLX_RETURN_IF_ERROR(loaded.executable->prepare());
  return loaded;
}

// Compiles for this call and all waiting ones, which are notified in any case.
CompileCache::Result CompileCache::compileFor(Entry &entry, ModuleOp module,
                                              const SessionOptions &options, const Params &params) {
  return rt::catchAllocFailure([&]() -> Result {
    RLX_ASSIGN_OR_RETURN(LoadedModel loaded, compile(module, options, params));
    entry.original = std::move(loaded.executable);
    entry.specializer = std::move(loaded.specializer);
    entry.ownBytes = bytesOf(*entry.original);
    {
      const std::lock_guard lock(mutex);
      counters.diskHits += loaded.cache.outcome == CacheUse::Outcome::Hit;
    }
    return entry.clone();
  });
}

void CompileCache::settle(const EntryPtr &entry, const Result &made) {
  std::list<EntryPtr> gone; // destroyed after the lock
  const std::lock_guard lock(mutex);
  if (made.ok()) {
    entry->state = Entry::State::Ready;
  } else {
    ++counters.failures;
    entry->state = Entry::State::Failed;
    entry->failure = made.status().copy();
  }
  const rt::Status kept = rt::catchAllocFailure([&]() -> rt::Status {
    if (entry->state == Entry::State::Ready && entry->bytes() <= limits.maxBytes) {
      entry->recentPosition = recent.insert(recent.begin(), entry);
      entry->isKept = true;
    }
    return rt::okStatus();
  });
  kept.ignore();
  if (entry->isKept)
    evict(gone);
  else
    entries.erase(entry->key);
  settled.notify_all();
}

uint64_t CompileCache::bytesLocked() const {
  uint64_t bytes = 0;
  for (const EntryPtr &entry : recent)
    bytes += entry->bytes();
  return bytes;
}

void CompileCache::evict(std::list<EntryPtr> &gone) {
  while (recent.size() > limits.maxEntries || bytesLocked() > limits.maxBytes) {
    const EntryPtr &last = recent.back();
    ++counters.evictions;
    last->isKept = false;
    entries.erase(last->key);
    gone.splice(gone.begin(), recent, std::prev(recent.end()));
  }
  counters.entries = recent.size();
}

CompileCache::Result CompileCache::getOrCompile(ModuleOp module, const SessionOptions &given,
                                                const Params &params) {
  return rt::catchAllocFailure([&]() -> Result {
    RLX_ASSIGN_OR_RETURN(const SessionOptions options, resolveForCache(given));
    if (!wantsResultOnly(options.compile) || !options.userKernels.empty()) {
      {
        const std::lock_guard lock(mutex);
        ++counters.bypassed;
      }
      RLX_ASSIGN_OR_RETURN(LoadedModel loaded, compile(module, options, params));
      return std::move(loaded.executable);
    }
    RLX_ASSIGN_OR_RETURN(const Fingerprint code, fingerprintCode(module, options));
    const Fingerprint key = fingerprintExecutable(code, options.load, params, options.specialize);
    const auto fresh = std::make_shared<Entry>(key);
    std::list<EntryPtr> gone; // destroyed after the lock
    std::unique_lock lock(mutex);
    const auto [found, isNew] = entries.try_emplace(key, fresh);
    const EntryPtr entry = found->second;
    if (isNew) {
      ++counters.misses;
      lock.unlock();
      Result made = compileFor(*entry, module, options, params);
      settle(entry, made);
      return made;
    }
    settled.wait(lock, [&] { return entry->state != Entry::State::Compiling; });
    if (entry->state == Entry::State::Failed) {
      ++counters.failures;
      return entry->failure.copy();
    }
    ++counters.hits;
    if (entry->isKept) {
      recent.splice(recent.begin(), recent, entry->recentPosition);
      evict(gone); // others may have grown
    }
    lock.unlock();
    return entry->clone();
  });
}

CompileCache::Result CompileCache::fromFile(const std::string &path,
                                            const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> Result {
    RLX_RETURN_IF_ERROR(checkModelFile(path));
    RLX_ASSIGN_OR_RETURN(const OnnxImportOptions how, importOptions(options, path));
    std::unique_ptr<MLIRContext> context = createCompilerContext();
    FailureOr<ModelFile> model = failure();
    {
      DiagnosticCollector diagnostics(context.get());
      model = readModelFile(*context, path, how, languageModelOptions(options));
      if (failed(model))
        return diagnostics.status();
    }
    return getOrCompile(*model->module, options, model->params);
  });
}

CompileCache::Result CompileCache::fromSource(const std::string &text,
                                              const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> Result {
    std::unique_ptr<MLIRContext> context = createCompilerContext();
    FailureOr<ModelFile> model = failure();
    {
      DiagnosticCollector diagnostics(context.get());
      model = readModelText(*context, text);
      if (failed(model))
        return diagnostics.status();
    }
    return getOrCompile(*model->module, options);
  });
}

CompileCache::Result CompileCache::fromGraph(GraphBuilder &builder, const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> Result {
    RLX_ASSIGN_OR_RETURN(GraphModel model, builder.finish());
    loadCompilerDialects(*model.context);
    return getOrCompile(*model.module, options, model.params);
  });
}

void CompileCache::clear() {
  std::list<EntryPtr> gone; // destroyed after the lock
  const std::lock_guard lock(mutex);
  for (const EntryPtr &entry : recent) {
    entry->isKept = false;
    entries.erase(entry->key);
  }
  gone.swap(recent);
  counters.entries = 0;
}

} // namespace rlx
