// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between the interpreter's tensors and other forms of data, for all element types of
// rlx. One form is attributes of the IR (splat, dense, dense resource). The other is raw bytes, as
// in files and runtime tensors: little-endian and row-major, one byte per i1, complex numbers as
// real and imaginary part.
#ifndef RLX_DIALECTS_RLX_REFERENCE_CONVERSION_H
#define RLX_DIALECTS_RLX_REFERENCE_CONVERSION_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace rlx::ref {

/// Whether an rlx tensor can have this element type.
bool isSupportedElementType(mlir::Type type);

/// The bytes per element in files and in the runtime.
int64_t byteSize(mlir::Type elementType);

/// Fails for element types that rlx does not have, and for a resource that is missing or too short.
llvm::Expected<Tensor> fromElements(mlir::ElementsAttr elements);

/// An index or integer as a rank-0 i64 tensor, which is the interpreter's form of `index`.
Tensor scalar(mlir::MLIRContext *context, int64_t value);

/// Fails unless the number of bytes is exactly that of the tensor.
llvm::Expected<Tensor> fromBytes(llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
                                 llvm::ArrayRef<char> bytes);

/// The tensor's elements, rounded to the element type.
std::vector<char> toBytes(const Tensor &tensor);

/// A splat or dense attribute, or a dense resource if the tensor has more than `maxInlineElements`
/// elements that are not all equal.
mlir::ElementsAttr toElements(const Tensor &tensor, int64_t maxInlineElements = 1024);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_CONVERSION_H
