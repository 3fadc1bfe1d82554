// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads scales and zero points of constants; see QuantizedValues.h.
//
// Values behind reshapes count as the constants that they move.
#include "passes/QuantizedValues.h"

#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;

namespace rlx {

std::optional<ref::Tensor> constantTensor(Value value) {
  ElementsAttr elements;
  while (auto reshape = value ? value.getDefiningOp<ReshapeOp>() : nullptr)
    value = reshape.getInput();
  if (!value || !matchPattern(value, m_Constant(&elements)))
    return std::nullopt;
  auto tensor = ref::fromElements(elements);
  if (tensor)
    return std::move(*tensor);
  llvm::consumeError(tensor.takeError());
  return std::nullopt;
}

bool isOrdinaryFactor(double factor) {
  return factor >= std::ldexp(1, -126) && factor <= std::ldexp(1, 110); // false for NaN
}

std::optional<SmallVector<double>> ordinaryScales(Value scale) {
  std::optional<ref::Tensor> known = constantTensor(scale);
  if (!known || !known->elementType.isF32() || !llvm::all_of(known->floats, isOrdinaryFactor))
    return std::nullopt;
  return SmallVector<double>(known->floats.begin(), known->floats.end());
}

std::optional<SmallVector<int64_t>> knownZeroPoints(Value zeroPoint) {
  if (!zeroPoint)
    return SmallVector<int64_t>{0};
  std::optional<ref::Tensor> known = constantTensor(zeroPoint);
  if (!known)
    return std::nullopt;
  return SmallVector<int64_t>(known->ints.begin(), known->ints.end());
}

bool haveEqualScales(Value lhs, Value rhs) {
  if (lhs == rhs)
    return true;
  std::optional<ref::Tensor> a = constantTensor(lhs), b = constantTensor(rhs);
  return a && b && a->elementType == b->elementType && a->floats == b->floats;
}

bool haveEqualZeroPoints(Value lhs, Value rhs) {
  if (lhs == rhs)
    return true;
  std::optional<SmallVector<int64_t>> a = knownZeroPoints(lhs), b = knownZeroPoints(rhs);
  if (!a || !b)
    return false;
  size_t size = std::max(a->size(), b->size());
  auto at = [](ArrayRef<int64_t> values, size_t i) { return values[values.size() == 1 ? 0 : i]; };
  return llvm::all_of(llvm::seq<size_t>(0, size), [&](size_t i) { return at(*a, i) == at(*b, i); });
}

} // namespace rlx
