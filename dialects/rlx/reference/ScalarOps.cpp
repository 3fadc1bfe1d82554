// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ScalarOps.h. An op without a case here is run by its folder: operands become
// constant attributes, and the folded attribute becomes a tensor. So new arith ops work without a
// change.
#include "dialects/rlx/reference/ScalarOps.h"

#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx::ref {
namespace {

using Results = llvm::Expected<SmallVector<Tensor>>;

Results one(Tensor tensor) {
  SmallVector<Tensor> results;
  results.push_back(std::move(tensor));
  return results;
}

// The scalar as an attribute for a folder.
Attribute toAttribute(const Tensor &tensor, Type type) {
  if (auto element = dyn_cast<FloatType>(type))
    return FloatAttr::get(element, tensor.floats[0]);
  if (type.isIntOrIndex())
    return IntegerAttr::get(type, tensor.ints[0]);
  return {};
}

llvm::Expected<Tensor> fromAttribute(Attribute attribute, MLIRContext *context) {
  if (auto elements = dyn_cast<ElementsAttr>(attribute))
    return fromElements(elements);
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    Tensor tensor({}, number.getType());
    tensor.floats[0] = number.getValueAsDouble();
    return tensor;
  }
  auto integer = dyn_cast<IntegerAttr>(attribute);
  if (!integer)
    return llvm::createStringError("has a constant value of a kind that cannot be interpreted");
  if (integer.getType().isIndex())
    return scalar(context, integer.getInt());
  Tensor tensor({}, integer.getType());
  bool isUnsigned = integer.getType().isUnsignedInteger() || integer.getType().isInteger(1);
  tensor.ints[0] = isUnsigned ? static_cast<int64_t>(integer.getValue().getZExtValue())
                              : integer.getValue().getSExtValue();
  return tensor;
}

Results dim(ArrayRef<Tensor> operands) {
  int64_t index = operands[1].ints[0];
  if (index < 0 || index >= operands[0].rank())
    return llvm::createStringError("expects a dimension below " + Twine(operands[0].rank()) +
                                   ", but got " + Twine(index));
  return one(scalar(operands[1].elementType.getContext(), operands[0].shape[index]));
}

Results castShape(tensor::CastOp op, SmallVector<Tensor> operands) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || failed(verifyCompatibleShape(type.getShape(), operands[0].shape))) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "cannot cast a tensor of the sizes ";
    llvm::interleave(operands[0].shape, os, "x");
    os << " to " << op.getType();
    return llvm::createStringError(text);
  }
  return one(std::move(operands[0]));
}

Results extract(ArrayRef<Tensor> operands) {
  const Tensor &from = operands[0];
  int64_t position = 0;
  for (auto [size, index] : llvm::zip(from.shape, operands.drop_front())) {
    if (index.ints[0] < 0 || index.ints[0] >= size)
      return llvm::createStringError("index " + Twine(index.ints[0]) + " is out of range");
    position = position * size + index.ints[0];
  }
  Tensor tensor({}, from.elementType);
  tensor.copyElement(0, from, position);
  return one(std::move(tensor));
}

Results fromElementsOp(tensor::FromElementsOp op, ArrayRef<Tensor> operands) {
  Type element = op.getType().getElementType();
  if (element.isIndex())
    element = IntegerType::get(op.getContext(), 64);
  Tensor tensor(op.getType().getShape(), element);
  for (auto [i, operand] : llvm::enumerate(operands))
    tensor.copyElement(i, operand, 0);
  return one(std::move(tensor));
}

Results check(cf::AssertOp op, ArrayRef<Tensor> operands) {
  if (operands[0].ints[0] == 0)
    return llvm::createStringError("failed: " + op.getMsg());
  return SmallVector<Tensor>{};
}

// Runs the op's folder on constant operands.
Results runFolder(Operation *op, SmallVector<Tensor> operands) {
  auto unsupported = [] {
    return llvm::createStringError("is not supported by the reference interpreter");
  };
  if (op->getNumRegions() != 0 || op->getNumResults() == 0)
    return unsupported();
  SmallVector<Attribute> constants;
  for (auto [operand, tensor] : llvm::zip(op->getOperands(), operands)) {
    Attribute constant = toAttribute(tensor, operand.getType());
    if (!constant)
      return unsupported();
    constants.push_back(constant);
  }
  Operation *copy = op->cloneWithoutRegions(); // a folder may change its op in place
  SmallVector<OpFoldResult> folded;
  bool ok = succeeded(copy->fold(constants, folded)) && folded.size() == op->getNumResults();
  SmallVector<Tensor> results;
  llvm::Error error = llvm::Error::success();
  for (OpFoldResult result : folded) {
    if (auto value = dyn_cast<Value>(result)) { // x + 0 folds to x, which is an operand
      auto it = llvm::find(op->getOperands(), value);
      ok &= it != op->getOperands().end();
      if (ok)
        results.push_back(operands[std::distance(op->getOperands().begin(), it)]);
      continue;
    }
    llvm::Expected<Tensor> tensor = fromAttribute(cast<Attribute>(result), op->getContext());
    if (tensor)
      results.push_back(std::move(*tensor));
    else
      error = llvm::joinErrors(std::move(error), tensor.takeError());
  }
  copy->destroy();
  if (error)
    return error;
  return ok ? Results(std::move(results)) : unsupported();
}

} // namespace

Results runScalarOp(Operation *op, SmallVector<Tensor> operands) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    llvm::Expected<Tensor> tensor = fromAttribute(constant, op->getContext());
    return tensor ? one(std::move(*tensor)) : Results(tensor.takeError());
  }
  return llvm::TypeSwitch<Operation *, Results>(op)
      .Case([&](tensor::DimOp) { return dim(operands); })
      .Case([&](tensor::CastOp cast) { return castShape(cast, std::move(operands)); })
      .Case([&](tensor::ExtractOp) { return extract(operands); })
      .Case([&](tensor::FromElementsOp from) { return fromElementsOp(from, operands); })
      .Case([&](cf::AssertOp assertion) { return check(assertion, operands); })
      .Default([&](Operation *) { return runFolder(op, std::move(operands)); });
}

} // namespace rlx::ref
