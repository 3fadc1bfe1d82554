// From kernels in the llvm dialect to machine code.
#ifndef RLX_CONVERSIONS_LINALG_TO_CPU_EMITOBJECT_H
#define RLX_CONVERSIONS_LINALG_TO_CPU_EMITOBJECT_H

#include <memory>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace rlx {

struct TargetOptions;

// A machine for the options; an error if this LLVM does not know the target or the CPU.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options);

// Which of the features that CpuModel's table distinguishes the CPU of the options has, separated
// by commas; empty if there is no such CPU.
std::string vectorFeatures(const TargetOptions &options);

// The features of the machine's processor that its code may use, of those that the runtime can look
// for (runtime/cpu/CpuFeatures.h).
std::vector<std::string> neededFeatures(const llvm::TargetMachine &machine);

// Translates a module of kernels to LLVM IR; `verify` runs LLVM's verifier.
llvm::Expected<std::unique_ptr<llvm::Module>> translateKernels(mlir::ModuleOp kernels,
                                                               llvm::LLVMContext &context,
                                                               llvm::TargetMachine &machine,
                                                               bool verify);

// Optimises the module; `verify` runs LLVM's verifier afterwards.
llvm::Error optimiseKernels(llvm::Module &module, llvm::TargetMachine &machine, unsigned optLevel,
                            bool verify);

// Object code of the module.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                               llvm::TargetMachine &machine);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_CPU_EMITOBJECT_H
