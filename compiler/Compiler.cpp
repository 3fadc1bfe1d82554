// Runs the phases and packages what they leave; see Compiler.h.
#include "compiler/Compiler.h"

#include <chrono>

#include "compiler/Phases.h"
#include "compiler/ProgramWriter.h"
#include "conversions/Register.h"
#include "dialects/Register.h"
#include "dialects/lir/LIRDialect.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace rlx {
namespace {

class Stopwatch {
public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

} // namespace

std::unique_ptr<MLIRContext> createCompilerContext() {
  DialectRegistry registry;
  registerDialects(registry);
  registerConversionInterfaces(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->printOpOnDiagnostic(false); // users get a sentence, not the IR
  return context;
}

LogicalResult Compiler::runPhases(ModuleOp module) {
  size_t last = phases().size() - 1;
  if (!options.stopAfter.empty()) {
    std::optional<size_t> found = findPhase(options.stopAfter);
    if (!found)
      return module.emitError("there is no phase called '") << options.stopAfter << "'";
    last = *found;
  }
  for (size_t i = 0; i <= last; ++i) {
    const Phase &phase = phases()[i];
    if (!phase.build)
      break;
    Stopwatch watch;
    PassManager pm(module.getContext());
    // Checking sixty thousand ops of a real model after each pass of the target phase is a tenth of
    // the compile time. rlx-opt does check them, whenever it runs that phase.
    pm.enableVerifier(phase.name != "target");
    phase.build(pm, options);
    if (failed(pm.run(module)))
      return failure();
    phaseTimes.push_back({phase.name.str(), watch.milliseconds()});
    if (failed(dump(module, i)))
      return failure();
    if (options.afterPhase)
      options.afterPhase(phase.name, module);
  }
  return success();
}

LogicalResult Compiler::dump(ModuleOp module, size_t phase) {
  if (options.dumpDir.empty())
    return success();
  std::error_code error = llvm::sys::fs::create_directories(options.dumpDir);
  std::string path =
      options.dumpDir + "/" + std::to_string(phase) + "_" + phases()[phase].name.str() + ".mlir";
  if (!error) {
    llvm::raw_fd_ostream file(path, error);
    OpPrintingFlags flags;
    flags.elideLargeElementsAttrs(32).elideLargeResourceString(64);
    if (!error)
      module.print(file, flags);
  }
  if (error)
    return module.emitError("could not write '") << path << "': " << error.message();
  return success();
}

FailureOr<CompiledModel> Compiler::compile(ModuleOp module) {
  if (failed(runPhases(module)))
    return failure();
  return package(module);
}

FailureOr<CompiledModel> Compiler::package(ModuleOp module) {
  Stopwatch watch;
  CompiledModel model;
  SmallVector<lir::ProgramOp> programs(module.getOps<lir::ProgramOp>());
  if (programs.size() != 1) {
    module.emitError("expected one model function, but the module has ") << programs.size();
    return failure();
  }
  FailureOr<rt::Program> program = writeProgram(programs.front());
  if (failed(program))
    return failure();
  model.program = std::move(*program);

  auto kernels = module.lookupSymbol<ModuleOp>((lir::kKernelModulePrefix + options.target).str());
  auto fail = [&](llvm::Error error) {
    module.emitError("code generation failed: ") << llvm::toString(std::move(error));
    return failure();
  };
  auto machine = createTargetMachine(options.cpu);
  if (!machine)
    return fail(machine.takeError());
  llvm::LLVMContext context;
  auto code = translateKernels(kernels, context, **machine, options.cpu.optLevel);
  if (!code)
    return fail(code.takeError());
  if (options.keepLLVMIR)
    llvm::raw_string_ostream(model.llvmIR) << **code;
  auto object = emitObject(**code, **machine);
  if (!object)
    return fail(object.takeError());
  model.object = std::move(*object);
  phaseTimes.push_back({"package", watch.milliseconds()});
  model.times = phaseTimes;
  return model;
}

} // namespace rlx
