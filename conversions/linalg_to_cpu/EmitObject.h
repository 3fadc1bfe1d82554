// From kernels in the llvm dialect to machine code.
#ifndef RLX_CONVERSIONS_LINALG_TO_CPU_EMITOBJECT_H
#define RLX_CONVERSIONS_LINALG_TO_CPU_EMITOBJECT_H

#include <memory>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace rlx {

struct CpuCodegenOptions {
  std::string cpu;       // LLVM's name, e.g. "znver4"; empty: the host's
  std::string features;  // LLVM's feature string; empty with an empty cpu: the host's
  unsigned optLevel = 1; // kernels run as fast as with 2, and compile in half the time
};

// A machine for the options; an error if this LLVM does not know the target or the CPU.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CpuCodegenOptions &options);

// Which of the features that CpuModel's table distinguishes the CPU of the options has, separated
// by commas; empty if there is no such CPU.
std::string vectorFeatures(const CpuCodegenOptions &options);

// Translates a module of kernels to LLVM IR and optimises it.
llvm::Expected<std::unique_ptr<llvm::Module>> translateKernels(mlir::ModuleOp kernels,
                                                               llvm::LLVMContext &context,
                                                               llvm::TargetMachine &machine,
                                                               unsigned optLevel);

// Object code of the module.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                               llvm::TargetMachine &machine);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_CPU_EMITOBJECT_H
