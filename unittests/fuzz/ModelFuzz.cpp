// Compiles changed models up to their kernels on buffers: any model is compiled or refused with an
// error; nothing crashes, and nothing takes long.
//
//   RLXModelFuzz [SEED [COUNT]]
//
// runs for RLX_FUZZ_SECONDS (default 10) from a fixed seed, or COUNT models from SEED on. The model
// under test is in the file that is named first, so that it is there when the process dies.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

#include "compiler/Compiler.h"
#include "compiler/Phases.h"
#include "conversions/Target.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "unittests/fuzz/ModelMutator.h"

using namespace mlir;

namespace {

using Clock = std::chrono::steady_clock;

// A model takes a second at most, in a build with sanitizers too; this is a hang.
constexpr unsigned kSecondsForOne = 60;
// Attributes of dead models stay in their context.
constexpr uint64_t kModelsPerContext = 200;

struct Counts {
  uint64_t models = 0, valid = 0, compiled = 0;
};

// As it would stand in a file: what is parsed has been through the parser's checks.
std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().printGenericOpForm());
  return text;
}

// Through the phases that work on MLIR and are the compiler's own; code generation is LLVM's.
LogicalResult compile(ModuleOp module) {
  const rlx::Target &target = *rlx::targets().front();
  for (const rlx::Phase &phase : rlx::phases()) {
    if (phase.name == "target")
      break;
    PassManager manager(module.getContext());
    phase.build(manager, target, {});
    if (failed(manager.run(module)))
      return failure();
  }
  return success();
}

void runOne(const rlx::test::ModelMutator &mutator, MLIRContext &context, uint64_t seed,
            const std::string &path, Counts &counts) {
  std::string text;
  if (OwningOpRef<ModuleOp> made = mutator.make(context, seed))
    text = textOf(*made);
  ++counts.models;
  std::ofstream(path) << text;
  alarm(kSecondsForOne);
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  bool compiled = module && succeeded(compile(*module));
  alarm(0);
  counts.valid += bool(module);
  counts.compiled += compiled;
  if (!compiled && errors == 0) {
    std::fprintf(stderr, "seed %llu: refused without an error, see %s\n",
                 static_cast<unsigned long long>(seed), path.c_str());
    std::abort();
  }
}

} // namespace

int main(int argc, char **argv) {
  rlx::test::ModelMutator mutator({RLX_LIT_DIR "/conformance", RLX_LIT_DIR "/dialects/rlx",
                                   RLX_LIT_DIR "/regressions", RLX_LIT_DIR "/passes"});
  const char *limit = std::getenv("RLX_FUZZ_SECONDS");
  uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : argc > 1 ? 1 : UINT64_MAX;
  auto end = Clock::now() + std::chrono::seconds(limit ? std::atoi(limit) : 10);
  const char *folder = std::getenv("TMPDIR");
  std::string path = std::string(folder ? folder : "/tmp") + "/rlx-model-fuzz-" +
                     std::to_string(getpid()) + ".mlir";
  std::printf("%zu functions; the model under test is %s\n", mutator.size(), path.c_str());
  std::fflush(stdout);
  Counts counts;
  std::unique_ptr<MLIRContext> context;
  for (uint64_t i = 0; i < count && (argc > 1 || Clock::now() < end); ++i) {
    if (i % kModelsPerContext == 0)
      context = rlx::createCompilerContext();
    runOne(mutator, *context, first + i, path, counts);
  }
  if (argc <= 1)
    std::remove(path.c_str());
  std::printf("%llu models, %llu of them valid, %llu compiled\n",
              static_cast<unsigned long long>(counts.models),
              static_cast<unsigned long long>(counts.valid),
              static_cast<unsigned long long>(counts.compiled));
  return counts.compiled > 0 ? 0 : 1; // a run that compiles nothing tests nothing
}
