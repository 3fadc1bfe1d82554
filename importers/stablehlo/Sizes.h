// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic sizes: which integers of the model are sizes, and ops with sizes that are index values.
//
// A model computes its sizes with ops on small integer tensors, for example get_dimension_size,
// multiply and concatenate in front of dynamic_reshape. Each such element is followed as a constant
// or an index value, so that RLX sees how sizes depend on those of the inputs.
#ifndef RLX_IMPORTERS_STABLEHLO_SIZES_H
#define RLX_IMPORTERS_STABLEHLO_SIZES_H

#include "importers/stablehlo/Importing.h"

namespace rlx::shlo {

// Notes the elements of the op's result that follow from sizes and constants. The others are null.
void trackSizes(Node &op);

// The known elements of an operand, a vector of integers. Fails if it is none.
Sizes knownSizes(Node &op, unsigned operand);
// The same, with unknown elements read from the tensor, in the run.
Sizes sizesOf(Node &op, unsigned operand);

// The size as a scalar of an integer type.
Value sizeAsTensor(Node &op, mlir::OpFoldResult size, Type elementType);

// The constant size; kDynamic for an index value.
int64_t staticSize(mlir::OpFoldResult size);
mlir::OpFoldResult add(Node &op, mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
mlir::OpFoldResult subtract(Node &op, mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
mlir::OpFoldResult multiply(Node &op, mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
mlir::OpFoldResult divide(Node &op, mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_SIZES_H
