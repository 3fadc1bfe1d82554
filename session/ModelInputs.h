// The function of a model that is still a module, and its inputs.
#ifndef RLX_SESSION_MODELINPUTS_H
#define RLX_SESSION_MODELINPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// The module's one public function with a body; InvalidArgument if there is none, or several.
rt::StatusOr<mlir::func::FuncOp> modelFunction(mlir::ModuleOp module);

// Whether the argument is an input, and not a param.
bool isModelInput(mlir::func::FuncOp model, unsigned argument);

// Gives an argument, which is a ranked tensor, a shape that knows more sizes; these have no names
// any more. Unsupported, with nothing changed, if a user of the argument needs them to be dynamic.
rt::Status refineArgument(mlir::func::FuncOp model, unsigned argument,
                          llvm::ArrayRef<int64_t> shape);

} // namespace rlx

#endif // RLX_SESSION_MODELINPUTS_H
