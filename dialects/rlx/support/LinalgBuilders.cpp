// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of LinalgBuilders.h. Result sizes are reified through the op's own inference:
// symbols stand for tensor.dim ops of operands, and expressions become affine.apply. So no op
// writes its shape function a second time.
#include "dialects/rlx/support/LinalgBuilders.h"

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "dialects/rlx/support/ComplexBuilders.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx {
namespace {

// Binds every dynamic operand size to a symbol, whose value is a `tensor.dim`.
class ReifyContext : public InferContext {
public:
  ReifyContext(OpBuilder &builder, Operation *op, ValueRange operands)
      : InferContext(op->getContext(), std::nullopt, op->getName().getStringRef()),
        builder(builder), loc(op->getLoc()) {
    for (auto [original, converted] : llvm::zip(op->getOperands(), operands))
      convertedOf[original] = converted;
  }

  Dims shape(Value value) override {
    Value source = convertedOf.lookup(value) ? convertedOf.lookup(value) : value;
    Dims dims;
    for (auto [i, size] : llvm::enumerate(cast<ShapedType>(source.getType()).getShape())) {
      if (!ShapedType::isDynamic(size))
        dims.push_back(constant(size));
      else
        dims.push_back(bind(tensor::DimOp::create(builder, loc, source, i).getResult()));
    }
    return dims;
  }

  Dim index(Value value) override {
    APInt known;
    if (matchPattern(value, m_ConstantInt(&known)))
      return constant(known.getSExtValue());
    return bind(convertedOf.lookup(value) ? convertedOf.lookup(value) : value);
  }

  Dim unknown() override {
    sawUnknown = true;
    return bind(arith::ConstantIndexOp::create(builder, loc, 0));
  }

  OpFoldResult value(Dim dim) {
    return affine::makeComposedFoldedAffineApply(
        builder, loc, AffineMap::get(0, symbols.size(), simplifyAffineExpr(dim, 0, symbols.size())),
        symbols);
  }

  bool sawUnknown = false;

private:
  Dim bind(Value value) {
    symbols.push_back(value);
    return getAffineSymbolExpr(symbols.size() - 1, getContext());
  }

  OpBuilder &builder;
  Location loc;
  DenseMap<Value, Value> convertedOf;
  SmallVector<OpFoldResult> symbols;
};

} // namespace

Type signless(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(signless(tensor.getElementType()));
  if (isNarrow(type))
    return IntegerType::get(type.getContext(), 8);
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

Type accumulatorType(Type elementType) {
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return elementType;
}

SmallVector<SmallVector<OpFoldResult>> reifyResultShapes(OpBuilder &builder, Operation *op,
                                                         ValueRange operands) {
  ReifyContext ctx(builder, op, operands);
  SmallVector<InferredType, 1> inferred;
  SmallVector<SmallVector<OpFoldResult>> shapes;
  if (failed(cast<SymbolicShapeOpInterface>(op).inferSymbolic(ctx, inferred)))
    return shapes; // the verifier has accepted this op, so inference succeeds
  for (auto [result, type] : llvm::zip(op->getResults(), inferred)) {
    SmallVector<OpFoldResult> sizes;
    ArrayRef<int64_t> declared = cast<ShapedType>(result.getType()).getShape();
    for (auto [dim, size] : llvm::zip(type.dims, declared))
      sizes.push_back(ShapedType::isDynamic(size) ? ctx.value(dim)
                                                  : OpFoldResult(builder.getIndexAttr(size)));
    shapes.push_back(std::move(sizes));
  }
  return shapes;
}

Value emptyResult(OpBuilder &builder, Operation *op, ValueRange operands, unsigned index,
                  Type elementType) {
  Type element = elementType
                     ? elementType
                     : signless(cast<ShapedType>(op->getResult(index).getType()).getElementType());
  return tensor::EmptyOp::create(builder, op->getLoc(),
                                 reifyResultShapes(builder, op, operands)[index], element);
}

Value scalarConstant(OpBuilder &builder, Location loc, Type type, double value) {
  Type element = getElementTypeOrSelf(type);
  if (isComplex(element))
    return complexConstant(builder, loc, element, value, 0);
  TypedAttr attr = isa<FloatType>(element)
                       ? TypedAttr(builder.getFloatAttr(element, value))
                       : TypedAttr(builder.getIntegerAttr(element, static_cast<int64_t>(value)));
  if (auto vector = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(vector, attr);
  return arith::ConstantOp::create(builder, loc, attr);
}

Value filled(OpBuilder &builder, Location loc, Value init, double value) {
  Type element = getElementTypeOrSelf(init.getType());
  return linalg::FillOp::create(builder, loc, scalarConstant(builder, loc, element, value), init)
      .getResult(0);
}

Value multiplyAccumulate(OpBuilder &builder, Location loc, Value lhs, Value rhs, Value acc) {
  Type type = getElementTypeOrSelf(acc.getType());
  if (isComplex(type))
    return complexMultiplyAccumulate(builder, loc, lhs, rhs, acc);
  if (!isa<FloatType>(type)) {
    Value product = arith::MulIOp::create(builder, loc, lhs, rhs);
    return arith::AddIOp::create(builder, loc, acc, product);
  }
  auto flags = arith::FastMathFlags::contract | arith::FastMathFlags::reassoc;
  Value product = arith::MulFOp::create(builder, loc, convertFloat(builder, loc, lhs, type),
                                        convertFloat(builder, loc, rhs, type), flags);
  return arith::AddFOp::create(builder, loc, acc, product, flags);
}

Value convertFloat(OpBuilder &builder, Location loc, Value value, Type elementType) {
  Type from = getElementTypeOrSelf(value.getType());
  if (from == elementType || !isa<FloatType>(from) || !isa<FloatType>(elementType))
    return value;
  Type to = elementType;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    to = vector.clone(elementType);
  if (from.getIntOrFloatBitWidth() < elementType.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

Value convertElements(OpBuilder &builder, Location loc, Value tensor, Type elementType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == elementType)
    return tensor;
  Value init = tensor::EmptyOp::create(builder, loc, tensor::getMixedSizes(builder, loc, tensor),
                                       elementType);
  return convertInto(builder, loc, tensor, init);
}

// Does not emit linalg.copy: MLIR folds the copy of a fill with a conversion to a wrong fill, and
// crashes on the copy of a scalar constant.
Value convertInto(OpBuilder &builder, Location loc, Value tensor, Value init) {
  auto type = cast<RankedTensorType>(init.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto convert = [&](OpBuilder &nested, Location l, ValueRange v) {
    linalg::YieldOp::create(nested, l, convertFloat(nested, l, v[0], type.getElementType()));
  };
  return linalg::GenericOp::create(builder, loc, TypeRange{type}, ValueRange{tensor},
                                   ValueRange{init}, ArrayRef<AffineMap>{map, map}, iterators,
                                   convert)
      .getResult(0);
}

AffineMap broadcastMap(RankedTensorType operandType, RankedTensorType resultType) {
  MLIRContext *context = operandType.getContext();
  int64_t rank = resultType.getRank(), missing = rank - operandType.getRank();
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < operandType.getRank(); ++i) {
    bool repeats = operandType.getDimSize(i) == 1 && resultType.getDimSize(i + missing) != 1;
    exprs.push_back(repeats ? getAffineConstantExpr(0, context)
                            : getAffineDimExpr(i + missing, context));
  }
  return AffineMap::get(rank, 0, exprs, context);
}

FailureOr<SmallVector<Value>> lowerElementwise(ElementwiseOpInterface op, OpBuilder &builder,
                                               ValueRange operands, LoweringReason &why) {
  Location loc = op->getLoc();
  Value init = emptyResult(builder, op, operands);
  // The reified type, which may have static sizes that are dynamic in the declared type.
  auto resultType = cast<RankedTensorType>(init.getType());
  SmallVector<AffineMap> maps;
  for (Value operand : operands)
    maps.push_back(broadcastMap(cast<RankedTensorType>(operand.getType()), resultType));
  maps.push_back(builder.getMultiDimIdentityMap(resultType.getRank()));
  SmallVector<utils::IteratorType> iterators(resultType.getRank(), utils::IteratorType::parallel);
  bool ok = true;
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange{resultType}, operands, ValueRange{init}, maps, iterators,
      [&](OpBuilder &nested, Location nestedLoc, ValueRange scalars) {
        FailureOr<Value> value = op.buildScalar(nested, nestedLoc, scalars.drop_back(), why);
        ok = succeeded(value);
        linalg::YieldOp::create(nested, nestedLoc, ok ? *value : scalars.back());
      });
  if (!ok) {
    generic.erase();
    return failure();
  }
  return SmallVector<Value>{generic.getResult(0)};
}

Value parallelGeneric(OpBuilder &builder, Location loc, Value init, ValueRange inputs,
                      ArrayRef<AffineMap> inputMaps, ElementBuilder body, bool needsIndices) {
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, TypeRange{init.getType()}, inputs, ValueRange{init}, maps, iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               SmallVector<Value> indices;
               for (int64_t i = 0; needsIndices && i < rank; ++i)
                 indices.push_back(linalg::IndexOp::create(nested, l, i));
               linalg::YieldOp::create(nested, l, body(nested, l, indices, v.drop_back()));
             })
      .getResult(0);
}

Value indexConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value clampToSize(OpBuilder &builder, Location loc, Value value, Value size) {
  Value last = arith::SubIOp::create(builder, loc, size, indexConstant(builder, loc, 1));
  Value low = arith::MaxSIOp::create(builder, loc, value, indexConstant(builder, loc, 0));
  return arith::MinSIOp::create(builder, loc, low, last);
}

} // namespace rlx
