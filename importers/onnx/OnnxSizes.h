// Arithmetic on sizes known as expressions over the model's dynamic dimensions: what the importer
// needs to resolve the shape computations of ONNX graphs.
//
// Every function returns std::nullopt rather than a wrong, overflowing or huge expression.
#ifndef RLX_IMPORTERS_ONNX_ONNXSIZES_H
#define RLX_IMPORTERS_ONNX_ONNXSIZES_H

#include <optional>

#include "dialects/rlx/interfaces/Inference.h"

namespace rlx::onnxim {

using MaybeDim = std::optional<Dim>;

// The constant's value; std::nullopt if the expression depends on a dimension.
std::optional<int64_t> constantOf(Dim dim);
// False for expressions so large that walking them would be slow.
bool isSmall(Dim dim);

MaybeDim add(Dim lhs, Dim rhs);
MaybeDim sub(Dim lhs, Dim rhs);
MaybeDim mul(Dim lhs, Dim rhs);
// Rounded towards minus infinity, for a positive divisor.
MaybeDim floorDiv(Dim lhs, Dim rhs);
MaybeDim ceilDiv(Dim lhs, Dim rhs);
MaybeDim mod(Dim lhs, Dim rhs);
MaybeDim min(Dim lhs, Dim rhs);
MaybeDim max(Dim lhs, Dim rhs);
// -1, 0 or 1 where the order is the same for all sizes (which are at least 0).
std::optional<int> compare(Dim lhs, Dim rhs);
std::optional<bool> equal(Dim lhs, Dim rhs);
// The product of the numerator's sizes over that of the denominator's, which divides it.
MaybeDim quotientOfProducts(llvm::ArrayRef<Dim> numerator, llvm::ArrayRef<Dim> denominator,
                            mlir::MLIRContext *context);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSIZES_H
