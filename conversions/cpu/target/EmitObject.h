// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From kernels in the llvm dialect to object code: translation, LLVM's optimizations, code
// generation.
//
// EmitParts.h runs these steps on several threads, LinkImage.h links the result.
#ifndef RLX_CONVERSIONS_CPU_TARGET_EMITOBJECT_H
#define RLX_CONVERSIONS_CPU_TARGET_EMITOBJECT_H

#include <memory>

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace rlx {

// Translates a module of kernels to LLVM IR. `verify` runs LLVM's verifier.
llvm::Expected<std::unique_ptr<llvm::Module>> translateKernels(mlir::ModuleOp kernels,
                                                               llvm::LLVMContext &context,
                                                               llvm::TargetMachine &machine,
                                                               bool verify);

// Optimizes the module. `verify` runs LLVM's verifier afterwards.
llvm::Error optimiseKernels(llvm::Module &module, llvm::TargetMachine &machine, bool verify);

// Generates object code for the module.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                               llvm::TargetMachine &machine);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_EMITOBJECT_H
