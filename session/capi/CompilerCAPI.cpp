// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of the compiler: checks arguments from C, and forwards to Session.
//
// Options are SessionOptions behind a handle. Nothing is compiled before rlx_compile_*.
#include "importers/gguf/LanguageModelOptions.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/UserKernels.h"
#include "runtime/capi/Wrap.h"
#include "runtime/cpu/Processors.h"
#include "runtime/device/DeviceRegistry.h"
#include "session/CompileModel.h"
#include "session/HostCpu.h"
#include "session/PackageModel.h"
#include "session/Session.h"
#include "session/cache/DiskCache.h"
#include "session/capi/CompileOptions.h"
#include "session/include/rlx/rlx_compiler.h"
#include "llvm/ADT/StringExtras.h"

using namespace rlx;

namespace {

rlx_status_t *nullArgument(const char *what) {
  return capi::wrap(rt::invalidArgument(rt::strCat(what, " is NULL")));
}

// Runs `body`, which returns a Status, and catches its exceptions.
template <typename Body>
rlx_status_t *guarded(Body &&body) {
  return capi::wrap(rt::catchAllocFailure(std::forward<Body>(body)));
}

// The target must exist in this build, and this process must have a device that runs its code.
rt::Status checkTarget(std::string_view target) {
  if (!findTarget(target))
    return rt::notFound(noSuchTarget(target));
  return rt::DeviceRegistry::get().findForTarget(target).status().copy();
}

} // namespace

rt::StatusOr<SessionOptions> capi::sessionOptions(const rlx_compile_options_t *options) {
  if (!options)
    return SessionOptions();
  const SessionOptions &session = options->session;
  if (options->hasTarget && !session.load.device.empty()) {
    RLX_ASSIGN_OR_RETURN(rt::Device *const device,
                         rt::DeviceRegistry::get().find(session.load.device));
    if (device->target() != session.compile.target)
      return wrongTarget(session.compile.target, *device);
  }
  return session;
}

rlx_status_t *capi::compileWith(
    const rlx_compile_options_t *options,
    llvm::function_ref<rt::StatusOr<std::unique_ptr<Session>>(const SessionOptions &)> make,
    rlx_executable_t **executable) {
  auto session = rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(SessionOptions how, sessionOptions(options));
    const std::shared_ptr<Report> report = options ? options->report : nullptr;
    if (report) {
      report->watch(how.compile);
      // A lazy executable compiles later, perhaps when the report's handle is gone.
      how.compile.afterPhase = [report, next = how.compile.afterPhase](auto phase, auto module) {
        next(phase, module);
      };
    }
    rt::StatusOr<std::unique_ptr<Session>> made = make(how);
    if (report && made.ok())
      report->setPhases((*made)->compileTimes());
    return made;
  });
  if (!session.ok())
    return wrap(std::move(session).status());
  return wrap((*session)->takeExecutable(), executable);
}

rlx_status_t *capi::packageWith(const rlx_compile_options_t *options, const char *cpus,
                                const char *path,
                                llvm::function_ref<rt::Status(const PackageModelOptions &)> write) {
  return guarded([&]() -> rt::Status {
    if (!llvm::StringRef(path).ends_with_insensitive(".rlxe"))
      return rt::invalidArgument(
          rt::strCat("expected a package file whose name ends in .rlxe, got '", path, "'"));
    PackageModelOptions how;
    RLX_ASSIGN_OR_RETURN(how.session, sessionOptions(options));
    if (cpus)
      for (llvm::StringRef name : llvm::split(cpus, ','))
        how.cpus.push_back(name.trim().str());
    for (const std::string &name : how.cpus)
      if (name.empty())
        return rt::invalidArgument(
            rt::strCat("expected names of CPUs with commas between, got '", cpus, "'"));
    return write(how);
  });
}

extern "C" {

rlx_status_t *rlx_compile_options_create(rlx_compile_options_t **options) {
  if (!options)
    return nullArgument("options");
  return guarded([&]() -> rt::Status {
    *options = new rlx_compile_options();
    return rt::okStatus();
  });
}

void rlx_compile_options_free(rlx_compile_options_t *options) {
  delete options;
}

rlx_status_t *rlx_compile_options_set_target(rlx_compile_options_t *options, const char *target) {
  if (!options || !target)
    return nullArgument(options ? "target" : "options");
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(checkTarget(target));
    options->session.compile.target = target;
    options->hasTarget = true;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_set_device(rlx_compile_options_t *options, const char *device) {
  if (!options || !device)
    return nullArgument(options ? "device" : "options");
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(rt::DeviceRegistry::get().find(device).status());
    options->session.load.device = device;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_set_threads(rlx_compile_options_t *options, uint32_t threads) {
  if (!options)
    return nullArgument("options");
  if (threads > rt::kMaxThreads)
    return guarded([&] {
      return rt::invalidArgument(
          rt::strCat("expected at most ", rt::kMaxThreads, " threads, got ", threads));
    });
  options->session.load.threads = threads;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_specialize(rlx_compile_options_t *options, uint64_t afterRuns,
                                                 uint32_t most) {
  if (!options)
    return nullArgument("options");
  if (most == 0 || most > kMaxSpecialized)
    return guarded([&] {
      return rt::invalidArgument(
          rt::strCat("expected to keep 1 to ", kMaxSpecialized, " sets of sizes, got ", most));
    });
  options->session.specialize = {afterRuns, most};
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_fast_paths(rlx_compile_options_t *options, int enabled) {
  if (!options)
    return nullArgument("options");
  options->session.compile.codegen.fastPaths = enabled != 0;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_strict(rlx_compile_options_t *options, int enabled) {
  if (!options)
    return nullArgument("options");
  options->session.compile.codegen.strict = enabled != 0;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_precision(rlx_compile_options_t *options,
                                                const char *precision) {
  if (!options || !precision)
    return nullArgument(options ? "precision" : "options");
  std::optional<Precision> found = findPrecision(precision);
  if (!found)
    return guarded([&] {
      return rt::invalidArgument(
          rt::strCat("expected a precision among ", precisionNames(), "; got '", precision, "'"));
    });
  options->session.compile.codegen.precision = *found;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_cache_type(rlx_compile_options_t *options, const char *type) {
  if (!options || !type)
    return nullArgument(options ? "type" : "options");
  std::optional<rt::DType> found = findCacheType(type);
  if (!found)
    return guarded([&] {
      return rt::invalidArgument(
          rt::strCat("expected a type of caches among ", cacheTypeNames(), "; got '", type, "'"));
    });
  options->session.cacheType = found;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_cache_layout(rlx_compile_options_t *options,
                                                   const char *layout) {
  if (!options || !layout)
    return nullArgument(options ? "layout" : "options");
  std::optional<CacheLayout> found = findCacheLayout(layout);
  if (!found)
    return guarded([&] {
      return rt::invalidArgument(
          rt::strCat("expected a layout of caches, contiguous or paged; got '", layout, "'"));
    });
  options->session.cacheLayout = found;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_in_place_caches(rlx_compile_options_t *options, int enabled) {
  if (!options)
    return nullArgument("options");
  options->session.inPlaceCaches = enabled != 0;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_mode(rlx_compile_options_t *options, const char *mode) {
  if (!options || !mode)
    return nullArgument(options ? "mode" : "options");
  return guarded([&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(options->session.mode, parseExecutionMode(mode, "mode"));
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_set_check_finite(rlx_compile_options_t *options, int enabled) {
  if (!options)
    return nullArgument("options");
  options->session.checkFinite = enabled != 0;
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_cpu(rlx_compile_options_t *options, const char *cpu) {
  if (!options || !cpu)
    return nullArgument(options ? "cpu" : "options");
  return guarded([&]() -> rt::Status {
    TargetOptions wanted = options->session.compile.codegen;
    wanted.chip = cpu;
    RLX_RETURN_IF_ERROR(checkRunsHere(wanted));
    options->session.compile.codegen = std::move(wanted);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_set_release_params(rlx_compile_options_t *options, int enabled) {
  if (!options)
    return nullArgument("options");
  options->session.load.releaseParams = enabled != 0;
  return nullptr;
}

rlx_status_t *rlx_compile_options_add_param(rlx_compile_options_t *options, const char *name) {
  if (!options || !name)
    return nullArgument(options ? "name" : "options");
  return guarded([&]() -> rt::Status {
    options->session.paramInputs.emplace_back(name);
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_add_lora(rlx_compile_options_t *options, const char *path,
                                           double scale) {
  if (!options || !path)
    return nullArgument(options ? "path" : "options");
  return guarded([&]() -> rt::Status {
    options->session.adapters.push_back({path, scale});
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_set_dim(rlx_compile_options_t *options, const char *name,
                                          int64_t size) {
  if (!options || !name)
    return nullArgument(options ? "name" : "options");
  return guarded([&]() -> rt::Status {
    if (!*name || size < 0)
      return rt::invalidArgument(rt::strCat("expected the name of a dimension and a size of at "
                                            "least 0, got '",
                                            name, "' and ", size));
    options->session.dimSizes[name] = size;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_set_cache(rlx_compile_options_t *options, const char *folder,
                                            uint64_t max_bytes) {
  if (!options)
    return nullArgument("options");
  return guarded([&]() -> rt::Status {
    if (folder && !*folder)
      return rt::invalidArgument("the name of the cache's folder is empty");
    DiskCacheOptions wanted;
    wanted.folder = folder ? folder : "";
    wanted.maxBytes = max_bytes ? max_bytes : wanted.maxBytes;
    options->session.diskCache = folder ? std::make_shared<DiskCache>(std::move(wanted)) : nullptr;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_get_cache_stats(const rlx_compile_options_t *options,
                                                  rlx_cache_stats_t *stats) {
  if (!options || !stats)
    return nullArgument(options ? "stats" : "options");
  const DiskCacheStats now =
      options->session.diskCache ? options->session.diskCache->stats() : DiskCacheStats();
  *stats = {now.hits, now.misses, now.damaged, now.stored, now.notStored, now.evicted};
  return nullptr;
}

rlx_status_t *rlx_compile_options_set_progress(rlx_compile_options_t *options,
                                               rlx_progress_fn_t function, void *context) {
  if (!options)
    return nullArgument("options");
  return guarded([&]() -> rt::Status {
    if (function)
      options->session.compile.progress = [=](llvm::StringRef phase, size_t number, size_t count) {
        return function(context, phase.str().c_str(), number, count) == 0;
      };
    else
      options->session.compile.progress = nullptr;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_compile_options_add_kernel(rlx_compile_options_t *options, const char *name,
                                             rlx_kernel_fn_t function, void *context) {
  if (!options || !name || !function)
    return nullArgument(!options ? "options" : name ? "function" : "name");
  return guarded([&]() -> rt::Status {
    return capi::addUserKernel(options->session.userKernels, name, function, context);
  });
}

rlx_status_t *rlx_compile_file(const char *path, const rlx_compile_options_t *options,
                               rlx_executable_t **executable) {
  if (!path || !executable)
    return nullArgument(path ? "executable" : "path");
  return capi::compileWith(
      options, [&](const SessionOptions &how) { return Session::fromFile(path, how); }, executable);
}

rlx_status_t *rlx_compile_onnx(const void *bytes, size_t length, const char *directory,
                               const rlx_compile_options_t *options,
                               rlx_executable_t **executable) {
  if ((!bytes && length) || !executable)
    return nullArgument(executable ? "bytes" : "executable");
  return capi::compileWith(
      options,
      [&](const SessionOptions &how) {
        return Session::fromOnnx({static_cast<const char *>(bytes), length},
                                 directory ? directory : "", how);
      },
      executable);
}

rlx_status_t *rlx_compile_source(const char *text, size_t length,
                                 const rlx_compile_options_t *options,
                                 rlx_executable_t **executable) {
  if ((!text && length) || !executable)
    return nullArgument(executable ? "text" : "executable");
  return capi::compileWith(
      options,
      [&](const SessionOptions &how) {
        return Session::fromSource(std::string(text, length), how);
      },
      executable);
}

rlx_status_t *rlx_compile_package(const char *model, const rlx_compile_options_t *options,
                                  const char *cpus, const char *path) {
  if (!model || !path)
    return nullArgument(model ? "path" : "model");
  return capi::packageWith(options, cpus, path, [&](const PackageModelOptions &how) {
    return packageModelFile(model, how, path);
  });
}

rlx_status_t *rlx_compile_source_package(const char *text, size_t length,
                                         const rlx_named_tensor_t *params, size_t num_params,
                                         const rlx_compile_options_t *options, const char *cpus,
                                         const char *path) {
  if ((!text && length) || (!params && num_params) || !path)
    return nullArgument(!path ? "path" : !text && length ? "text" : "params");
  return capi::packageWith(options, cpus, path, [&](const PackageModelOptions &how) -> rt::Status {
    std::map<std::string, rt::Tensor> values;
    for (size_t i = 0; i < num_params; ++i) {
      if (!params[i].name || !params[i].tensor)
        return rt::invalidArgument(
            rt::strCat("param ", i, " has no ", params[i].name ? "tensor" : "name"));
      values[params[i].name] = capi::unwrap(params[i].tensor).share();
    }
    return packageModelText(std::string(text, length), values, how, path);
  });
}

} // extern "C"
