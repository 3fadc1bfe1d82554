// Conversions between the interpreter's tensors and the forms in which data reaches it: attributes
// of the IR (splat, dense, dense resource) and raw little-endian bytes in row-major order (files,
// runtime tensors; one byte per i1; complex numbers as their parts, real first). All element types
// of rlx.
#ifndef RLX_DIALECTS_RLX_REFERENCE_CONVERSION_H
#define RLX_DIALECTS_RLX_REFERENCE_CONVERSION_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace rlx::ref {

// Whether an rlx tensor can have this element type.
bool isSupportedElementType(mlir::Type type);

// Bytes of one element as files and the runtime store it.
int64_t byteSize(mlir::Type elementType);

// Fails for element types rlx does not have, and for a resource that is missing or too short.
llvm::Expected<Tensor> fromElements(mlir::ElementsAttr elements);

// An index or integer attribute as a rank-0 i64 tensor (the interpreter's form of `index`).
Tensor scalar(mlir::MLIRContext *context, int64_t value);

// The bytes must be exactly those of the tensor.
llvm::Expected<Tensor> fromBytes(llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
                                 llvm::ArrayRef<char> bytes);

// The tensor's elements, rounded to their type.
std::vector<char> toBytes(const Tensor &tensor);

// A splat or dense attribute, or a dense resource if the tensor has more than
// `maxInlineElements` elements that are not all equal.
mlir::ElementsAttr toElements(const Tensor &tensor, int64_t maxInlineElements = 1024);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_CONVERSION_H
