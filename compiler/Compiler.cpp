// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the phases, generates code for the kernels, and packages the result; see Compiler.h.
//
// The passes of the phases are in Phases.cpp, the conversion to runtime data in ProgramWriter.cpp.
#include "compiler/Compiler.h"

#include <chrono>

#include "compiler/Phases.h"
#include "compiler/ProgramWriter.h"
#include "conversions/Register.h"
#include "dialects/Register.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

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

void loadCompilerDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerDialects(registry);
  registerConversionInterfaces(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.printOpOnDiagnostic(false); // users get a sentence, not IR
}

std::unique_ptr<MLIRContext> createCompilerContext() {
  auto context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  loadCompilerDialects(*context);
  return context;
}

const Target *Compiler::resolveTarget(ModuleOp module) {
  const Target *target = findTarget(options.target);
  if (!target) {
    module.emitError() << noSuchTarget(options.target);
    return nullptr;
  }
  if (llvm::Error error = checkOptions(*target, options.codegen)) {
    module.emitError() << llvm::toString(std::move(error));
    return nullptr;
  }
  return target;
}

LogicalResult Compiler::runPhases(ModuleOp module) {
  const Target *target = resolveTarget(module);
  if (!target)
    return failure();
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
    if (failed(begin(module, i)))
      return failure();
    Stopwatch watch;
    PassManager pm(module.getContext());
    bool verifyEach = options.verifyKernels || !phase.isVerifiedOnce;
    pm.enableVerifier(verifyEach);
    phase.build(pm, *target, options.codegen);
    if (failed(pm.run(module)) || (!verifyEach && failed(verify(module))))
      return failure();
    phaseTimes.push_back({phase.name.str(), watch.milliseconds()});
    if (failed(dump(module, i)))
      return failure();
    if (options.afterPhase)
      options.afterPhase(phase.name, module);
  }
  return success();
}

LogicalResult Compiler::begin(ModuleOp module, size_t phase) {
  const StringRef name = phases()[phase].name;
  if (!options.progress || options.progress(name, phase, phases().size()))
    return success();
  // Without a location: the model is not to blame.
  return emitError(UnknownLoc::get(module.getContext()))
         << "the compilation was stopped before phase '" << name << "'";
}

LogicalResult Compiler::dump(ModuleOp module, size_t phase) {
  if (options.dumpDir.empty())
    return success();
  std::error_code error = llvm::sys::fs::create_directories(options.dumpDir);
  std::string path = phaseFile(options.dumpDir, phase);
  if (!error) {
    llvm::raw_fd_ostream file(path, error);
    OpPrintingFlags flags;
    flags.elideLargeElementsAttrs(32).elideLargeResourceString(64);
    if (!error) {
      module.print(file, flags);
      file.flush();
      error = file.error();
      file.clear_error(); // LLVM would abort the program
    }
  }
  if (error)
    // The error has no location in the module.
    return emitError(UnknownLoc::get(module.getContext()), "could not write '")
           << path << "': " << error.message();
  return success();
}

FailureOr<CompiledModel> Compiler::compile(ModuleOp module) {
  if (failed(runPhases(module)))
    return failure();
  return package(module, *findTarget(options.target));
}

FailureOr<CompiledModel> Compiler::package(ModuleOp module, const Target &target) {
  if (failed(begin(module, phases().size() - 1)))
    return failure();
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
  FailureOr<TargetCode> code = emitKernels(module, target);
  if (failed(code))
    return failure();
  target.addNeedsOf(*program, *code);
  if (!options.codegen.fuse)
    model.sources = std::make_shared<const ProgramSources>(collectSources(programs.front()));
  model.program = std::move(*program);
  model.code = std::move(*code);
  phaseTimes.push_back({"package", watch.milliseconds()});
  model.times = phaseTimes;
  return model;
}

FailureOr<TargetCode> Compiler::emitKernels(ModuleOp module, const Target &target) {
  auto emit = [&](const Target &each) -> llvm::Expected<TargetCode> {
    auto kernels = module.lookupSymbol<ModuleOp>((lir::kKernelModulePrefix + each.name()).str());
    if (!kernels || kernels.getBody()->empty())
      return TargetCode(); // a model that only forwards values
    return each.emit(kernels, options.codegen, options.verifyKernels);
  };
  auto emitAll = [&]() -> llvm::Expected<TargetCode> {
    llvm::Expected<TargetCode> code = emit(target);
    if (!code || !target.host())
      return code;
    llvm::Expected<TargetCode> host = emit(*target.host());
    if (!host)
      return host.takeError();
    if (code->binary.empty())
      return host; // no kernel is left for the device
    if (!host->binary.empty())
      if (llvm::Error error = target.addHostCode(*code, std::move(*host)))
        return std::move(error);
    return code;
  };
  llvm::Expected<TargetCode> code = emitAll();
  if (!code) {
    internal(module.emitError("code generation failed: ") << llvm::toString(code.takeError()));
    return failure();
  }
  return std::move(*code);
}

} // namespace rlx
