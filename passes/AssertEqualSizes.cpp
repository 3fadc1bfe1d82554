// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-assert-equal-sizes`: asserts what the symbolic shape analysis takes for equal.
//
// The analysis knows two sizes to be equal if an op requires it. Passes that make use of it may
// remove that op, or replace its operands. The assertion stays.
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_ASSERTEQUALSIZESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Sizes as index values at the start of the function.
class SizeBuilder {
public:
  SizeBuilder(func::FuncOp function, const rlx::SymbolicShapes &shapes)
      : b(OpBuilder::atBlockBegin(&function.front())), function(function), shapes(shapes) {}

  // Null if a run computes a symbol of it.
  Value valueOf(rlx::Dim dim, Location loc) {
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

  OpBuilder b;

private:
  using Source = rlx::SymbolicShapes::Source;
  Value valueOf(const rlx::SymbolicShapes::Symbol &symbol, Location loc) {
    switch (symbol.source) {
    case Source::Dimension:
      return tensor::DimOp::create(b, loc, function.getArgument(symbol.argument), symbol.dim);
    case Source::Element:
      return element(function.getArgument(symbol.argument), symbol.dim, loc);
    case Source::Derived:
      return extremum(symbol.definition, loc);
    case Source::Computed:
      break;
    }
    return {};
  }

  // Element `number` of the tensor, in row-major order.
  Value element(Value tensor, int64_t number, Location loc) {
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

  Value extremum(const rlx::DerivedSizes::Definition &definition, Location loc) {
    Value lhs = valueOf(definition.lhs, loc);
    if (!lhs || !definition.kind)
      return lhs;
    Value rhs = valueOf(definition.rhs, loc);
    if (!rhs)
      return rhs;
    return *definition.kind == rlx::Extremum::Min ? Value(arith::MinSIOp::create(b, loc, lhs, rhs))
                                                  : Value(arith::MaxSIOp::create(b, loc, lhs, rhs));
  }

  func::FuncOp function;
  const rlx::SymbolicShapes &shapes;
};

struct AssertEqualSizes : rlx::impl::AssertEqualSizesPassBase<AssertEqualSizes> {
  void runOnBody() override {
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(getOperation());
    if (failed(shapes))
      return signalPassFailure();
    SizeBuilder sizes(getOperation(), *shapes);
    for (const rlx::SymbolicShapes::Guard &guard : shapes->guards()) {
      if (!guard.isUsed)
        continue;
      Value lhs = sizes.valueOf(guard.lhs, guard.loc), rhs = sizes.valueOf(guard.rhs, guard.loc);
      if (!lhs || !rhs)
        continue;
      Value holds = arith::CmpIOp::create(sizes.b, guard.loc, arith::CmpIPredicate::eq, lhs, rhs);
      cf::AssertOp::create(sizes.b, guard.loc, holds, guard.reason);
    }
  }
};

} // namespace
