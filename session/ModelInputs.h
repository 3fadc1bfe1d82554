// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function of a model, as a module, and its inputs.
//
// Specialization and bucketing use this to give a model static sizes before it is compiled.
#ifndef RLX_SESSION_MODELINPUTS_H
#define RLX_SESSION_MODELINPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// The module's only public function with a body. InvalidArgument if there is none or several.
rt::StatusOr<mlir::func::FuncOp> modelFunction(mlir::ModuleOp module);

// Whether the argument is an input rather than a param.
bool isModelInput(mlir::func::FuncOp model, unsigned argument);

// Gives an argument, a ranked tensor, a shape with more static sizes, which lose their symbols.
// Unsupported, without any change, if a user of the argument needs the sizes to be dynamic.
rt::Status refineArgument(mlir::func::FuncOp model, unsigned argument,
                          llvm::ArrayRef<int64_t> shape);

} // namespace rlx

#endif // RLX_SESSION_MODELINPUTS_H
