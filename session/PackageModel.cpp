// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes packages: compiles the variants, and prepares weights if this machine can run them.
//
// Each variant is compiled separately from the same module.
#include "session/PackageModel.h"

#include "conversions/Target.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "dialects/bridge/Diagnostics.h"
#include "importers/onnx/OnnxImporter.h"
#include "runtime/base/NoThrow.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/model/Target.h"
#include "session/CompileModel.h"
#include "session/HostCpu.h"
#include "session/HostKernels.h"
#include "session/ModelFile.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace rlx {
namespace {

using TensorMap = std::map<std::string, rt::Tensor>;

bool hasAllValues(const rt::Program &program, const TensorMap &params) {
  return llvm::all_of(program.params,
                      [&](const rt::TensorSpec &spec) { return params.contains(spec.name); });
}

// The params without a value, one per line: "w: f32[3,2]".
std::string paramsWithout(const rt::Program &program, const TensorMap &params) {
  std::string list;
  for (const rt::TensorSpec &spec : program.params)
    if (!params.contains(spec.name))
      list += "\n  " + rt::signatureText(program, spec);
  return list;
}

rt::Status checkValue(const rt::Program &program, const std::string &name,
                      const rt::Tensor &value) {
  RLX_ASSIGN_OR_RETURN(size_t index, rt::findParam(program, name));
  return rt::checkParam(program, index, value.dtype(), value.shape());
}

// The values as they are; loading prepares them.
rt::StatusOr<rt::ModelWeights> rawWeights(const rt::Program &program, const TensorMap &params) {
  for (const auto &[name, value] : params)
    RLX_RETURN_IF_ERROR(checkValue(program, name, value));
  rt::ModelWeights weights;
  for (const rt::TensorSpec &spec : program.params) {
    auto value = params.find(spec.name);
    bool isSet = value != params.end();
    weights.states.push_back(isSet ? rt::ModelWeights::State::Set
                                   : rt::ModelWeights::State::Missing);
    weights.params.push_back(isSet ? value->second.share() : rt::Tensor());
  }
  return weights;
}

// The output of the prepare program, and those raw params that runs read.
rt::StatusOr<rt::ModelWeights> preparedWeights(const CompiledModel &compiled,
                                               const TensorMap &params,
                                               const SessionOptions &options) {
  RLX_ASSIGN_OR_RETURN(rt::KernelTable kernels, loadKernels(compiled, options));
  rt::LoadOptions load = options.load;
  load.releaseParams = true;
  rt::Program program = compiled.program;
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<rt::Executable> executable,
                       rt::Executable::load(std::move(program), kernels, load));
  for (const auto &[name, value] : params)
    RLX_RETURN_IF_ERROR(executable->adoptParam(name, value.share()));
  RLX_RETURN_IF_ERROR(executable->prepare());
  return executable->shareWeights();
}

// The device's name in a package; never the path of its profile file.
rt::StatusOr<std::string> deviceName(const std::string &device) {
  llvm::Expected<rt::DeviceProfile> profile = findProfile(device);
  if (!profile)
    return rt::invalidArgument(llvm::toString(profile.takeError()));
  if (!profile->name.empty() || StringRef(device).starts_with("{"))
    return profile->name;
  return llvm::sys::path::filename(device).str();
}

// The variant's device, or its CPU if the CPU runs all of it.
rt::StatusOr<std::string> nameOf(const rt::Program &program, const CompileOptions &options) {
  const bool forCpu = options.target == "cpu" || !runsOnDevice(program, options);
  return forCpu ? processorName(options.codegen) : deviceName(options.codegen.device);
}

void noteHostKernels(const rt::Program &program, const CompileOptions &options,
                     const HostReason &why, std::vector<std::string> &notes) {
  if (options.target == "cpu")
    return;
  std::string text = hostKernelsText(program);
  rt::StatusOr<std::string> device = deviceName(options.codegen.device);
  if (text.empty() || !device.ok())
    return;
  std::string note = "for '" + *device + "', " + text + hostReasonText(why);
  if (rt::StatusOr<std::string> name = processorName(options.codegen); name.ok())
    note += (runsOnDevice(program, options)
                 ? "; with them the variant is for the processor "
                 : "; no code for the device is left, and the variant is for the processor ") +
            *name;
  notes.push_back(std::move(note));
}

rt::StatusOr<rt::PackageVariant> makeVariant(ModuleOp module, const TensorMap &params,
                                             const SessionOptions &options,
                                             std::vector<std::string> &notes) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  HostReason why(*module.getContext());
  RLX_ASSIGN_OR_RETURN(CompiledModel compiled, compileModel(*copy, options));
  noteHostKernels(compiled.program, options.compile, why, notes);
  rt::PackageVariant variant;
  RLX_ASSIGN_OR_RETURN(variant.processor, nameOf(compiled.program, options.compile));
  if (!hasAllValues(compiled.program, params)) {
    std::string note = "not all params have a value: they must be set when the package is loaded:" +
                       paramsWithout(compiled.program, params);
    if (!llvm::is_contained(notes, note)) // of another variant
      notes.push_back(std::move(note));
    RLX_ASSIGN_OR_RETURN(variant.weights, rawWeights(compiled.program, params));
  } else if (options.compile.target != "cpu") {
    // The device that runs it prepares them.
    RLX_ASSIGN_OR_RETURN(variant.weights, rawWeights(compiled.program, params));
  } else if (rt::Status runs = checkRunsHere(options.compile.codegen); !runs.ok()) {
    notes.push_back("weights are prepared when the package is loaded: " +
                    std::string(runs.message()));
    RLX_ASSIGN_OR_RETURN(variant.weights, rawWeights(compiled.program, params));
  } else {
    RLX_ASSIGN_OR_RETURN(variant.weights, preparedWeights(compiled, params, options));
  }
  variant.program = std::move(compiled.program);
  variant.code = std::move(compiled.code.binary);
  variant.features = std::move(compiled.code.features);
  return variant;
}

rt::Status checkOptions(const SessionOptions &session) {
  // The environment variable RLX_MODE does not affect files.
  if (ExecutionMode mode = session.mode.value_or(ExecutionMode::Compiled);
      mode != ExecutionMode::Compiled)
    return rt::invalidArgument("packages need mode compiled, but the mode is " +
                               std::string(name(mode)));
  if (session.checkFinite || session.specialize.afterRuns != 0)
    return rt::invalidArgument(
        "packages run without a compiler, so they do not support checkFinite "
        "and specialize");
  return rt::okStatus();
}

using Variants = std::vector<rt::PackageVariant>;

// One variant per device profile. Variants that the CPU runs entirely are equal, so one of them is
// kept.
rt::StatusOr<Variants> variantsForDevices(ModuleOp module, const TensorMap &params,
                                          SessionOptions session, ArrayRef<std::string> profiles,
                                          bool withCpus, std::vector<std::string> &notes) {
  Variants variants;
  bool hasHosts = false, hasKernels = false;
  for (const std::string &profile : profiles) {
    session.compile.target = targetOfProfile(profile);
    session.compile.codegen.device = profile;
    RLX_ASSIGN_OR_RETURN(rt::PackageVariant variant, makeVariant(module, params, session, notes));
    const bool isHosts = !runsOnDevice(variant.program, session.compile);
    if (!isHosts || !hasHosts)
      variants.push_back(std::move(variant));
    hasHosts |= isHosts;
    hasKernels |= !hostKernelsText(variants.back().program).empty();
  }
  if (const std::string &chip = session.compile.codegen.chip;
      !chip.empty() && !hasKernels && !withCpus)
    notes.push_back("no kernel runs on the CPU: there is no code for '" + chip +
                    "' in the package, which is for GPUs only");
  // Variants for CPUs replace those that the CPU runs entirely.
  if (withCpus)
    llvm::erase_if(variants, [&](const rt::PackageVariant &each) {
      return !runsOnDevice(each.program, session.compile);
    });
  return variants;
}

rt::StatusOr<Variants> variantsForCpus(ModuleOp module, const TensorMap &params,
                                       SessionOptions session, ArrayRef<std::string> cpus,
                                       std::vector<std::string> &notes) {
  Variants variants;
  for (const std::string &cpu : cpus) {
    session.compile.codegen.chip = cpu;
    rt::StatusOr<std::string> processor = processorName(session.compile.codegen);
    if (!processor.ok())
      return rt::invalidArgument(std::string(processor.status().message()));
    // Another name of the same CPU is skipped. An empty name is this machine, which may lack
    // features that others of its name have.
    if (!cpu.empty() && llvm::any_of(variants, [&](const rt::PackageVariant &each) {
          return each.processor == *processor;
        }))
      continue;
    RLX_ASSIGN_OR_RETURN(rt::PackageVariant variant, makeVariant(module, params, session, notes));
    variants.push_back(std::move(variant));
  }
  return variants;
}

} // namespace

rt::Status packageModel(ModuleOp module, const TensorMap &params,
                        const PackageModelOptions &options, const std::string &path,
                        std::vector<std::string> &notes) {
  return rt::catchAllocFailure([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(checkOptions(options.session));
    std::vector<std::string> cpus = options.cpus;
    if (cpus.empty())
      cpus.push_back(options.session.compile.codegen.chip);
    if (llvm::is_contained(cpus, "") && rt::knownCpuFeatures(rt::hostArchitecture()).empty())
      return rt::unsupported("packages are not supported on this CPU architecture: the runtime "
                             "cannot check whether another machine has the features that the "
                             "code needs");
    SessionOptions chosen = options.session;
    std::vector<std::string> profiles = options.deviceProfiles;
    if (profiles.empty()) {
      RLX_RETURN_IF_ERROR(chooseDevice(chosen));
      const Target *target = findTarget(chosen.compile.target);
      profiles.push_back(target && target->host() ? chosen.compile.codegen.device : kCpuProfile);
    } else {
      chosen.compile.target = "cpu"; // for the variants without a profile
      chosen.compile.codegen.device.clear();
      chosen.load.device.clear();
    }
    const bool withCpus = llvm::is_contained(profiles, kCpuProfile);
    llvm::erase(profiles, kCpuProfile);
    if (!withCpus && cpus.size() > 1)
      return rt::invalidArgument("a package for GPUs takes one host CPU, unless '" +
                                 std::string(kCpuProfile) + "' is among the device profiles");
    chosen.compile.codegen.chip = cpus.front();
    RLX_ASSIGN_OR_RETURN(Variants variants,
                         variantsForDevices(module, params, chosen, profiles, withCpus, notes));
    if (withCpus) {
      RLX_ASSIGN_OR_RETURN(Variants forCpus, variantsForCpus(module, params, chosen, cpus, notes));
      std::move(forCpus.begin(), forCpus.end(), std::back_inserter(variants));
    }
    return rt::writePackage(path, variants, options.file);
  });
}

// Reads the model with `read`, and packages it with its params and those of `params`.
static rt::Status packageRead(llvm::function_ref<FailureOr<ModelFile>(MLIRContext &)> read,
                              const TensorMap &params, const PackageModelOptions &options,
                              const std::string &path) {
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  FailureOr<ModelFile> file = failure();
  {
    DiagnosticCollector diagnostics(context.get());
    file = read(*context);
    if (failed(file))
      return diagnostics.status();
  }
  for (const auto &[name, value] : params)
    file->params[name] = value.share();
  std::vector<std::string> notes;
  return packageModel(*file->module, file->params, options, path, notes);
}

rt::Status packageModelFile(const std::string &model, const PackageModelOptions &options,
                            const std::string &path) {
  return rt::catchAllocFailure([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(checkModelFile(model));
    RLX_ASSIGN_OR_RETURN(OnnxImportOptions how, importOptions(options.session, model));
    return packageRead(
        [&](MLIRContext &context) {
          return readModelFile(context, model, how, languageModelOptions(options.session));
        },
        {}, options, path);
  });
}

rt::Status packageModelText(const std::string &text, const TensorMap &params,
                            const PackageModelOptions &options, const std::string &path) {
  return rt::catchAllocFailure([&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(OnnxImportOptions how, importOptions(options.session, "source"));
    return packageRead([&](MLIRContext &context) { return readModelText(context, text, how); },
                       params, options, path);
  });
}

} // namespace rlx
