// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of tensors between the interpreter's and the runtime's form.
//
// Both forms are row-major, so elements are converted one by one in order.
#include "tools/rlx-check/TensorForms.h"

#include <cstring>

#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/reference/Conversion.h"

namespace rlx::check {

llvm::Error toError(const rt::Status &status) {
  return llvm::createStringError(status.toString());
}

rt::StatusOr<rt::Tensor> toRuntime(rt::DType dtype, const ref::Tensor &tensor) {
  rt::StatusOr<rt::Tensor> result =
      rt::Tensor::allocate(dtype, {tensor.shape.data(), tensor.shape.size()});
  if (!result.ok())
    return result;
  std::vector<char> bytes = ref::toBytes(tensor);
  if (bytes.size() != result->bytes())
    return rt::invalidArgument("the program expects " + std::to_string(result->bytes()) +
                               " bytes for " + std::string(rt::name(dtype)) + ", the file has " +
                               std::to_string(bytes.size()));
  if (!bytes.empty())
    std::memcpy(result->data(), bytes.data(), bytes.size());
  return result;
}

rt::StatusOr<rt::Tensor> toRuntime(const ref::Tensor &tensor) {
  std::optional<rt::DType> dtype = dtypeOf(tensor.elementType);
  if (!dtype)
    return rt::unsupported("the runtime has no such element type");
  return toRuntime(*dtype, tensor);
}

llvm::Expected<ref::Tensor> toReference(const rt::TensorView &view, mlir::Type element) {
  rt::StatusOr<int64_t> size = rt::numBytes(view.dtype, view.shape);
  if (!size.ok())
    return toError(size.status());
  return ref::fromBytes({view.shape.data(), view.shape.size()}, element,
                        {static_cast<const char *>(view.data), size_t(*size)});
}

} // namespace rlx::check
