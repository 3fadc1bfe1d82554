// What a model takes and gives, in the runtime's terms, without compiling it.
#ifndef RLX_COMPILER_MODELSIGNATURE_H
#define RLX_COMPILER_MODELSIGNATURE_H

#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/model/Program.h"

namespace rlx {

// A program without commands: symbols, inputs, params and outputs are those that compiling the
// module gives. The module, which is left alone, is checked on the way; what is wrong is an error.
mlir::FailureOr<rt::Program> modelSignature(mlir::ModuleOp module);

} // namespace rlx

#endif // RLX_COMPILER_MODELSIGNATURE_H
