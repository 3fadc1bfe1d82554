// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options are unpacked by structured bindings. A new option does not compile here until somebody
// decides whether it takes part.
//
// Every part is framed by Hasher.
#include "session/cache/Fingerprint.h"

#include <algorithm>

#include "session/HostCpu.h"
#include "session/cache/BuildId.h"
#include "session/cache/ModuleHash.h"

namespace rlx {
namespace {

rt::Status hashCodegen(const TargetOptions &options, Hasher &into) {
  const auto &[fastPaths, fuse, chip, features, device, strict, precision, keepForms] = options;
  RLX_ASSIGN_OR_RETURN(const std::string processor, processorText(options));
  into.text(processor);
  into.text(chip);
  into.text(features);
  into.text(device);
  into.number(strict);
  into.number(static_cast<uint64_t>(precision));
  into.number(fastPaths);
  into.number(fuse);
  into.number(keepForms);
  return rt::okStatus();
}

rt::Status hashCompile(const CompileOptions &options, Hasher &into) {
  // The rest is in wantsResultOnly(), or does not change the result (verifyKernels, progress).
  const auto &[target, codegen, stopAfter, dumpDir, verifyKernels, afterPhase, progress] = options;
  into.text(target);
  return hashCodegen(codegen, into);
}

} // namespace

rt::StatusOr<Fingerprint> fingerprintCode(mlir::ModuleOp module, const SessionOptions &options) {
  // The consequences of the mode are in `compile`, and those of paramInputs, adapters, dimSizes,
  // cacheType, cacheLayout and inPlaceCaches in the module; checkFinite is not part of a program.
  const auto &[compile, load, userKernels, specialize, mode, checkFinite, paramInputs, adapters,
               dimSizes, cacheType, cacheLayout, inPlaceCaches, diskCache] = options;
  Hasher hasher;
  hasher.text(compilerBuildId());
  RLX_RETURN_IF_ERROR(hashCompile(compile, hasher));
  std::vector<std::string> names;
  for (const auto &[name, kernel] : userKernels)
    names.push_back(name);
  std::ranges::sort(names);
  hasher.number(names.size());
  for (const std::string &name : names)
    hasher.text(name);
  hashModule(module, hasher);
  return hasher.result();
}

Fingerprint fingerprintExecutable(const Fingerprint &code, const rt::LoadOptions &load,
                                  const std::map<std::string, rt::Tensor> &params,
                                  const SpecializeOptions &specialize) {
  const auto &[device, threads, releaseParams, strict] = load;
  Hasher hasher;
  hasher.hash(code);
  hasher.text(device);
  hasher.number(threads);
  hasher.number(releaseParams);
  hasher.number(strict);
  const auto &[afterRuns, most] = specialize;
  hasher.number(afterRuns);
  hasher.number(most);
  hasher.number(params.size());
  for (const auto &[name, value] : params) {
    hasher.text(name);
    hasher.number(static_cast<uint64_t>(value.dtype()));
    hasher.number(value.rank());
    for (int64_t size : value.shape())
      hasher.number(static_cast<uint64_t>(size));
    hasher.bytes({static_cast<const uint8_t *>(value.data()), value.bytes()});
  }
  return hasher.result();
}

bool wantsResultOnly(const CompileOptions &options) {
  return options.stopAfter.empty() && options.dumpDir.empty() && !options.afterPhase;
}

} // namespace rlx
