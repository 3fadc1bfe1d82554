// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for `lowerToLinalg` bodies: types, result shapes, constants, conversions and generics on
// tensors. They work for every family. Loops whose iterations have an order are in
// SequentialLoops.h; scalar formulas are in ScalarBuilders.h.
#ifndef RLX_DIALECTS_RLX_SUPPORT_LINALGBUILDERS_H
#define RLX_DIALECTS_RLX_SUPPORT_LINALGBUILDERS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace rlx {

/// Maps ui8 to i8 and so on, and narrow types to i8, the type of their bytes; other types are
/// unchanged. Takes element types and tensor types.
mlir::Type signless(mlir::Type type);

/// The accumulator type for sums of `elementType`: f32 for f16 and bf16, otherwise the type itself.
mlir::Type accumulatorType(mlir::Type elementType);

/// The sizes of all results of `op`, as constants or index values computed from `operands` (the
/// op's operands, possibly converted). They come from the op's inference, so all ops have them.
llvm::SmallVector<llvm::SmallVector<mlir::OpFoldResult>>
reifyResultShapes(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands);

/// A tensor.empty with the reified shape of result `index`. Its element type is `elementType` or,
/// by default, the signless type of the result's elements.
mlir::Value emptyResult(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands,
                        unsigned index = 0, mlir::Type elementType = {});

/// A linalg.fill of `init` with `value`, converted to the element type of `init`.
mlir::Value filled(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value init, double value);

/// A constant of a signless element type, or a splat of a vector type.
mlir::Value scalarConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                           double value);

/// acc + lhs * rhs, where lhs and rhs are first widened to the floating-point type of `acc`. Float
/// sums may be reordered and fused, as in any matmul.
mlir::Value multiplyAccumulate(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                               mlir::Value rhs, mlir::Value acc);

/// A float scalar or vector, converted to another float element type; other values are unchanged.
mlir::Value convertFloat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                         mlir::Type elementType);

/// The tensor with every element converted by convertFloat; unchanged if it has the type already.
mlir::Value convertElements(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                            mlir::Type elementType);

/// `init` with the elements of `tensor`, which has the same shape, converted by convertFloat.
mlir::Value convertInto(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                        mlir::Value init);

/// The indexing map by which a result of `resultType` reads an operand of `operandType` under NumPy
/// broadcasting. Dimensions with static size 1 read index 0, unless the result's size is also 1.
/// For example, tensor<1x4xf32> under tensor<3x4xf32> gives (d0, d1) -> (0, d1).
mlir::AffineMap broadcastMap(mlir::RankedTensorType operandType, mlir::RankedTensorType resultType);

/// The lowering of every elementwise op: one linalg.generic whose body is the op's buildScalar.
llvm::FailureOr<llvm::SmallVector<mlir::Value>> lowerElementwise(ElementwiseOpInterface op,
                                                                 mlir::OpBuilder &builder,
                                                                 mlir::ValueRange operands,
                                                                 LoweringReason &why);

/// Emits one element of a result. `indices` is its index; `elements` are the inputs' elements
/// there.
using ElementBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange indices, mlir::ValueRange elements)>;

/// A linalg.generic over `init` with parallel loops only, which does not read the elements of
/// `init`. Without `needsIndices` the body has no linalg.index, so elementwise fusion depends on
/// the maps only.
mlir::Value parallelGeneric(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value init,
                            mlir::ValueRange inputs, llvm::ArrayRef<mlir::AffineMap> inputMaps,
                            ElementBuilder body, bool needsIndices = true);

/// An index constant.
mlir::Value indexConstant(mlir::OpBuilder &builder, mlir::Location loc, int64_t value);
/// min(max(value, 0), size - 1)
mlir::Value clampToSize(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                        mlir::Value size);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_LINALGBUILDERS_H
