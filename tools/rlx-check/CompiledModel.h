// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model compiled for a device, and run on the interpreter's tensors.
//
// The lanes that compile use it. It uses the session's compilation, but loads programs directly, so
// that a program can also run with other numbers of threads.
#ifndef RLX_TOOLS_RLX_CHECK_COMPILEDMODEL_H
#define RLX_TOOLS_RLX_CHECK_COMPILEDMODEL_H

#include <memory>

#include "compiler/Compiler.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::check {

class CompiledModel {
public:
  // Compiles the model, whose results are named out0, out1, …, and consumes the module. Handlers of
  // the context get the diagnostics too. If `spirvVal` is the path of spirv-val, Vulkan code is
  // validated with it.
  static llvm::Expected<CompiledModel> compile(mlir::ModuleOp module, const CompileOptions &options,
                                               llvm::StringRef spirvVal = "");

  struct Argument {
    llvm::StringRef name;
    bool isParam;
    const ref::Tensor *value;
  };
  // Sets the params among the arguments.
  llvm::Error setParams(llvm::ArrayRef<Argument> arguments);
  // Runs on the inputs among the arguments. `types` are the result types.
  llvm::Expected<llvm::SmallVector<ref::Tensor>> run(llvm::ArrayRef<Argument> arguments,
                                                     llvm::ArrayRef<mlir::Type> types);
  // Whether there are kernels and the CPU runs all of them.
  bool isAllForCpu() const { return allForCpu; }
  // Checks that all runs with these arguments give bitwise equal results (Repeatable.h).
  llvm::Error checkRepeatable(llvm::ArrayRef<Argument> arguments);

private:
  CompiledModel() = default;
  llvm::Expected<llvm::SmallVector<ref::Tensor>> outputs(llvm::ArrayRef<mlir::Type> types);

  std::vector<uint8_t> program; // encoded
  rt::KernelTable kernels;
  bool usesThreads = true, allForCpu = false;
  std::unique_ptr<rt::Executable> executable;
};

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_COMPILEDMODEL_H
