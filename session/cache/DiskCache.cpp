// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores packages by fingerprint, and counts the outcomes.
//
// Files are packages, written and read by the runtime's own code.
#include "session/cache/DiskCache.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StatusText.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"

namespace rlx {

using rt::StatusCode;

DiskCache::DiskCache(DiskCacheOptions options)
    : files(std::move(options.folder)), maxBytes(options.maxBytes) {}

DiskCacheStats DiskCache::stats() const {
  const std::lock_guard lock(mutex);
  return counters;
}

rt::StatusOr<std::unique_ptr<rt::Executable>> DiskCache::loadFile(const Hash128 &key,
                                                                  const rt::LoadOptions &options,
                                                                  rt::KernelTable users,
                                                                  bool &isAbsent) const {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<rt::Executable>> {
    rt::StatusOr<rt::ByteBlock> bytes = files.read(key, maxBytes);
    isAbsent = bytes.status().code() == StatusCode::NotFound;
    if (!bytes.ok())
      return std::move(bytes).status();
    const auto owner = std::make_shared<const rt::ByteBlock>(std::move(*bytes));
    RLX_ASSIGN_OR_RETURN(const auto package, rt::Package::fromBytes(owner->bytes(), owner));
    if (package->tag() != key.hex())
      return rt::dataLoss(rt::strCat("it is the package of another model, '", package->tag(), "'"));
    // The key is that of the model compiled for the device. If that left the device no code, the
    // package has CPU code, as a fresh compilation would (runsOnDevice).
    return rt::loadPackage(*package, options, std::move(users));
  });
}

rt::StatusOr<std::unique_ptr<rt::Executable>> DiskCache::load(const Hash128 &key,
                                                              const rt::LoadOptions &options,
                                                              rt::KernelTable users,
                                                              std::string &note) {
  using Result = rt::StatusOr<std::unique_ptr<rt::Executable>>;
  return rt::catchAllocFailure([&]() -> Result {
    // A wrong request is no damage of the file.
    if (!options.device.empty())
      RLX_RETURN_IF_ERROR(rt::DeviceRegistry::get().find(options.device).status());
    bool isAbsent = false;
    Result loaded = loadFile(key, options, std::move(users), isAbsent);
    if (!loaded.ok() && loaded.status().code() == StatusCode::OutOfMemory)
      return loaded;
    const bool isHit = loaded.ok();
    if (isHit)
      files.touch(key);
    else if (!isAbsent)
      note = rt::strCat("the cache file '", files.fileOf(key),
                        "' cannot be used: ", rt::statusText(loaded.status()));
    const std::lock_guard lock(mutex);
    counters.hits += isHit;
    counters.misses += !isHit;
    counters.damaged += !isHit && !isAbsent;
    return isHit ? std::move(loaded) : Result(std::unique_ptr<rt::Executable>());
  });
}

rt::Status DiskCache::storeFile(const Hash128 &key, const rt::PackageVariant &model,
                                CacheFolder::Cleaned &cleaned) const {
  RLX_RETURN_IF_ERROR(files.create());
  const uint64_t least = model.program.constants.size() + model.code.size();
  if (least > maxBytes)
    return rt::outOfRange(
        rt::strCat("the model takes more than ", least, " bytes, but the cache holds ", maxBytes));
  RLX_RETURN_IF_ERROR(rt::writePackage(files.fileOf(key), {&model, 1}, {.tag = key.hex()}));
  cleaned = files.makeRoom(maxBytes, key);
  return cleaned.isTooLarge ? rt::outOfRange(rt::strCat("the model's package has more than the ",
                                                        maxBytes, " bytes that the cache holds"))
                            : rt::okStatus();
}

rt::Status DiskCache::store(const Hash128 &key, const rt::PackageVariant &model) {
  return rt::catchAllocFailure([&]() -> rt::Status {
    CacheFolder::Cleaned cleaned;
    rt::Status status = rt::catchAllocFailure([&] { return storeFile(key, model, cleaned); });
    {
      const std::lock_guard lock(mutex);
      counters.stored += status.ok();
      counters.notStored += !status.ok();
      counters.evicted += cleaned.evicted;
      counters.leftovers += cleaned.leftovers;
    }
    return std::move(status).withContext(
        rt::strCat("keeping the model in the cache '", files.path(), "'"));
  });
}

} // namespace rlx
