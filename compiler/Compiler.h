// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler: a model module in, a program and machine code out.
//
//   CompileOptions options;
//   options.target = "vulkan";
//   FailureOr<CompiledModel> compiled = Compiler(options).compile(module);
//
// The module's context must know the compiler's dialects (createCompilerContext). Running the
// result is the runtime's business.
#ifndef RLX_COMPILER_COMPILER_H
#define RLX_COMPILER_COMPILER_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compiler/ProgramSources.h"
#include "conversions/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/model/Program.h"

namespace rlx {

struct CompileOptions {
  std::string target = "cpu"; ///< see conversions/Target.h for the targets
  TargetOptions codegen;
  std::string stopAfter; ///< name of a phase; empty: run all
  std::string dumpDir;   ///< write <n>_<phase>.mlir after each phase; empty: do not
  /// Verify kernels after each pass that lowers them, not only after each phase, and their machine
  /// code. This takes a fifth of the compile time of a real model. Everything before the kernels'
  /// lowering is always verified after each pass.
  bool verifyKernels = kVerifyByDefault;
  /// Called after each phase that ran, with the module at that point. Must not change it.
  std::function<void(llvm::StringRef phase, mlir::ModuleOp module)> afterPhase;
  /// Called before each phase with its number, from 0, and their count. False ends the compilation
  /// with an error. Not called for a model that comes from a cache.
  std::function<bool(llvm::StringRef phase, size_t number, size_t count)> progress;

#ifdef NDEBUG
  static constexpr bool kVerifyByDefault = false;
#else
  static constexpr bool kVerifyByDefault = true;
#endif
};

struct PhaseTime {
  std::string phase;
  double milliseconds;
};

struct CompiledModel {
  rt::Program program;
  TargetCode code;
  std::shared_ptr<const ProgramSources> sources; ///< null unless the model's ops were kept apart
  std::vector<PhaseTime> times;
};

/// Loads every dialect and interface that a compilation needs into a context.
void loadCompilerDialects(mlir::MLIRContext &context);
/// A context with every dialect and interface that a compilation needs.
std::unique_ptr<mlir::MLIRContext> createCompilerContext();

/// Confined to one thread. Does not own the module's context.
class Compiler {
public:
  explicit Compiler(CompileOptions options) : options(std::move(options)) {}

  /// Runs the phases on `module` in place, up to `stopAfter`. Errors are diagnostics.
  mlir::LogicalResult runPhases(mlir::ModuleOp module);
  /// Runs all phases and packages the result. Consumes `module`, which contains LLVM dialect
  /// afterwards.
  mlir::FailureOr<CompiledModel> compile(mlir::ModuleOp module);

  const std::vector<PhaseTime> &times() const { return phaseTimes; }

private:
  /// The target of the options. Emits an error at the module if there is none or it rejects the
  /// options.
  const Target *resolveTarget(mlir::ModuleOp module);
  mlir::LogicalResult dump(mlir::ModuleOp module, size_t phase);
  /// Reports that a phase begins. Emits an error if the compilation shall end.
  mlir::LogicalResult begin(mlir::ModuleOp module, size_t phase);
  mlir::FailureOr<CompiledModel> package(mlir::ModuleOp module, const Target &target);
  mlir::FailureOr<TargetCode> emitKernels(mlir::ModuleOp module, const Target &target);

  CompileOptions options;
  std::vector<PhaseTime> phaseTimes;
};

} // namespace rlx

#endif // RLX_COMPILER_COMPILER_H
