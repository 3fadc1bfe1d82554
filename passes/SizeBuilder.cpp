// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of SizeBuilder.h.
#include "passes/SizeBuilder.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

Value SizeBuilder::valueOf(Dim dim, Location loc) {
  SmallVector<Value> symbols(shapes.symbols().size());
  bool areKnown = true;
  dim.walk([&](AffineExpr expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (!symbol || symbols[symbol.getPosition()])
      return;
    Value value = valueOf(shapes.symbols()[symbol.getPosition()], loc);
    symbols[symbol.getPosition()] = value;
    areKnown &= bool(value);
  });
  return areKnown ? affine::expandAffineExpr(b, loc, dim, {}, symbols) : Value();
}

Value SizeBuilder::valueOf(const SymbolicShapes::Symbol &symbol, Location loc) {
  using Source = SymbolicShapes::Source;
  switch (symbol.source) {
  case Source::Dimension:
    return tensor::DimOp::create(b, loc, arguments[symbol.argument], symbol.dim);
  case Source::Element:
    return element(arguments[symbol.argument], symbol.dim, loc);
  case Source::Derived:
    return extremum(symbol.definition, loc);
  case Source::Computed:
    break;
  }
  return {};
}

// Element `number` of the tensor, in row-major order.
Value SizeBuilder::element(Value tensor, int64_t number, Location loc) {
  SmallVector<Value> indices;
  for (int64_t size : llvm::reverse(cast<RankedTensorType>(tensor.getType()).getShape())) {
    const int64_t room = ShapedType::isDynamic(size) ? number + 1 : size;
    indices.insert(indices.begin(), arith::ConstantIndexOp::create(b, loc, number % room));
    number /= room;
  }
  Value value = tensor::ExtractOp::create(b, loc, tensor, indices);
  if (value.getType().isInteger(1))
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), value);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), value);
}

Value SizeBuilder::extremum(const DerivedSizes::Definition &definition, Location loc) {
  Value lhs = valueOf(definition.lhs, loc);
  if (!lhs || !definition.kind)
    return lhs;
  Value rhs = valueOf(definition.rhs, loc);
  if (!rhs)
    return rhs;
  return *definition.kind == Extremum::Min ? Value(arith::MinSIOp::create(b, loc, lhs, rhs))
                                           : Value(arith::MaxSIOp::create(b, loc, lhs, rhs));
}

} // namespace rlx
