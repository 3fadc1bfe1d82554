// Compiler: a model module in, a program and machine code out.
#ifndef RLX_COMPILER_COMPILER_H
#define RLX_COMPILER_COMPILER_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conversions/linalg_to_cpu/EmitObject.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/Program.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx {

struct CompileOptions {
  std::string target = "cpu";
  bool fastPaths = true;   // false: every kernel takes the generic route
  std::string stopAfter;   // name of a phase; empty: run all
  std::string dumpDir;     // write <n>_<phase>.mlir after each phase; empty: do not
  bool keepLLVMIR = false; // fill CompiledModel::llvmIR
  // Called after each phase that ran, with the module as it is then; must not change it.
  std::function<void(llvm::StringRef phase, mlir::ModuleOp module)> afterPhase;
  CpuCodegenOptions cpu;
};

struct PhaseTime {
  std::string phase;
  double milliseconds;
};

struct CompiledModel {
  rt::Program program;
  std::unique_ptr<llvm::MemoryBuffer> object; // relocatable code of the kernels
  std::string llvmIR;                         // only if asked for
  std::vector<PhaseTime> times;
};

// A context that knows every dialect and interface a compilation needs.
std::unique_ptr<mlir::MLIRContext> createCompilerContext();

// Confined to one thread; does not own the module's context.
class Compiler {
public:
  explicit Compiler(CompileOptions options) : options(std::move(options)) {}

  // Runs the phases on `module` in place, up to `stopAfter`. Errors are diagnostics.
  mlir::LogicalResult runPhases(mlir::ModuleOp module);
  // Runs all phases and packages the result. `module` is consumed (it holds LLVM dialect after).
  mlir::FailureOr<CompiledModel> compile(mlir::ModuleOp module);

  const std::vector<PhaseTime> &times() const { return phaseTimes; }

private:
  mlir::LogicalResult dump(mlir::ModuleOp module, size_t phase);
  mlir::FailureOr<CompiledModel> package(mlir::ModuleOp module);

  CompileOptions options;
  std::vector<PhaseTime> phaseTimes;
};

} // namespace rlx

#endif // RLX_COMPILER_COMPILER_H
