// Helpers that ops share when they lower themselves to linalg on tensors.
#ifndef RLX_DIALECTS_RLX_SUPPORT_LINALGBUILDERS_H
#define RLX_DIALECTS_RLX_SUPPORT_LINALGBUILDERS_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace rlx {

// ui8 -> i8 and so on; every other type is itself. Works on elements and on tensors.
mlir::Type signless(mlir::Type type);

// The type sums of `elementType` are accumulated in: f32 for f16 and bf16, otherwise itself.
mlir::Type accumulatorType(mlir::Type elementType);

// The sizes of every result of `op`, as constants or index values computed from `operands` (the
// op's operands, possibly converted). Comes from the op's own inference, so it exists for all ops.
llvm::SmallVector<llvm::SmallVector<mlir::OpFoldResult>>
reifyResultShapes(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands);

// tensor.empty of the reified shape of result `index`, with the signless result element type, or
// with `elementType` if that is given.
mlir::Value emptyResult(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands,
                        unsigned index = 0, mlir::Type elementType = {});

// linalg.fill of `init` with `value`, a constant of init's element type given as double or int64.
mlir::Value filled(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value init, double value);

// A scalar constant of a signless element type (also of vector types: splat).
mlir::Value scalarConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                           double value);

// acc + lhs * rhs, where lhs and rhs are first widened to acc's floating-point type. Float sums may
// be reordered and fused, as for any matrix product.
mlir::Value multiplyAccumulate(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                               mlir::Value rhs, mlir::Value acc);

// A float scalar or vector in another float element type; everything else unchanged.
mlir::Value convertFloat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                         mlir::Type elementType);

// The tensor with every element converted by convertFloat; itself when the type is right already.
mlir::Value convertElements(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                            mlir::Type elementType);

// `init` with the elements of `tensor`, which has its shape, converted by convertFloat.
mlir::Value convertInto(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                        mlir::Value init);

// The indexing map that reads an operand of `operandType` at a position of a result of
// `resultType` under NumPy broadcasting: missing leading dimensions and static sizes of 1 (where
// the result is not statically 1) read index 0.
mlir::AffineMap broadcastMap(mlir::RankedTensorType operandType, mlir::RankedTensorType resultType);

// One linalg.generic whose body is the op's buildScalar. The lowering of every elementwise op.
llvm::FailureOr<llvm::SmallVector<mlir::Value>> lowerElementwise(ElementwiseOpInterface op,
                                                                 mlir::OpBuilder &builder,
                                                                 mlir::ValueRange operands,
                                                                 LoweringReason &why);

// Emits one element of a result: `indices` are its position, `elements` what the inputs' maps read.
using ElementBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange indices, mlir::ValueRange elements)>;

// linalg.generic over `init` with parallel loops only; init's elements are not read. For bodies
// that need no `indices`, elementwise fusion sees nothing but the maps.
mlir::Value parallelGeneric(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value init,
                            mlir::ValueRange inputs, llvm::ArrayRef<mlir::AffineMap> inputMaps,
                            ElementBuilder body, bool needsIndices = true);

// Index arithmetic on values; folds constants.
mlir::Value indexConstant(mlir::OpBuilder &builder, mlir::Location loc, int64_t value);
// min(max(value, 0), size - 1)
mlir::Value clampToSize(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                        mlir::Value size);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_LINALGBUILDERS_H
