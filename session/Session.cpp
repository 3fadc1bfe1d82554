// Implementation of Session; see Session.h.
#include "session/Session.h"

#include <chrono>

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "runtime/base/NoThrow.h"
#include "session/CompileModel.h"
#include "session/HostCpu.h"
#include "session/ModelFile.h"
#include "session/ShapeSpecializer.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace rlx {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

} // namespace

rt::StatusOr<std::unique_ptr<Session>> Session::fromFile(const std::string &path,
                                                         const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_RETURN_IF_ERROR(checkModelFile(path));
    Clock::time_point start = Clock::now();
    std::unique_ptr<MLIRContext> context = createCompilerContext();
    double setup = since(start);
    start = Clock::now();
    FailureOr<ModelFile> model = failure();
    {
      DiagnosticCollector diagnostics(context.get());
      model = readModelFile(*context, path);
      if (failed(model))
        return diagnostics.status();
    }
    double import = since(start);
    rt::StatusOr<std::unique_ptr<Session>> session = fromModule(*model->module, options);
    if (!session.ok())
      return session;
    auto &times = (*session)->times;
    times.insert(times.begin(), {{"context", setup}, {"import", import}});
    for (auto &[name, value] : model->params)
      RLX_RETURN_IF_ERROR((*session)->exec->adoptParam(name, std::move(value)));
    return session;
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromSource(const std::string &text,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    std::unique_ptr<MLIRContext> context = createCompilerContext();
    OwningOpRef<ModuleOp> module;
    {
      DiagnosticCollector diagnostics(context.get());
      module = parseSourceString<ModuleOp>(text, context.get(), "source");
      if (!module)
        return diagnostics.status();
    }
    return fromModule(*module, options);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromGraph(GraphBuilder &builder,
                                                          const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_ASSIGN_OR_RETURN(GraphModel model, builder.finish());
    return fromGraph(std::move(model), options);
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromGraph(GraphModel model,
                                                          const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    if (!model.context || !model.module)
      return rt::invalidArgument("the graph holds no module");
    loadCompilerDialects(*model.context);
    rt::StatusOr<std::unique_ptr<Session>> session = fromModule(*model.module, options);
    if (!session.ok())
      return session;
    for (auto &[name, value] : model.params)
      RLX_RETURN_IF_ERROR((*session)->exec->adoptParam(name, std::move(value)));
    return session;
  });
}

rt::StatusOr<std::unique_ptr<Session>> Session::fromModule(ModuleOp module,
                                                           const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<Session>> {
    RLX_RETURN_IF_ERROR(checkRunsHere(options.compile.codegen));
    std::shared_ptr<ShapeSpecializer> specializer;
    if (options.specialize.afterRuns != 0) {
      RLX_ASSIGN_OR_RETURN(specializer, ShapeSpecializer::create(module, options));
    }
    RLX_ASSIGN_OR_RETURN(CompiledModel compiled, compileModel(module, options));
    Clock::time_point start = Clock::now();
    RLX_ASSIGN_OR_RETURN(rt::KernelTable kernels, loadKernels(compiled, options));
    rt::StatusOr<std::unique_ptr<rt::Executable>> executable =
        rt::Executable::load(std::move(compiled.program), kernels, options.load);
    if (!executable.ok())
      return std::move(executable).status();
    auto session = std::make_unique<Session>();
    session->exec = std::move(*executable);
    if (specializer && !session->exec->program().symbols.empty()) {
      RLX_RETURN_IF_ERROR(session->exec->setSpecializer(specializer));
      session->specializer = std::move(specializer);
    }
    session->times = std::move(compiled.times);
    session->times.push_back({"load", since(start)});
    return session;
  });
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
