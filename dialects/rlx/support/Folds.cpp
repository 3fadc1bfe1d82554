// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Folds.h. A fold must not remove a check of sizes. So `foldTo` refuses to fold
// if another operand's dynamic size would no longer be compared, even though the values are right.
// Constants are compared bit by bit for floats.
#include "dialects/rlx/support/Folds.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace rlx {

bool isSplatOf(Attribute folded, int64_t integer, double real) {
  auto elements = dyn_cast_or_null<SplatElementsAttr>(folded);
  if (!elements)
    return false;
  if (auto type = dyn_cast<FloatType>(elements.getElementType())) {
    llvm::APFloat wanted(real);
    bool losesInfo;
    wanted.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return !losesInfo && elements.getSplatValue<APFloat>().bitwiseIsEqual(wanted);
  }
  if (!elements.getElementType().isIntOrIndex())
    return false; // complex
  APInt value = elements.getSplatValue<APInt>();
  return value == APInt(value.getBitWidth(), static_cast<uint64_t>(integer), /*isSigned=*/true,
                        /*implicitTrunc=*/true);
}

namespace {
// Whether an operand of shape `other` can only broadcast to a tensor of shape `kept`. A dynamic
// size is required to equal the size that it meets; without the operand nothing would check that.
bool addsNothing(ArrayRef<int64_t> other, ArrayRef<int64_t> kept) {
  if (other.size() > kept.size())
    return false;
  for (auto [size, keptSize] : llvm::zip(other, kept.take_back(other.size())))
    if (size != 1 && (ShapedType::isDynamic(size) || size != keptSize))
      return false;
  return true;
}
} // namespace

OpFoldResult foldTo(Operation *op, Value value) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (value.getType() != type)
    return {};
  if (op->getNumOperands() == 1) // the result has its shape, whatever `value` is
    return value;
  for (Value operand : op->getOperands())
    if (operand != value &&
        !addsNothing(cast<RankedTensorType>(operand.getType()).getShape(), type.getShape()))
      return {};
  return value;
}

} // namespace rlx
