// Implementation of Session; see Session.h.
#include "session/Session.h"

#include <chrono>
#include <map>

#include "compiler/ModelSignature.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "runtime/base/NoThrow.h"
#include "session/CompileModel.h"
#include "session/FiniteCheck.h"
#include "session/HostCpu.h"
#include "session/ModelFile.h"
#include "session/ShapeSpecializer.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace rlx {

// Declared so that the module goes before its context.
struct Session::Pending {
  SessionOptions options;
  std::unique_ptr<MLIRContext> context; // null: somebody else's
  OwningOpRef<ModuleOp> owned;          // null: somebody else's
  ModuleOp module;
  std::map<std::string, rt::Tensor> params;

  void own(OwningOpRef<ModuleOp> given) {
    owned = std::move(given);
    module = *owned;
  }
};

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The message with its contexts, without the code.
std::string textOf(const rt::Status &status) {
  return status.toString().substr(rt::name(status.code()).size() + 2);
}

// The same module in a context of its own.
rt::Status copyModule(ModuleOp module, MLIRContext &context, OwningOpRef<ModuleOp> &copy) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  DiagnosticCollector diagnostics(&context);
  if (succeeded(writeBytecodeToFile(module, os)))
    copy = parseSourceString<ModuleOp>(bytes, &context);
  return copy ? rt::okStatus() : diagnostics.status();
}

} // namespace

Session::~Session() = default;

rt::StatusOr<std::unique_ptr<Session>> Session::fromFile(const std::string &path,
                                                         const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_RETURN_IF_ERROR(checkModelFile(path));
    Clock::time_point start = Clock::now();
    Pending model;
    model.options = options;
    model.context = createCompilerContext();
    double setup = since(start);
    start = Clock::now();
    {
      DiagnosticCollector diagnostics(model.context.get());
      FailureOr<ModelFile> file = readModelFile(*model.context, path);
      if (failed(file))
        return diagnostics.status();
      model.own(std::move(file->module));
      model.params = std::move(file->params);
    }
    return create(std::move(model), {{"context", setup}, {"import", since(start)}});
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromSource(const std::string &text,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    Pending model;
    model.options = options;
    model.context = createCompilerContext();
    {
      DiagnosticCollector diagnostics(model.context.get());
      OwningOpRef<ModuleOp> module =
          parseSourceString<ModuleOp>(text, model.context.get(), "source");
      if (!module)
        return diagnostics.status();
      model.own(std::move(module));
    }
    return create(std::move(model), {});
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
    Pending model;
    model.options = options;
    model.context = std::move(graph.context);
    model.own(std::move(graph.module));
    model.params = std::move(graph.params);
    return create(std::move(model), {});
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromModule(ModuleOp module,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(ExecutionMode mode, resolveMode(options.mode));
    Pending model;
    model.options = options;
    model.module = module;
    if (mode == ExecutionMode::Lazy) {
      model.context = createCompilerContext();
      OwningOpRef<ModuleOp> copy;
      RLX_RETURN_IF_ERROR(copyModule(module, *model.context, copy));
      model.own(std::move(copy));
    }
    return create(std::move(model), {});
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromModule(OwningOpRef<ModuleOp> module,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    if (!module)
      return rt::invalidArgument("there is no module");
    Pending model;
    model.options = options;
    model.own(std::move(module));
    return create(std::move(model), {});
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::create(Pending model,
                                                       std::vector<PhaseTime> times) {
  RLX_ASSIGN_OR_RETURN(ExecutionMode mode, resolveMode(model.options.mode));
  if (model.options.checkFinite && mode != ExecutionMode::Eager)
    return rt::invalidArgument("finding the op that makes an infinity or a NaN needs the mode "
                               "eager, but the mode is " +
                               std::string(name(mode)));
  if (model.options.specialize.afterRuns != 0 && mode == ExecutionMode::Eager)
    return rt::invalidArgument("code for single sizes goes with the modes compiled and lazy, but the "
                               "mode is eager");
  RLX_RETURN_IF_ERROR(checkRunsHere(model.options.compile.codegen));
  std::unique_ptr<Session> session(new Session());
  session->chosenMode = mode;
  session->times = std::move(times);
  session->pending = std::make_unique<Pending>(std::move(model));
  if (mode == ExecutionMode::Lazy) {
    RLX_RETURN_IF_ERROR(session->describe());
    return session;
  }
  RLX_RETURN_IF_ERROR(session->build());
  session->pending.reset();
  return session;
}

// What can be known and checked without compiling.
rt::Status Session::describe() {
  Clock::time_point start = Clock::now();
  {
    DiagnosticCollector diagnostics(pending->module.getContext());
    FailureOr<rt::Program> signature = modelSignature(pending->module);
    if (failed(signature))
      return diagnostics.status();
    lazySignature = std::make_unique<const rt::Program>(std::move(*signature));
  }
  times.push_back({"signature", since(start)});
  RLX_ASSIGN_OR_RETURN(
      exec, rt::Executable::failing(*lazySignature,
                                    rt::failedPrecondition("the model is not compiled yet")));
  return rt::okStatus();
}

rt::Status Session::build() {
  const SessionOptions &options = pending->options;
  if (chosenMode == ExecutionMode::Eager)
    pending->options.compile.codegen.fuse = false;
  if (options.specialize.afterRuns != 0) {
    RLX_ASSIGN_OR_RETURN(specializer, ShapeSpecializer::create(pending->module, options));
  }
  RLX_ASSIGN_OR_RETURN(CompiledModel compiled, compileModel(pending->module, options));
  Clock::time_point start = Clock::now();
  RLX_ASSIGN_OR_RETURN(rt::KernelTable kernels, loadKernels(compiled, options));
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<rt::Executable> loaded,
                       rt::Executable::load(std::move(compiled.program), kernels, options.load));
  for (auto &[name, value] : pending->params)
    RLX_RETURN_IF_ERROR(loaded->adoptParam(name, std::move(value)));
  if (specializer && !loaded->program().symbols.empty())
    RLX_RETURN_IF_ERROR(loaded->setSpecializer(specializer));
  llvm::append_range(times, compiled.times);
  times.push_back({"load", since(start)});
  if (options.checkFinite)
    RLX_RETURN_IF_ERROR(loaded->keepObserver(
        std::make_shared<FiniteCheck>(compiled.sources, FiniteCheck::Action::Fail)));
  if (chosenMode == ExecutionMode::Compiled && !options.load.releaseParams &&
      !loaded->program().prepare.empty() && loaded->missingParams().empty()) {
    start = Clock::now();
    loaded->prepare().ignore();
    times.push_back({"prepare", since(start)});
  }
  exec = std::move(loaded);
  programSources = compiled.sources;
  return rt::okStatus();
}

rt::StatusOr<rt::Executable *> Session::compile() {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<rt::Executable *> {
    if (pending) {
      rt::Status built = build();
      pending.reset();
      if (!built.ok()) {
        failureCode = built.code();
        failure = textOf(built);
        RLX_ASSIGN_OR_RETURN(exec, rt::Executable::failing(*lazySignature, built));
      }
    }
    if (!failure.empty())
      return rt::Status(failureCode, failure);
    if (!exec)
      return rt::failedPrecondition("the session's executable has been taken");
    return exec.get();
  });
}

rt::Executable &Session::executable() {
  compile().status().ignore();
  return *exec;
}

std::unique_ptr<rt::Executable> Session::takeExecutable() {
  compile().status().ignore();
  return std::move(exec);
}

SpecializeStatistics Session::specializeStatistics() const {
  return specializer ? specializer->statistics() : SpecializeStatistics();
}

void Session::finishSpecializations() {
  if (specializer)
    specializer->finish();
}

double Session::compileMilliseconds() const {
  double total = 0;
  for (const PhaseTime &time : times)
    total += time.milliseconds;
  return total;
}

} // namespace rlx
