// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on sizes that are expressions over the model's dynamic dimensions, to resolve the
// shape computations of ONNX graphs.
//
// All functions return std::nullopt rather than a wrong, overflowing or huge expression. For
// example, mul(batch, 4) is batch * 4, and a product that exceeds kMaxNodes is std::nullopt.
#ifndef RLX_IMPORTERS_ONNX_ONNXSIZES_H
#define RLX_IMPORTERS_ONNX_ONNXSIZES_H

#include <optional>

#include "dialects/rlx/interfaces/Inference.h"

namespace rlx::onnxim {

using MaybeDim = std::optional<Dim>;

// The constant's value; std::nullopt if the expression depends on a dimension.
std::optional<int64_t> constantOf(Dim dim);
// False for expressions that are too large to walk quickly.
bool isSmall(Dim dim);

MaybeDim add(Dim lhs, Dim rhs);
MaybeDim sub(Dim lhs, Dim rhs);
MaybeDim mul(Dim lhs, Dim rhs);
// Rounds towards minus infinity; for a positive divisor.
MaybeDim floorDiv(Dim lhs, Dim rhs);
MaybeDim ceilDiv(Dim lhs, Dim rhs);
MaybeDim mod(Dim lhs, Dim rhs);
// The expression, unless it is too large.
MaybeDim small(Dim dim);
// Whether the sizes are equal, if that is the same for all values of the symbols.
std::optional<bool> equal(Dim lhs, Dim rhs);
// The product of the numerator divided by that of the denominator, which must divide it.
MaybeDim quotientOfProducts(llvm::ArrayRef<Dim> numerator, llvm::ArrayRef<Dim> denominator,
                            mlir::MLIRContext *context);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSIZES_H
