// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs, params and outputs of a model, in the runtime's terms, without compiling it.
//
// For example, a session in lazy mode tells its signature before the first run compiles the model.
#ifndef RLX_COMPILER_MODELSIGNATURE_H
#define RLX_COMPILER_MODELSIGNATURE_H

#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/model/Program.h"

namespace rlx {

// A program without commands: its symbols, inputs, params and outputs are those that compilation
// would give. Checks the module on the way and does not change it. Errors are diagnostics.
mlir::FailureOr<rt::Program> modelSignature(mlir::ModuleOp module);

} // namespace rlx

#endif // RLX_COMPILER_MODELSIGNATURE_H
