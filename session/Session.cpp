// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The factory functions of Session, and lazy compilation through rt::Executable::deferred.
//
// A lazy session shares its model with the executable, which may outlive it.
#include "session/Session.h"

#include <chrono>
#include <map>

#include "compiler/ModelSignature.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "importers/onnx/OnnxImporter.h"
#include "runtime/base/NoThrow.h"
#include "session/CompileModel.h"
#include "session/FiniteCheck.h"
#include "session/FixDims.h"
#include "session/InPlaceCaches.h"
#include "session/ModelFile.h"
#include "session/ShapeSpecializer.h"

using namespace mlir;

namespace rlx {

struct Session::Model {
  // Compiles and loads the model. Called once; afterwards only times and sources are left.
  rt::StatusOr<std::unique_ptr<rt::Executable>> build();
  void own(OwningOpRef<ModuleOp> given) {
    owned = std::move(given);
    module = *owned;
  }

  SessionOptions options; // resolved
  // Declared in this order so that the module is destroyed before its context.
  std::unique_ptr<MLIRContext> context; // null if owned elsewhere
  OwningOpRef<ModuleOp> owned;          // null if owned elsewhere
  ModuleOp module;
  std::map<std::string, rt::Tensor> params;
  Results results;
};

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

llvm::StringMap<int64_t> dimSizes(const SessionOptions &options) {
  llvm::StringMap<int64_t> sizes;
  for (const auto &[name, size] : options.dimSizes)
    sizes[name] = size;
  return sizes;
}

// For a module that no file was read for: what readModelFile does to others.
rt::Status adapt(ModuleOp module, const SessionOptions &options) {
  if (options.inPlaceCaches) {
    DiagnosticCollector diagnostics(module.getContext());
    if (failed(updateCachesInPlace(module)))
      return diagnostics.status();
  }
  return fixDims(module, dimSizes(options));
}

} // namespace

rt::StatusOr<std::unique_ptr<Session>>
Session::fromModel(const SessionOptions &options,
                   llvm::function_ref<FailureOr<ModelFile>(MLIRContext &)> read) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    Clock::time_point start = Clock::now();
    auto model = std::make_shared<Model>();
    model->options = options;
    model->context = createCompilerContext();
    model->results.times.push_back({"context", since(start)});
    start = Clock::now();
    {
      DiagnosticCollector diagnostics(model->context.get());
      FailureOr<ModelFile> file = read(*model->context);
      if (failed(file))
        return diagnostics.status();
      model->own(std::move(file->module));
      model->params = std::move(file->params);
    }
    model->results.times.push_back({"import", since(start)});
    return create(model);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromFile(const std::string &path,
                                                         const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_RETURN_IF_ERROR(checkModelFile(path));
    RLX_ASSIGN_OR_RETURN(OnnxImportOptions how, importOptions(options, path));
    return fromModel(options, [&](MLIRContext &context) {
      return readModelFile(context, path, how, languageModelOptions(options));
    });
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromOnnx(std::string_view bytes,
                                                         const std::string &directory,
                                                         const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(OnnxImportOptions how, importOptions(options, "model.onnx"));
    return fromModel(options, [&](MLIRContext &context) {
      return readOnnxBytes(context, {bytes.data(), bytes.size()}, directory, how);
    });
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromSource(const std::string &text,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(OnnxImportOptions how, importOptions(options, "source"));
    auto model = std::make_shared<Model>();
    model->options = options;
    model->context = createCompilerContext();
    {
      DiagnosticCollector diagnostics(model->context.get());
      FailureOr<ModelFile> source = readModelText(*model->context, text, how);
      if (failed(source))
        return diagnostics.status();
      model->own(std::move(source->module));
    }
    return create(model);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromGraph(GraphBuilder &builder,
                                                          const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(GraphModel model, builder.finish());
    return fromGraph(std::move(model), options);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromGraph(GraphModel graph,
                                                          const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    if (!graph.context || !graph.module)
      return rt::invalidArgument("the graph holds no module");
    loadCompilerDialects(*graph.context);
    auto model = std::make_shared<Model>();
    model->options = options;
    model->context = std::move(graph.context);
    model->own(std::move(graph.module));
    RLX_RETURN_IF_ERROR(adapt(model->module, options));
    model->params = std::move(graph.params);
    return create(model);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromModule(ModuleOp module,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(ExecutionMode mode, resolveMode(options.mode));
    auto model = std::make_shared<Model>();
    model->options = options;
    model->options.mode = mode;
    model->module = module;
    RLX_RETURN_IF_ERROR(adapt(module, options));
    if (mode == ExecutionMode::Lazy) {
      model->context = createCompilerContext();
      RLX_ASSIGN_OR_RETURN(OwningOpRef<ModuleOp> copy, copyModule(module, *model->context));
      model->own(std::move(copy));
    }
    return create(model);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromModule(OwningOpRef<ModuleOp> module,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    if (!module)
      return rt::invalidArgument("there is no module");
    auto model = std::make_shared<Model>();
    model->options = options;
    model->own(std::move(module));
    RLX_RETURN_IF_ERROR(adapt(model->module, options));
    return create(model);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::create(const std::shared_ptr<Model> &model) {
  RLX_ASSIGN_OR_RETURN(model->options, resolveOptions(model->options));
  std::unique_ptr<Session> session(new Session(model));
  RLX_ASSIGN_OR_RETURN(session->exec,
                       model->options.mode == ExecutionMode::Lazy ? defer(model) : model->build());
  if (model->options.mode == ExecutionMode::Lazy)
    session->early = model->results;
  return session;
}

rt::StatusOr<std::unique_ptr<rt::Executable>> Session::defer(const std::shared_ptr<Model> &model) {
  Clock::time_point start = Clock::now();
  FailureOr<rt::Program> signature = failure();
  {
    DiagnosticCollector diagnostics(model->module.getContext());
    signature = modelSignature(model->module);
    if (failed(signature))
      return diagnostics.status();
  }
  model->results.times.push_back({"signature", since(start)});
  std::vector<uint8_t> hasValue;
  for (const rt::TensorSpec &spec : signature->params)
    hasValue.push_back(model->params.contains(spec.name));
  return rt::Executable::deferred(
      std::move(*signature), [model] { return model->build(); }, std::move(hasValue),
      model->options.load.device);
}

rt::StatusOr<std::unique_ptr<rt::Executable>> Session::Model::build() {
  using Result = rt::StatusOr<std::unique_ptr<rt::Executable>>;
  Result built = rt::catchAllocFailure([&]() -> Result {
    RLX_ASSIGN_OR_RETURN(LoadedModel loaded, loadModel(module, options));
    llvm::append_range(results.times, loaded.times);
    results.cache = std::move(loaded.cache);
    results.specializer = std::move(loaded.specializer);
    results.sources = std::move(loaded.sources);
    rt::Executable &executable = *loaded.executable;
    for (auto &[name, value] : params)
      RLX_RETURN_IF_ERROR(executable.adoptParam(name, std::move(value)));
    if (options.checkFinite)
      RLX_RETURN_IF_ERROR(executable.keepObserver(
          std::make_shared<FiniteCheck>(results.sources, FiniteCheck::Action::Fail)));
    if (options.mode == ExecutionMode::Compiled && !options.load.releaseParams &&
        !executable.program().prepare.empty() && executable.missingParams().empty()) {
      Clock::time_point start = Clock::now();
      executable.prepare().ignore();
      results.times.push_back({"prepare", since(start)});
    }
    return std::move(loaded.executable);
  });
  module = {};
  owned = {};
  context.reset();
  params.clear();
  return built;
}

ExecutionMode Session::mode() const {
  return *model->options.mode;
}

const Session::Results &Session::results() const {
  return wasTakenLate ? early : model->results;
}

std::unique_ptr<rt::Executable> Session::takeExecutable() {
  wasTakenLate |= exec && exec->isUncompiled();
  return std::move(exec);
}

const CacheUse &Session::cacheUse() const {
  return results().cache;
}

rt::StatusOr<rt::Executable *> Session::compile() {
  if (!exec)
    return rt::failedPrecondition("the session's executable has been taken");
  RLX_RETURN_IF_ERROR(exec->materialize());
  return exec.get();
}

const std::vector<PhaseTime> &Session::compileTimes() const {
  return results().times;
}

std::shared_ptr<const ProgramSources> Session::sources() const {
  return results().sources;
}

SpecializeStatistics Session::specializeStatistics() const {
  const auto &specializer = results().specializer;
  return specializer ? specializer->statistics() : SpecializeStatistics();
}

void Session::finishSpecializations() {
  if (const auto &specializer = results().specializer)
    specializer->finish();
}

double Session::compileMilliseconds() const {
  double total = 0;
  for (const PhaseTime &time : results().times)
    total += time.milliseconds;
  return total;
}

} // namespace rlx
