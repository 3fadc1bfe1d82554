// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simplifies a copy of the module and reads its sizes; see ModelSignature.h.
//
// Runs the phases up to `simplify` on the copy, since inferred sizes are part of the signature.
#include "compiler/ModelSignature.h"

#include "compiler/Compiler.h"
#include "compiler/ProgramWriter.h"
#include "passes/ProgramBuilder.h"

using namespace mlir;

namespace rlx {

FailureOr<rt::Program> modelSignature(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  CompileOptions options; // simplification without fusion suffices to infer the sizes
  options.codegen.fuse = false;
  options.stopAfter = "simplify";
  if (failed(Compiler(options).runPhases(*copy)))
    return failure();
  SmallVector<func::FuncOp> functions(copy->getOps<func::FuncOp>());
  if (functions.size() != 1) {
    module.emitError("expected one model function, but the module has ") << functions.size();
    return failure();
  }
  FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(functions.front());
  if (failed(shapes))
    return failure();
  KernelModule kernels(*copy, options.target);
  FailureOr<lir::ProgramOp> program =
      ProgramBuilder(functions.front(), *shapes, kernels, {}).buildSignature();
  if (failed(program))
    return failure();
  return writeProgram(*program);
}

} // namespace rlx
