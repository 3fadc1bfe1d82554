// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of GraphValue.h and GraphModel.h. Handles ask their builder's state for types.
// Arithmetic on sizes emits index arithmetic if a size is dynamic, and otherwise computes with
// plain numbers.
#include "dialects/rlx/builder/GraphValue.h"

#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/builder/BuilderState.h"

using namespace mlir;

namespace rlx {

rt::DType GraphValue::dtype() const {
  RankedTensorType type = graph::State::typeOf(*this);
  return type ? dtypeOf(type.getElementType()).value_or(rt::DType::F32) : rt::DType::F32;
}

std::vector<int64_t> GraphValue::shape() const {
  std::vector<int64_t> sizes;
  if (RankedTensorType type = graph::State::typeOf(*this))
    for (int64_t size : type.getShape())
      sizes.push_back(ShapedType::isDynamic(size) ? kDynamicSize : size);
  return sizes;
}

int64_t GraphValue::size(int64_t axis) const {
  std::vector<int64_t> sizes = shape();
  int64_t d = axis < 0 ? axis + static_cast<int64_t>(sizes.size()) : axis;
  return d >= 0 && d < static_cast<int64_t>(sizes.size()) ? sizes[d] : kDynamicSize;
}

GraphSize GraphSize::compute(char operation, GraphSize lhs, GraphSize rhs) {
  if (lhs.value || rhs.value)
    return graph::State::compute(operation, lhs, rhs);
  // Static sizes are plain numbers. An invalid one is reported where it is used.
  auto a = static_cast<uint64_t>(lhs.known), b = static_cast<uint64_t>(rhs.known);
  switch (operation) {
  case '+':
    return static_cast<int64_t>(a + b);
  case '-':
    return static_cast<int64_t>(a - b);
  case '*':
    return static_cast<int64_t>(a * b);
  default:
    return rhs.known > 0 ? llvm::divideFloorSigned(lhs.known, rhs.known) : kDynamicSize;
  }
}

std::string GraphModel::text() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (module)
    module.get()->print(os);
  return text;
}

} // namespace rlx
