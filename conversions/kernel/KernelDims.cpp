// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traces index values to kernel arguments; see KernelDims.h.
//
// Follows index arithmetic back to dimensions of arguments. An op that is not understood gives
// null.
#include "conversions/kernel/KernelDims.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {
namespace {

// Whether larger operands never make the expression smaller.
bool isMonotonic(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return true;
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return isMonotonic(binary.getLHS()) && isMonotonic(binary.getRHS());
  case AffineExprKind::Mul:
    return factor && factor.getValue() >= 0 && isMonotonic(binary.getLHS());
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return factor && factor.getValue() > 0 && isMonotonic(binary.getLHS());
  default:
    return false;
  }
}

// Whether upper bounds of the operands give one of the result. Sizes are never negative.
bool growsWithOperand(Operation *op, unsigned operand) {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return isMonotonic(apply.getAffineMap().getResult(0));
  return isa<arith::AddIOp, arith::MulIOp>(op) || operand == 0;
}

} // namespace

KernelDims::KernelDims(func::FuncOp kernel, unsigned numOperands) : context(kernel.getContext()) {
  auto add = [&](unsigned number, Type type) {
    if (type.isIndex()) {
      indexPositions[number] = count++;
      return;
    }
    if (auto shaped = dyn_cast<ShapedType>(type))
      for (auto [i, size] : llvm::enumerate(shaped.getShape()))
        if (ShapedType::isDynamic(size))
          positions[{number, i}] = count++;
  };
  for (unsigned i = 0; i < numOperands; ++i)
    add(i, kernel.getArgumentTypes()[i]);
  for (auto [i, type] : llvm::enumerate(kernel.getResultTypes()))
    add(numOperands + i, type);
}

AffineExpr KernelDims::dim(BlockArgument argument, unsigned dim) const {
  int64_t size = cast<ShapedType>(argument.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(size))
    return getAffineConstantExpr(size, context);
  return getAffineSymbolExpr(positions.at({argument.getArgNumber(), dim}), context);
}

SmallVector<AffineExpr> KernelDims::sizes(BlockArgument argument) const {
  SmallVector<AffineExpr> sizes;
  for (auto [i, size] : llvm::enumerate(cast<ShapedType>(argument.getType()).getShape()))
    sizes.push_back(ShapedType::isDynamic(size) ? dim(argument, static_cast<unsigned>(i))
                                                : getAffineConstantExpr(size, context));
  return sizes;
}

AffineExpr KernelDims::trace(OpFoldResult value) const {
  return evaluate(value, false);
}
AffineExpr KernelDims::upperBound(OpFoldResult value) const {
  return evaluate(value, true);
}

AffineExpr KernelDims::evaluate(OpFoldResult value, bool bound) const {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  auto ssa = dyn_cast<Value>(value);
  if (!ssa)
    return {};
  if (auto argument = dyn_cast<BlockArgument>(ssa)) {
    auto it = indexPositions.find(argument.getArgNumber());
    bool ofKernel = isa<func::FuncOp>(argument.getOwner()->getParentOp());
    return ofKernel && it != indexPositions.end() ? getAffineSymbolExpr(it->second, context)
                                                  : AffineExpr();
  }
  return evaluateOp(ssa.getDefiningOp(), bound);
}

AffineExpr KernelDims::evaluateOp(Operation *op, bool bound) const {
  auto sizeOf = [&](auto &self, Value source, std::optional<int64_t> i) -> AffineExpr {
    // A result of a destination-style op has the sizes of its destination.
    while (auto writer = source.getDefiningOp<DestinationStyleOpInterface>())
      source = writer.getTiedOpOperand(cast<OpResult>(source))->get();
    if (auto empty = source.getDefiningOp<tensor::EmptyOp>(); empty && i)
      return evaluate(empty.getMixedSizes()[*i], bound);
    auto product = [&](Value whole, ArrayRef<int64_t> group) {
      AffineExpr result = getAffineConstantExpr(1, context);
      for (int64_t dim : group) {
        AffineExpr size = self(self, whole, dim);
        result = size && result ? result * size : AffineExpr();
      }
      return result;
    };
    if (auto collapse = source.getDefiningOp<tensor::CollapseShapeOp>(); collapse && i)
      return product(collapse.getSrc(), collapse.getReassociationIndices()[*i]);
    if (auto collapse = source.getDefiningOp<memref::CollapseShapeOp>(); collapse && i)
      return product(collapse.getSrc(), collapse.getReassociationIndices()[*i]);
    auto argument = dyn_cast<BlockArgument>(source);
    if (!i || !argument || !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      return {};
    return dim(argument, *i);
  };
  if (auto size = dyn_cast<tensor::DimOp>(op))
    return sizeOf(sizeOf, size.getSource(), size.getConstantIndex());
  if (auto size = dyn_cast<memref::DimOp>(op))
    return sizeOf(sizeOf, size.getSource(), size.getConstantIndex());
  if (auto min = dyn_cast<affine::AffineMinOp>(op)) {
    AffineExpr best;
    for (AffineExpr expr : min.getMap().getResults())
      if (auto constant = dyn_cast<AffineConstantExpr>(expr); bound && constant)
        if (!best || constant.getValue() < cast<AffineConstantExpr>(best).getValue())
          best = constant;
    return best;
  }
  SmallVector<AffineExpr> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    operands.push_back(evaluate(operand, bound && growsWithOperand(op, i)));
    if (!operands.back())
      return {};
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    return map.getResult(0).replaceDimsAndSymbols(ArrayRef(operands).take_front(map.getNumDims()),
                                                  ArrayRef(operands).drop_front(map.getNumDims()));
  }
  return llvm::TypeSwitch<Operation *, AffineExpr>(op)
      .Case<arith::AddIOp>([&](auto) { return operands[0] + operands[1]; })
      .Case<arith::SubIOp>([&](auto) { return operands[0] - operands[1]; })
      .Case<arith::MulIOp>([&](auto) { return operands[0] * operands[1]; })
      .Case<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(
          [&](auto) { return operands[0].floorDiv(operands[1]); })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
          [&](auto) { return operands[0].ceilDiv(operands[1]); })
      .Default([](Operation *) { return AffineExpr(); });
}

} // namespace rlx
