// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of the routes; see Routes.h.
#include "unittests/property/Routes.h"

#include "compiler/Phases.h"
#include "conversions/Target.h"
#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Passes.h"
#include "session/CompileModel.h"
#include "tools/rlx-check/CompiledModel.h"
#include "tools/rlx-check/Flushed.h"
#include "tools/rlx-check/TestPackage.h"

using namespace mlir;

namespace rlx::property {
namespace {

using Results = llvm::Expected<SmallVector<ref::Tensor>>;

struct Route {
  StringLiteral name;
  void (*addPasses)(OpPassManager &);
  // The engine after the passes: the interpreter, or compiled code with or without fast paths, op
  // by op, or for a Vulkan device.
  enum { Interpret, Compile, CompileWithoutFastPaths, CompileEager, CompileForVulkan } engine;
};

// Runs only if it is named: some machines have no device for it.
constexpr StringLiteral kVulkan = "vulkan";

void addPhases(OpPassManager &pm, ArrayRef<StringRef> names) {
  const Target *target = findTarget("cpu");
  for (StringRef name : names)
    phases()[*findPhase(name)].build(pm, *target, TargetOptions());
}

const Route kRoutes[] = {
    {"decompose", [](OpPassManager &pm) { pm.addPass(createDecomposeOpsPass()); },
     Route::Interpret},
    {"legalize-broadcast",
     [](OpPassManager &pm) { pm.addNestedPass<func::FuncOp>(createLegalizeBroadcastPass()); },
     Route::Interpret},
    {"fuse-elementwise",
     [](OpPassManager &pm) { pm.addNestedPass<func::FuncOp>(createFuseElementwisePass()); },
     Route::Interpret},
    {"fuse-elementwise, legalize-broadcast",
     [](OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createFuseElementwisePass());
       pm.addNestedPass<func::FuncOp>(createLegalizeBroadcastPass());
     },
     Route::Interpret},
    {"convert-layout",
     [](OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createConvertLayoutPass());
       pm.addPass(createCanonicalizerPass());
     },
     Route::Interpret},
    {"simplify", [](OpPassManager &pm) { addPhases(pm, {"input", "simplify"}); }, Route::Interpret},
    {"fuse", [](OpPassManager &pm) { addPhases(pm, {"input", "simplify", "fuse"}); },
     Route::Interpret},
    {"cpu", [](OpPassManager &) {}, Route::Compile},
    {"cpu-no-fastpath", [](OpPassManager &) {}, Route::CompileWithoutFastPaths},
    {"cpu-eager", [](OpPassManager &) {}, Route::CompileEager},
    {"fuse-elementwise, cpu",
     [](OpPassManager &pm) { pm.addNestedPass<func::FuncOp>(createFuseElementwisePass()); },
     Route::Compile},
    {kVulkan, [](OpPassManager &) {}, Route::CompileForVulkan},
};

// Collects the errors that are emitted during its lifetime, as one text.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            text += diagnostic.str() + "\n";
          return success();
        }) {}
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

check::FlushedValues flushedResults(const Graph &graph, unsigned run, ArrayRef<ref::Tensor> exact,
                                    const ref::LostSubnormals &lost) {
  Operation *terminator = graph.function().getBody().front().getTerminator();
  return check::flushedValues(graph.function(), graph.values(run),
                              SmallVector<Value>(terminator->getOperands()), exact, lost);
}

class Checker {
public:
  explicit Checker(const Graph &graph) : graph(graph), errors(graph.module.get().getContext()) {}

  // The reference results, which every route must match.
  std::optional<Failure> computeReference() {
    if (failed(verify(graph.module.get())))
      return failure("reference", 0, "the graph is invalid");
    for (unsigned run = 0; run < graph.numRuns; ++run) {
      Results results = ref::Interpreter().run(graph.function(), graph.values(run));
      if (!results)
        return failure("reference", run, llvm::toString(results.takeError()));
      wanted.push_back(std::move(*results));
    }
    return std::nullopt;
  }

  std::optional<Failure> check(const Route &route) {
    OwningOpRef<ModuleOp> module = graph.module.get().clone();
    PassManager manager(module->getContext());
    route.addPasses(manager);
    if (failed(manager.run(*module)))
      return failure(route.name, 0, "the passes failed");
    if (route.engine != Route::Interpret)
      return compileAndRun(route, *module);
    for (unsigned run = 0; run < graph.numRuns; ++run)
      if (auto bad = judge(route, run,
                           ref::Interpreter().run(module->lookupSymbol<func::FuncOp>("main"),
                                                  graph.values(run))))
        return bad;
    return std::nullopt;
  }

private:
  Failure failure(StringRef route, unsigned run, std::string message) {
    return {route.str(), run, /*isMismatch=*/false, errors.text + message};
  }

  std::optional<Failure> compileAndRun(const Route &route, ModuleOp module) {
    CompileOptions options;
    options.codegen.fastPaths = route.engine != Route::CompileWithoutFastPaths;
    options.codegen.fuse = route.engine != Route::CompileEager;
    if (route.engine == Route::CompileForVulkan)
      if (rt::Status found = compileForDevice("vulkan", options); !found.ok())
        return failure(route.name, 0, found.toString());
    if (route.engine == Route::CompileForVulkan)
      if (llvm::Error error = check::lostSubnormals(options.codegen.device).moveInto(lost))
        return failure(route.name, 0, llvm::toString(std::move(error)));
    auto model = check::CompiledModel::compile(module, options);
    if (!model)
      return failure(route.name, 0, llvm::toString(model.takeError()));
    if (llvm::Error error = model->setParams(arguments(0)))
      return failure(route.name, 0, llvm::toString(std::move(error)));
    // Runs the first sizes again. Their plan is cached then.
    for (unsigned i = 0; i <= graph.numRuns; ++i) {
      unsigned run = i % graph.numRuns;
      Results results =
          model->run(arguments(run), SmallVector<Type>(graph.function().getResultTypes()));
      if (auto bad = judge(route, run, std::move(results)))
        return bad;
    }
    return std::nullopt;
  }

  SmallVector<check::CompiledModel::Argument> arguments(unsigned run) {
    return llvm::map_to_vector(graph.arguments, [&](const Graph::Argument &argument) {
      return check::CompiledModel::Argument{argument.name, argument.isParam, &argument.values[run]};
    });
  }

  std::optional<Failure> judge(const Route &route, unsigned run, Results results) {
    if (!results)
      return failure(route.name, run, llvm::toString(results.takeError()));
    Operation *terminator = graph.function().getBody().front().getTerminator();
    check::FlushedValues flushed =
        flushedResults(graph, run, wanted[run],
                       route.engine == Route::CompileForVulkan ? lost : ref::LostSubnormals());
    for (auto [i, result] : llvm::enumerate(*results)) {
      const ref::Tensor &expected = wanted[run][i];
      ref::Comparison comparison =
          ref::compare(result, expected, ref::toleranceFor(terminator->getOperand(i)),
                       check::orNull(flushed[i]));
      if (!comparison.ok)
        return Failure{route.name.str(), run, /*isMismatch=*/true,
                       "result #" + std::to_string(i) + ": " + comparison.report()};
    }
    return std::nullopt;
  }

  const Graph &graph;
  ErrorCollector errors;
  std::vector<SmallVector<ref::Tensor>> wanted; // by run
  ref::LostSubnormals lost;                     // by the Vulkan device
};

} // namespace

llvm::Error exportGraph(const Graph &graph, StringRef profile, const std::string &folder) {
  llvm::Expected<ref::LostSubnormals> lost = check::lostSubnormals(profile);
  if (!lost)
    return lost.takeError();
  check::TestPackage test;
  test.runs.resize(graph.numRuns);
  for (const Graph::Argument &argument : graph.arguments) {
    if (argument.isParam)
      test.params.push_back({argument.name, argument.values[0]});
    else
      for (auto [run, value] : llvm::zip(test.runs, argument.values))
        run.inputs.push_back({argument.name, value});
  }
  Operation *terminator = graph.function().getBody().front().getTerminator();
  for (auto [i, run] : llvm::enumerate(test.runs)) {
    Results results = ref::Interpreter().run(graph.function(), graph.values(i));
    if (!results)
      return results.takeError();
    check::FlushedValues flushed = flushedResults(graph, static_cast<unsigned>(i), *results, *lost);
    for (auto [result, value, other] :
         llvm::zip_equal(*results, terminator->getOperands(), flushed))
      run.outputs.push_back({result, ref::toleranceFor(value), std::move(other)});
  }
  return check::writeTestPackage(graph.module.get(), test, profile, folder);
}

bool isRoute(StringRef name) {
  return llvm::any_of(kRoutes, [&](const Route &route) { return route.name == name; });
}

std::optional<Failure> check(const Graph &graph, ArrayRef<StringRef> routes) {
  Checker checker(graph);
  if (auto bad = checker.computeReference())
    return bad;
  // Compilation takes most of the time, so each graph uses only one of its variants.
  constexpr StringLiteral kVariants[] = {"cpu-no-fastpath", "fuse-elementwise, cpu", "cpu-eager"};
  StringRef variant = kVariants[llvm::range_size(graph.function().getBody().front()) % 3];
  auto isChosen = [&](StringRef name) {
    return routes.empty()
               ? name == variant || !(llvm::is_contained(kVariants, name) || name == kVulkan)
               : llvm::is_contained(routes, name);
  };
  for (const Route &route : kRoutes)
    if (isChosen(route.name))
      if (auto bad = checker.check(route))
        return bad;
  return std::nullopt;
}

} // namespace rlx::property
