// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilation of a module for sessions, caches and packages: options, user kernels, the disk cache,
// and loading of kernels.
//
// All ways to an executable end here, so options mean the same everywhere.
#include "session/CompileModel.h"

#include <chrono>

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "runtime/base/StatusText.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "session/HostCpu.h"
#include "session/ModelFile.h"
#include "session/ShapeSpecializer.h"
#include "session/cache/DiskCache.h"
#include "session/cache/Fingerprint.h"

#include "mlir/Bytecode/BytecodeWriter.h"

using namespace mlir;

namespace rlx {
namespace {

// Enables user kernels in ops that have one. An op that needs its kernel and has none is an error
// here, at the op, earlier than in the runtime.
LogicalResult resolveUserKernels(ModuleOp module, const SessionOptions &options) {
  LogicalResult result = success();
  module.walk([&](UserKernelOpInterface op) {
    auto isIt = [&](const auto &kernel) { return op.getKernelName() == kernel.first; };
    if (llvm::any_of(options.userKernels, isIt))
      return op.useKernel();
    if (!op.runsKernel() || op.getKernelName().starts_with(kBuiltInKernelPrefix))
      return;
    InFlightDiagnostic error = op.emitOpError("needs the kernel '")
                               << op.getKernelName() << "', which is not registered for target '"
                               << options.compile.target << "'; ";
    if (options.userKernels.empty())
      error << "no kernels are registered";
    else
      error << "registered are ";
    llvm::interleaveComma(options.userKernels, error,
                          [&](const auto &kernel) { error << kernel.first; });
    result = failure();
  });
  return result;
}

} // namespace

rt::StatusOr<OwningOpRef<ModuleOp>> copyModule(ModuleOp module, MLIRContext &context) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  {
    DiagnosticCollector diagnostics(module.getContext());
    if (failed(writeBytecodeToFile(module, os)))
      return diagnostics.status();
  }
  DiagnosticCollector diagnostics(&context);
  FailureOr<ModelFile> copy = readModelText(context, bytes);
  if (failed(copy))
    return diagnostics.status();
  return std::move(copy->module);
}

rt::StatusOr<CompiledModel> compileModel(ModuleOp module, const SessionOptions &options) {
  DiagnosticCollector diagnostics(module.getContext());
  FailureOr<CompiledModel> compiled = failure();
  if (succeeded(resolveUserKernels(module, options)))
    compiled = Compiler(options.compile).compile(module);
  if (failed(compiled))
    return diagnostics.status();
  return std::move(*compiled);
}

bool runsOnDevice(const rt::Program &program, const CompileOptions &options) {
  return options.target == "cpu" || llvm::any_of(program.kernels, [](const rt::Kernel &kernel) {
           return kernel.target != "cpu";
         });
}

rt::StatusOr<rt::KernelTable> loadKernels(const CompiledModel &compiled,
                                          const SessionOptions &options) {
  rt::KernelTable kernels;
  if (!compiled.code.binary.empty()) {
    const bool hasDeviceCode = runsOnDevice(compiled.program, options.compile);
    const std::string target = hasDeviceCode ? options.compile.target : "cpu";
    const rt::DeviceFactory *const factory = rt::findDeviceFactory(target);
    if (!factory)
      return rt::unsupported("this runtime cannot load code for target '" + target + "'");
    RLX_RETURN_IF_ERROR(factory->loadCode(compiled.code.binary, kernels));
  }
  for (const auto &[name, kernel] : options.userKernels)
    RLX_RETURN_IF_ERROR(kernels.addUser(name, kernel));
  return kernels;
}

namespace {

using Clock = std::chrono::steady_clock;

PhaseTime since(Clock::time_point start, const char *what) {
  return {what, std::chrono::duration<double, std::milli>(Clock::now() - start).count()};
}

// Stores the compiled model, and takes it back from the variant that the writer needs.
void keep(CompiledModel &compiled, const Fingerprint &key, LoadedModel &model, DiskCache &cache) {
  rt::PackageVariant variant;
  variant.weights.states.assign(compiled.program.params.size(), rt::ModelWeights::State::Missing);
  variant.weights.params.resize(compiled.program.params.size());
  variant.program = std::move(compiled.program);
  variant.code = std::move(compiled.code.binary);
  variant.features = compiled.code.features;
  if (rt::Status stored = cache.store(key, variant); !stored.ok())
    model.cache.note += (model.cache.note.empty() ? "" : "; ") + rt::statusText(stored);
  compiled.program = std::move(variant.program);
  compiled.code.binary = std::move(variant.code);
}

// A model with static shapes has nothing to specialize. Sizes that depend on values are not known
// from a shape.
rt::Status setSpecializer(LoadedModel &model) {
  const std::vector<rt::Symbol> &symbols = model.executable->program().symbols;
  if (symbols.empty() || llvm::any_of(symbols, [](const rt::Symbol &symbol) {
        return symbol.source == rt::SymbolSource::Element ||
               symbol.source == rt::SymbolSource::Computed;
      }))
    model.specializer.reset();
  if (!model.specializer)
    return rt::okStatus();
  return model.executable->setSpecializer(model.specializer);
}

} // namespace

rt::Status wrongTarget(std::string_view target, const rt::Device &device) {
  return rt::invalidArgument(rt::strCat("the target is '", target, "', but the device '",
                                        device.name(), "' runs code for '", device.target(), "'"));
}

rt::Status chooseDevice(SessionOptions &options) {
  // Compiling reports an unknown target.
  if (options.load.device.empty() && options.compile.target != "cpu" &&
      findTarget(options.compile.target)) {
    RLX_ASSIGN_OR_RETURN(rt::Device *const device,
                         rt::DeviceRegistry::get().findForTarget(options.compile.target));
    options.load.device = std::string(device->name());
  }
  return compileForDevice(options.load.device, options.compile);
}

rt::Status compileForDevice(const std::string &name, CompileOptions &compile) {
  if (name.empty())
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(rt::Device *const device, rt::DeviceRegistry::get().find(name));
  if (!findTarget(device->target()))
    return rt::unsupported("this build has no code generator for the device '" + name + "'");
  if (compile.target != CompileOptions().target && compile.target != device->target())
    return wrongTarget(compile.target, *device);
  compile.target = std::string(device->target());
  if (compile.codegen.device.empty())
    compile.codegen.device = device->codegenProfile();
  return rt::okStatus();
}

rt::StatusOr<SessionOptions> resolveOptions(SessionOptions options) {
  RLX_ASSIGN_OR_RETURN(const ExecutionMode mode, resolveMode(options.mode));
  options.mode = mode;
  if (options.checkFinite && mode != ExecutionMode::Eager)
    return rt::invalidArgument("finding the op that makes an infinity or a NaN needs the mode "
                               "eager, but the mode is " +
                               std::string(name(mode)));
  if (options.specialize.afterRuns != 0 && mode == ExecutionMode::Eager)
    return rt::invalidArgument("shape specialization needs mode compiled or lazy, but the mode is "
                               "eager");
  if (options.specialize.afterRuns != 0 && options.load.releaseParams)
    return rt::invalidArgument("shape specialization prepares the params again, but "
                               "LoadOptions::releaseParams frees them");
  if (mode == ExecutionMode::Eager)
    options.compile.codegen.fuse = false;
  RLX_RETURN_IF_ERROR(checkRunsHere(options.compile.codegen));
  RLX_RETURN_IF_ERROR(chooseDevice(options));
  return options;
}

rt::StatusOr<SessionOptions> resolveForCache(SessionOptions options) {
  if (options.checkFinite)
    return rt::invalidArgument("checkFinite needs a Session: runs of a compile cache are not "
                               "checked");
  if (!options.dimSizes.empty())
    return rt::invalidArgument("dimSizes needs a Session: fix the sizes of the module (fixDims) "
                               "before it is given to a compile cache");
  if (options.inPlaceCaches)
    return rt::invalidArgument("inPlaceCaches needs a Session: change the module "
                               "(updateCachesInPlace) before it is given to a compile cache");
  return resolveOptions(std::move(options));
}

rt::StatusOr<LoadedModel> loadModel(ModuleOp module, const SessionOptions &options) {
  LoadedModel model;
  if (options.specialize.afterRuns != 0) {
    RLX_ASSIGN_OR_RETURN(model.specializer, ShapeSpecializer::create(module, options));
  }
  // Packages do not record the source ops of commands, which mode Eager needs.
  const bool isKept = wantsResultOnly(options.compile) && options.mode != ExecutionMode::Eager;
  DiskCache *cache = isKept ? options.diskCache.get() : nullptr;
  if (options.diskCache && options.mode == ExecutionMode::Eager)
    model.cache.note = "the cache was not used: it stores no models of mode eager";
  Fingerprint key;
  if (cache) {
    Clock::time_point start = Clock::now();
    RLX_ASSIGN_OR_RETURN(key, fingerprintCode(module, options));
    rt::KernelTable users;
    for (const auto &[name, kernel] : options.userKernels)
      RLX_RETURN_IF_ERROR(users.addUser(name, kernel));
    RLX_ASSIGN_OR_RETURN(model.executable,
                         cache->load(key, options.load, std::move(users), model.cache.note));
    model.cache.key = key.hex();
    model.cache.outcome = model.executable ? CacheUse::Outcome::Hit : CacheUse::Outcome::Miss;
    model.times.push_back(since(start, "cache"));
    if (model.executable) {
      RLX_RETURN_IF_ERROR(setSpecializer(model));
      return model;
    }
  }
  RLX_ASSIGN_OR_RETURN(CompiledModel compiled, compileModel(module, options));
  llvm::append_range(model.times, compiled.times);
  Clock::time_point start = Clock::now();
  if (cache) {
    keep(compiled, key, model, *cache);
    model.times.push_back(since(start, "store"));
    start = Clock::now();
  }
  RLX_ASSIGN_OR_RETURN(rt::KernelTable kernels, loadKernels(compiled, options));
  rt::LoadOptions load = options.load;
  if (!runsOnDevice(compiled.program, options.compile))
    load.device.clear();
  RLX_ASSIGN_OR_RETURN(model.executable,
                       rt::Executable::load(std::move(compiled.program), kernels, load));
  RLX_RETURN_IF_ERROR(setSpecializer(model));
  model.sources = std::move(compiled.sources);
  model.times.push_back(since(start, "load"));
  return model;
}

} // namespace rlx
