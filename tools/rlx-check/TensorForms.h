// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of tensors between the interpreter (double precision) and the runtime (element types).
//
// Conversions are exact: a value that the element type cannot hold is an error.
#ifndef RLX_TOOLS_RLX_CHECK_TENSORFORMS_H
#define RLX_TOOLS_RLX_CHECK_TENSORFORMS_H

#include "dialects/rlx/reference/RefTensor.h"
#include "runtime/tensor/Tensor.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

llvm::Error toError(const rt::Status &status);

// A runtime tensor with the elements of `tensor`; an error if they are not of type `dtype`.
rt::StatusOr<rt::Tensor> toRuntime(rt::DType dtype, const ref::Tensor &tensor);

// The same with the type of its elements.
rt::StatusOr<rt::Tensor> toRuntime(const ref::Tensor &tensor);

// The reverse. `element` must be the view's element type.
llvm::Expected<ref::Tensor> toReference(const rt::TensorView &view, mlir::Type element);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_TENSORFORMS_H
