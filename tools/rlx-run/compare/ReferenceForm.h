// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model's inputs, params and outputs in the reference interpreter's form.
//
// The interpreter computes in double precision, so values are converted and outputs are compared by
// dialects/rlx/reference/Compare.h.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_REFERENCEFORM_H
#define RLX_TOOLS_RLXRUN_COMPARE_REFERENCEFORM_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tools/rlx-run/common/Params.h"
#include "tools/rlx-run/run/Inputs.h"

namespace rlx::run {

// The only public function of a model's module.
mlir::func::FuncOp modelFunction(mlir::ModuleOp module);

rt::Status referenceFailed(llvm::Error error);

// Copies a tensor; its elements become those of `type`, which must be a tensor type.
rt::StatusOr<ref::Tensor> toReference(const rt::TensorView &tensor, mlir::Type type);

// The arguments of the model function: inputs of the case, and params as they were given. All
// params must have a value.
rt::StatusOr<llvm::SmallVector<ref::Tensor>>
referenceArguments(mlir::func::FuncOp function, const TensorMap &params, const Case &one);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_REFERENCEFORM_H
