// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles mutated models up to their kernels on buffers, decomposes them and runs small ones in
// the reference interpreter. Any model is accepted or refused with an error, without a crash and in
// a short time.
//
//   RLXModelFuzz [SEED [COUNT]]
//
// runs for RLX_FUZZ_SECONDS (default 10), or RLX_FUZZ_MODELS models if that is sooner (a quarter of
// them without RLX_TEST_ALL), from a fixed seed. With arguments it runs COUNT models from SEED on.
// It compiles for RLX_FUZZ_TARGET (default cpu). For vulkan the seed also selects the device. The
// program prints the name of a file at the start. The file holds the current model, also after a
// crash.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

#include "compiler/Compiler.h"
#include "compiler/Phases.h"
#include "conversions/Target.h"
#include "dialects/rlx/ir/ControlFlowOps.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Passes.h"
#include "unittests/TestSet.h"
#include "unittests/fuzz/ModelMutator.h"

using namespace mlir;

namespace {

using Clock = std::chrono::steady_clock;

// A model takes one second at most, also in a build with sanitizers. This limit means a hang.
constexpr unsigned kSecondsForOne = 60;
// A context keeps the attributes of deleted models.
constexpr uint64_t kModelsPerContext = 200;
// Limits for models that the interpreter runs.
constexpr int64_t kMaxElements = 1024;
constexpr unsigned kMaxResults = 500;

struct Counts {
  uint64_t models = 0, valid = 0, compiled = 0;
};

// The model as the text of a file, so the parser checks it.
std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().printGenericOpForm());
  return text;
}

struct Destination {
  const rlx::Target *target;
  rlx::TargetOptions options;
};

Destination destinationOf(const rlx::Target &target, uint64_t seed) {
  static constexpr const char *kDevices[] = {"nvidia-hopper", "lavapipe", "swiftshader",
                                             "vulkan1.1"};
  Destination to{&target, {}};
  if (target.name() == "vulkan")
    to.options.device = kDevices[seed % std::size(kDevices)];
  return to;
}

// Runs the compiler's own MLIR phases. The CPU's last phase is LLVM's.
LogicalResult compile(ModuleOp module, const Destination &to) {
  for (const rlx::Phase &phase : rlx::phases()) {
    if (!phase.build || (phase.name == "target" && to.target->name() == "cpu"))
      break;
    PassManager manager(module.getContext());
    phase.build(manager, *to.target, to.options);
    if (failed(manager.run(module)))
      return failure();
  }
  return success();
}

LogicalResult decompose(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager manager(module.getContext());
  manager.addPass(rlx::createDecomposeOpsPass());
  return manager.run(*copy);
}

// Small values, some of them not representable in integers.
rlx::ref::Tensor anyTensor(RankedTensorType type, std::mt19937_64 &random) {
  rlx::ref::Tensor tensor(type.getShape(), type.getElementType());
  for (double &value : tensor.floats)
    value = random() % 50 == 0 ? std::nan("") : (double(random() % 4001) - 2000) / 1000;
  int64_t range = type.getElementType().isInteger(1) ? 2 : 4;
  for (int64_t &value : tensor.ints)
    value = int64_t(random() % range);
  tensor.roundToElementType();
  return tensor;
}

bool canInterpret(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  Type element = tensor.getElementType();
  unsigned width = element.isInteger() ? element.getIntOrFloatBitWidth() : 8;
  int64_t count = 1;
  for (int64_t size : tensor.getShape())
    if (count = std::min(size, kMaxElements + 1) * count; count > kMaxElements)
      return false;
  return (isa<FloatType, ComplexType>(element) || element.isInteger()) &&
         (width == 1 || (width >= 8 && width <= 64));
}

// A loop with ops ends after kMaxResults results. A loop without ops may not end.
bool mayNotEnd(func::FuncOp function) {
  return function
      .walk([](rlx::WhileOp op) {
        for (Region &region : op->getRegions())
          if (!region.front().without_terminator().empty())
            return WalkResult::advance();
        return WalkResult::interrupt();
      })
      .wasInterrupted();
}

// Runs the functions with small inputs in the reference interpreter: results or an error.
void interpret(ModuleOp module, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || mayNotEnd(function) ||
        !llvm::all_of(function.getArgumentTypes(), canInterpret))
      continue;
    SmallVector<rlx::ref::Tensor> arguments;
    for (Type type : function.getArgumentTypes())
      arguments.push_back(anyTensor(cast<RankedTensorType>(type), random));
    rlx::ref::InterpreterOptions options;
    options.maxElements = 4 * kMaxElements;
    unsigned results = 0;
    options.onResult = [&](OpResult, const rlx::ref::Tensor &) {
      return ++results < kMaxResults ? llvm::Error::success()
                                     : llvm::createStringError("too many ops");
    };
    llvm::consumeError(
        rlx::ref::Interpreter(std::move(options)).run(function, std::move(arguments)).takeError());
  }
}

void refusedInSilence(const char *by, uint64_t seed, const std::string &path) {
  std::fprintf(stderr, "seed %llu: refused by %s without an error, see %s\n",
               static_cast<unsigned long long>(seed), by, path.c_str());
  std::abort();
}

void runOne(const rlx::test::ModelMutator &mutator, MLIRContext &context, const rlx::Target &target,
            uint64_t seed, const std::string &path, Counts &counts) {
  std::string text;
  if (OwningOpRef<ModuleOp> made = mutator.make(context, seed))
    text = textOf(*made);
  ++counts.models;
  std::ofstream(path) << "// seed " << seed << "\n" << text;
  alarm(kSecondsForOne);
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  counts.valid += bool(module);
  if (!module && errors == 0)
    refusedInSilence("the parser", seed, path);
  if (module) {
    interpret(*module, seed);
    errors = 0;
    if (failed(decompose(*module)) && errors == 0)
      refusedInSilence("decompose", seed, path);
    errors = 0;
    if (succeeded(compile(*module, destinationOf(target, seed))))
      ++counts.compiled;
    else if (errors == 0)
      refusedInSilence("the compiler", seed, path);
  }
  alarm(0);
}

} // namespace

int main(int argc, char **argv) {
  rlx::test::ModelMutator mutator({RLX_LIT_DIR "/conformance", RLX_LIT_DIR "/dialects/rlx",
                                   RLX_LIT_DIR "/regressions", RLX_LIT_DIR "/passes"});
  const char *limit = std::getenv("RLX_FUZZ_SECONDS");
  uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const char *most = std::getenv("RLX_FUZZ_MODELS");
  uint64_t count = argc > 2   ? std::strtoull(argv[2], nullptr, 10)
                   : argc > 1 ? 1
                   : most     ? std::strtoull(most, nullptr, 10) / (runsAllTests() ? 1 : 4)
                              : UINT64_MAX;
  const char *targetName = std::getenv("RLX_FUZZ_TARGET");
  const rlx::Target *target = rlx::findTarget(targetName ? targetName : "cpu");
  if (!target) {
    std::fprintf(stderr, "%s\n", rlx::noSuchTarget(targetName).c_str());
    return 1;
  }
  auto end = Clock::now() + std::chrono::seconds(limit ? std::strtoll(limit, nullptr, 10) : 10);
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
    runOne(mutator, *context, *target, first + i, path, counts);
  }
  if (argc <= 1)
    std::remove(path.c_str());
  std::printf("%llu models, %llu of them valid, %llu compiled\n",
              static_cast<unsigned long long>(counts.models),
              static_cast<unsigned long long>(counts.valid),
              static_cast<unsigned long long>(counts.compiled));
  return counts.compiled > 0 ? 0 : 1; // a run that compiles nothing tests nothing
}
