// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Regions.h.
#include "importers/stablehlo/Regions.h"

using namespace mlir;

namespace rlx::shlo {

bool expectDims(Node &op, ArrayRef<int64_t> dims, Value tensor) {
  const int64_t rank = rankOf(tensor);
  for (auto [i, dim] : llvm::enumerate(dims))
    if (!op.expect(dim >= 0 && dim < rank && !llvm::is_contained(dims.take_front(i), dim),
                   "distinct dimensions of " + shapeText(shapeOf(tensor)) + ", but got " +
                       Twine(dim)))
      return false;
  return !op.hasFailed();
}

bool isNeutralConstant(StringRef kind, Value init) {
  Operation *op = init.getDefiningOp();
  auto value = op ? dyn_cast_or_null<DenseElementsAttr>(op->getAttr("value")) : DenseElementsAttr();
  if (!value || !value.isSplat())
    return false;
  const Type type = value.getElementType();
  if (isFloat(type)) {
    const APFloat number = value.getSplatValue<APFloat>();
    if (kind == "stablehlo.add")
      return number.isZero();
    if (kind == "stablehlo.multiply")
      return number.isExactlyValue(1);
    return number.isInfinity() && number.isNegative() == (kind == "stablehlo.maximum");
  }
  if (!type.isInteger())
    return false;
  const APInt number = value.getSplatValue<APInt>();
  const bool isUnsigned = type.isUnsignedInteger() || isBool(type);
  if (kind == "stablehlo.add" || kind == "stablehlo.or")
    return number.isZero();
  if (kind == "stablehlo.multiply")
    return number.isOne();
  if (kind == "stablehlo.and")
    return number.isAllOnes();
  if (kind == "stablehlo.maximum")
    return isUnsigned ? number.isZero() : number.isMinSignedValue();
  return kind == "stablehlo.minimum" &&
         (isUnsigned ? number.isAllOnes() : number.isMaxSignedValue());
}

// Body 0 of `count` elements from `first` on and `count` from `second` on, along the axis.
static Values combined(Node &op, ArrayRef<Value> tensors, int64_t axis, int64_t first,
                       int64_t second, int64_t count, int64_t stride = 1) {
  Values operands;
  for (int64_t start : {first, second})
    for (Value tensor : tensors)
      operands.push_back(op.sliceAxis(tensor, axis, start, count, stride));
  return op.hasFailed() ? Values() : op.applied(0, operands, shapeOf(operands[0]));
}

Values foldAlong(Node &op, Values tensors, int64_t axis) {
  if (op.hasFailed() || shapeOf(tensors[0])[axis] == 0)
    return {};
  while (!op.hasFailed() && !tensors.empty() && shapeOf(tensors[0])[axis] > 1) {
    const int64_t size = shapeOf(tensors[0])[axis];
    Values next = combined(op, tensors, axis, 0, 1, size / 2, 2);
    if (size % 2 == 1) // the last element waits for the next step
      for (auto [value, tensor] : llvm::zip(next, tensors))
        value = op.concat({value, op.sliceAxis(tensor, axis, size - 1, 1)}, axis);
    tensors = next;
  }
  return op.hasFailed() ? Values() : tensors;
}

Values foldWindows(Node &op, ArrayRef<Value> tensors, int64_t axis, int64_t size,
                   int64_t dilation) {
  // `power` are windows of 2^k elements, `result` those of the lower bits of `size`.
  Values power(tensors), result;
  int64_t resultSize = 0;
  for (int64_t bit = 1; bit <= size && !op.hasFailed() && !power.empty(); bit *= 2) {
    if (bit > 1)
      power = combined(op, power, axis, 0, bit / 2 * dilation,
                       shapeOf(power[0])[axis] - bit / 2 * dilation);
    if (!(size & bit) || power.empty())
      continue;
    if (result.empty()) {
      result = power;
    } else {
      const int64_t count = shapeOf(tensors[0])[axis] - (resultSize + bit - 1) * dilation;
      Values operands;
      for (Value value : result)
        operands.push_back(op.sliceAxis(value, axis, 0, count));
      for (Value value : power)
        operands.push_back(op.sliceAxis(value, axis, resultSize * dilation, count));
      result = op.hasFailed() ? Values() : op.applied(0, operands, shapeOf(operands[0]));
    }
    resultSize += bit;
  }
  return op.hasFailed() ? Values() : result;
}

namespace {

// A matcher of values in a body by the op that defines them.
bool isOp(Value value, StringRef name, ArrayRef<Value> operands) {
  Operation *op = value.getDefiningOp();
  return op && op->getName().getStringRef() == name && llvm::equal(op->getOperands(), operands);
}
Value operandOf(Value value, StringRef name, unsigned i, unsigned count) {
  Operation *op = value ? value.getDefiningOp() : nullptr;
  return op && op->getName().getStringRef() == name && op->getNumOperands() == count
             ? op->getOperand(i)
             : Value();
}
bool isCompare(Value value, Value lhs, Value rhs, StringRef direction) {
  return value && isOp(value, "stablehlo.compare", {lhs, rhs}) &&
         enumValue(value.getDefiningOp()->getAttr("comparison_direction"),
                   "comparison_direction") == direction;
}

} // namespace

// The body is, with values x, y and indices i, j:
//   isBetter = x > y or x != x;  result = select(isBetter, x, y),
//   select(isBetter or (x == y and i < j), i, j)
std::optional<bool> argExtremumOf(Node &op) {
  Block &body = op.body(0);
  Operation &end = body.back();
  if (body.getNumArguments() != 4 || end.getNumOperands() != 2)
    return std::nullopt;
  Value x = body.getArgument(0), i = body.getArgument(1), y = body.getArgument(2),
        j = body.getArgument(3);
  Value better = operandOf(end.getOperand(0), "stablehlo.select", 0, 3),
        chosen = operandOf(end.getOperand(1), "stablehlo.select", 0, 3);
  if (!better || !chosen || !isOp(end.getOperand(0), "stablehlo.select", {better, x, y}) ||
      !isOp(end.getOperand(1), "stablehlo.select", {chosen, i, j}))
    return std::nullopt;
  Value tie = operandOf(chosen, "stablehlo.or", 1, 2);
  if (!tie || operandOf(chosen, "stablehlo.or", 0, 2) != better ||
      !isCompare(operandOf(tie, "stablehlo.and", 0, 2), x, y, "EQ") ||
      !isCompare(operandOf(tie, "stablehlo.and", 1, 2), i, j, "LT"))
    return std::nullopt;
  Value order = better;
  if (Value isNan = operandOf(better, "stablehlo.or", 1, 2)) { // of floats only
    if (!isCompare(isNan, x, x, "NE"))
      return std::nullopt;
    order = operandOf(better, "stablehlo.or", 0, 2);
  }
  if (isCompare(order, x, y, "GT"))
    return true;
  return isCompare(order, x, y, "LT") ? std::optional(false) : std::nullopt;
}

bool isIotaAlong(Value value, int64_t dim, int depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth > 8)
    return false;
  const StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.iota" || name == "stablehlo.dynamic_iota") {
    auto axis = dyn_cast_or_null<IntegerAttr>(op->getAttr("iota_dimension"));
    return axis && axis.getValue() == dim;
  }
  if (name != "stablehlo.broadcast_in_dim" && name != "stablehlo.dynamic_broadcast_in_dim")
    return false;
  std::optional<IntList> dims = integersOf(op->getAttr("broadcast_dimensions"));
  auto it = dims ? llvm::find(*dims, dim) : nullptr;
  return dims && it != dims->end() && op->getNumOperands() > 0 &&
         isIotaAlong(op->getOperand(0), it - dims->begin(), depth + 1);
}

} // namespace rlx::shlo
