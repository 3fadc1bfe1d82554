// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, compiling and loading a model, with the remarks and times of its compilation.
//
// Remarks are collected only if an option shows them, because they take time.
#include "tools/rlx-run/common/Model.h"

#include <chrono>

#include "compiler/ModelSignature.h"
#include "compiler/ProgramWriter.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"
#include "session/CompileModel.h"
#include "session/PackageModel.h"
#include "session/cache/DiskCache.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run/common/TensorText.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace rlx::run {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The type that a param's value must have.
struct ParamType {
  rt::DType dtype;
  std::vector<int64_t> shape;
  bool isStored = false; // a package has its value
};
using ParamTypes = std::map<std::string, ParamType>;

// The params whose type a tensor can have. The compiler reports errors in the others.
ParamTypes paramsOf(func::FuncOp model) {
  ParamTypes params;
  for (unsigned i = 0; i < model.getNumArguments(); ++i) {
    auto kind = model.getArgAttrOfType<StringAttr>(i, "rlx.kind");
    auto name = model.getArgAttrOfType<StringAttr>(i, "rlx.name");
    auto type = dyn_cast<RankedTensorType>(model.getArgument(i).getType());
    if (!type || !kind || !name || kind.getValue() != "param" || !type.hasStaticShape())
      continue;
    if (std::optional<rt::DType> dtype = dtypeOf(type.getElementType()))
      params[name.getValue().str()] = {*dtype, type.getShape().vec(), false};
  }
  return params;
}

rt::StatusOr<ParamTypes> paramsOf(const rt::Package &package) {
  const rt::Package::Variant &variant = package.variants().front();
  rt::StatusOr<rt::Program> read = package.program(variant);
  if (!read.ok())
    return package.inFile(std::move(read).status(), "reading");
  const rt::Program &program = *read;
  ParamTypes params;
  for (auto [i, spec] : llvm::enumerate(program.params)) {
    ParamType &type = params[spec.name];
    type.dtype = spec.dtype;
    type.isStored =
        i < variant.states.size() && variant.states[i] != rt::ModelWeights::State::Missing;
    RLX_ASSIGN_OR_RETURN(type.shape, rt::staticShape(spec));
  }
  return params;
}

// Whether the tensor for a param in file `path` has the param's type.
rt::Status checkParam(const std::string &name, const ParamType &type, const rt::Tensor &tensor,
                      const std::string &path) {
  if (tensor.dtype() == type.dtype && llvm::equal(tensor.shape(), type.shape))
    return rt::okStatus();
  return rt::invalidArgument(
      "'" + path + "' has '" + name + "' as " + rt::typeText(tensor.dtype(), tensor.shape()) +
      ", but the model's param is " + rt::typeText(type.dtype, type.shape) +
      (tensor.dtype() == type.dtype ? "" : conversionHint(path, type.dtype)));
}

// The first names, and the number of the rest.
std::string firstOf(ArrayRef<std::string> names) {
  constexpr size_t kShown = 8;
  std::string text = llvm::join(names.take_front(kShown), ", ");
  return names.size() <= kShown ? text
                                : text + " and " + std::to_string(names.size() - kShown) + " more";
}

} // namespace

rt::StatusOr<std::unique_ptr<Model>> Model::read(const std::string &path,
                                                 const OnnxImportOptions &how,
                                                 const LanguageModelOptions &language) {
  std::unique_ptr<Model> model(new Model());
  model->path = path;
  Clock::time_point start = Clock::now();
  if (isPackageFile(path)) {
    RLX_ASSIGN_OR_RETURN(model->packageFile, rt::Package::open(path));
    return model;
  }
  model->mlirContext = createCompilerContext();
  model->allTimes.push_back({"context", since(start)});
  start = Clock::now();
  DiagnosticCollector diagnostics(model->mlirContext.get());
  FailureOr<ModelFile> file = readModelFile(*model->mlirContext, path, how, language);
  if (failed(file))
    return diagnostics.status();
  model->file = std::move(*file);
  model->allTimes.push_back({"import", since(start)});
  return model;
}

MLIRContext &Model::context() {
  if (!mlirContext)
    mlirContext = createCompilerContext();
  return *mlirContext;
}

rt::StatusOr<func::FuncOp> Model::function() {
  std::vector<std::string> models, others;
  func::FuncOp found;
  for (auto function : module().getOps<func::FuncOp>()) {
    bool isModel = function.isPublic() && !function.isExternal();
    (isModel ? models : others).push_back("@" + function.getSymName().str());
    found = isModel ? function : found;
  }
  if (models.size() == 1)
    return found;
  if (models.size() > 1)
    return rt::invalidArgument(path + ": expected one model function, but the module has " +
                               std::to_string(models.size()) + ": " + llvm::join(models, ", "));
  return rt::invalidArgument(
      path + ": the module has no model function: expected one public func.func with a body" +
      (others.empty() ? "" : "; it has only " + llvm::join(others, ", ")));
}

rt::Status Model::addParams(const Options &options, std::vector<std::string> &notes) {
  if (options.params.empty())
    return rt::okStatus();
  ParamTypes wanted;
  if (packageFile) {
    RLX_ASSIGN_OR_RETURN(wanted, paramsOf(*packageFile));
  } else {
    RLX_ASSIGN_OR_RETURN(func::FuncOp model, function());
    wanted = paramsOf(model);
  }
  for (const std::string &text : options.params) {
    RLX_ASSIGN_OR_RETURN(std::optional<uint64_t> seed, parseRandom(text));
    if (seed) {
      for (auto &[name, type] : wanted) {
        if (type.isStored || file.params.contains(name))
          continue;
        RLX_ASSIGN_OR_RETURN(rt::Tensor value, randomTensor(type.dtype, type.shape, *seed, name));
        file.params[name] = std::move(value);
      }
      continue;
    }
    RLX_ASSIGN_OR_RETURN(TensorMap tensors, readTensors(text));
    std::vector<std::string> unused;
    for (auto &[name, tensor] : tensors) {
      auto param = wanted.find(name);
      if (param == wanted.end()) {
        unused.push_back(name);
        continue;
      }
      RLX_RETURN_IF_ERROR(checkParam(name, param->second, tensor, text));
      file.params[name] = std::move(tensor);
    }
    if (!unused.empty())
      notes.push_back("'" + text +
                      "' has tensors that are no params of the model: " + firstOf(unused));
  }
  return rt::okStatus();
}

void Model::keepReference() {
  referenceModule = cast<ModuleOp>(module()->clone());
}

CompileOptions Model::compileOptions(const Options &options) {
  CompileOptions compile;
  compile.codegen.fastPaths = options.fastPaths;
  compile.codegen.fuse = options.mode != ExecutionMode::Eager;
  if (!options.cpus.empty())
    compile.codegen.chip = options.cpus.front();
  compile.stopAfter = options.stopAfter;
  compile.dumpDir = options.dumpPhases;
  compile.codegen.strict = options.strict;
  compile.codegen.precision = options.precision;
  if (!options.deviceProfiles.empty()) {
    compile.target = targetOfProfile(options.deviceProfiles.front());
    compile.codegen.device = options.deviceProfiles.front();
  } else if (options.device != "auto") {
    compileForDevice(options.device, compile).ignore(); // the name was checked before
  }
  compile.codegen.keepForms = options.emit == "llvm" || options.emit == "obj";
  compileInfo.target = compile.target;
  compileInfo.fastPaths = compile.codegen.fastPaths;
  if (!options.report.empty()) {
    if (!kept)
      kept = std::make_unique<Report>(llvm::sys::path::filename(path).str());
    kept->watch(compile);
  } else if (options.watchesCompiler()) {
    watch.attach(compile, options.dispatchReport || options.explain);
  }
  return compile;
}

rt::Status Model::load(const Options &options) {
  Clock::time_point start = Clock::now();
  rt::LoadOptions how;
  how.threads = options.threads;
  how.device = options.namedDevice();
  how.strict = options.strict;
  RLX_ASSIGN_OR_RETURN(loaded, rt::loadPackage(*packageFile, how));
  for (const auto &[name, value] : file.params)
    RLX_RETURN_IF_ERROR(loaded->adoptParam(name, value.share()));
  finished = true;
  allTimes.push_back({"load", since(start)});
  return rt::okStatus();
}

rt::Status Model::writePackage(const Options &options, std::vector<std::string> &notes) {
  PackageModelOptions how;
  how.session.compile = compileOptions(options);
  how.session.load.device = options.namedDevice();
  how.cpus = options.cpus;
  how.deviceProfiles = options.deviceProfiles;
  how.file.weightsBeside = options.weightsBeside;
  return packageModel(module(), file.params, how, options.outputFile, notes);
}

size_t Model::paramBytes() const {
  size_t bytes = 0;
  for (const auto &[name, value] : file.params)
    bytes += value.bytes();
  return bytes;
}

rt::Status Model::open(const Options &options) {
  if (packageFile)
    return load(options);
  DiagnosticCollector diagnostics(mlirContext.get());
  FailureOr<rt::Program> signature = modelSignature(module());
  if (failed(signature))
    return diagnostics.status();
  declared = std::move(*signature);
  return rt::okStatus();
}

rt::StatusOr<SessionOptions> Model::sessionOptions(const Options &options) {
  SessionOptions sessionOptions;
  sessionOptions.mode = options.mode;
  sessionOptions.compile = compileOptions(options);
  sessionOptions.specialize = {options.specializeAfter, options.specializeMost};
  sessionOptions.load.releaseParams = options.specializeAfter == 0; // or prepares them again
  sessionOptions.load.threads = options.threads;
  sessionOptions.load.device = options.namedDevice();
  if (!options.cache.empty()) {
    sessionOptions.diskCache = std::make_shared<DiskCache>(DiskCacheOptions{options.cache});
    rt::DeviceRegistry::get().setCacheFolder(options.cache);
  }
  return sessionOptions;
}

rt::Status Model::finish(const Options &options) {
  if (finished)
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(SessionOptions how, sessionOptions(options));
  RLX_ASSIGN_OR_RETURN(session, Session::fromModule(std::move(file.module), how));
  RLX_RETURN_IF_ERROR(session->compile().status());
  finished = true;
  cached = session->cacheUse();
  llvm::append_range(allTimes, session->compileTimes());
  for (const auto &[name, value] : file.params)
    RLX_RETURN_IF_ERROR(executable().adoptParam(name, value.share()));
  if (!referenceModule)
    file.params.clear(); // frees values that the executable has copied
  return rt::okStatus();
}

rt::Status Model::checkParams() {
  std::vector<std::string> missing;
  if (loaded) {
    for (std::string_view name : loaded->missingParams())
      missing.emplace_back(name);
  } else {
    for (const rt::TensorSpec &spec : signature().params)
      if (!file.params.contains(spec.name))
        missing.push_back(spec.name);
  }
  return checkParamsGiven(signature(), missing,
                          "give them with --params=FILE.safetensors, FILE.npz or random");
}

rt::Status Model::runPhases(const Options &options) {
  DiagnosticCollector diagnostics(mlirContext.get());
  Compiler compiler(compileOptions(options));
  if (failed(compiler.runPhases(module())))
    return diagnostics.status();
  llvm::append_range(allTimes, compiler.times());
  return rt::okStatus();
}

rt::StatusOr<CompiledModel> Model::compileOnly(const Options &options) {
  DiagnosticCollector diagnostics(mlirContext.get());
  FailureOr<CompiledModel> compiled = Compiler(compileOptions(options)).compile(module());
  if (failed(compiled))
    return diagnostics.status();
  llvm::append_range(allTimes, compiled->times);
  return std::move(*compiled);
}

rt::StatusOr<rt::Program> Model::compileFor(const std::string &profile, const Options &options) {
  compileInfo = {};
  Options one = options;
  one.deviceProfiles = {profile};
  OwningOpRef<ModuleOp> whole = cast<ModuleOp>(module()->clone());
  std::swap(file.module, whole);
  rt::StatusOr<CompiledModel> compiled = compileOnly(one);
  std::swap(file.module, whole);
  if (!compiled.ok())
    return std::move(compiled).status();
  return std::move(compiled->program);
}

double Model::compileMilliseconds() const {
  double total = 0;
  for (const PhaseTime &time : allTimes)
    total += time.milliseconds;
  return total;
}

} // namespace rlx::run
