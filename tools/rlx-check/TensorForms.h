// Tensors of the interpreter as the runtime has them, and back.
#ifndef RLX_TOOLS_RLX_CHECK_TENSORFORMS_H
#define RLX_TOOLS_RLX_CHECK_TENSORFORMS_H

#include "dialects/rlx/reference/RefTensor.h"
#include "runtime/tensor/Tensor.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

llvm::Error toError(const rt::Status &status);

// A runtime tensor with the contents of `tensor`; an error if its elements are no `dtype`.
rt::StatusOr<rt::Tensor> toRuntime(rt::DType dtype, const ref::Tensor &tensor);

// The same, as the type of its elements.
rt::StatusOr<rt::Tensor> toRuntime(const ref::Tensor &tensor);

// The other way; the elements become of type `element`, which must be that of the view.
llvm::Expected<ref::Tensor> toReference(const rt::TensorView &view, mlir::Type element);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_TENSORFORMS_H
