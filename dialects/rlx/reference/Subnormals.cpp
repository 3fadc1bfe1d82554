// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Subnormals.h. The tests compare magnitudes with the smallest normal number of a
// type, so they are independent of the host's own mode for subnormals. Integer tensors are never
// changed.
#include "dialects/rlx/reference/Subnormals.h"

#include <cmath>

#include "llvm/ADT/APFloat.h"

using namespace mlir;

namespace rlx::ref {
namespace {

double smallestNormal(FloatType type) {
  return llvm::APFloat::getSmallestNormalized(type.getFloatSemantics()).convertToDouble();
}

} // namespace

bool LostSubnormals::contains(FloatType type) const {
  return type.isF16() ? f16 : type.isF32() || type.isBF16() ? f32 : type.isF64() && f64;
}

bool isSubnormal(double value, FloatType type) {
  return value != 0 && std::fabs(value) < smallestNormal(type);
}

void flushSubnormals(Tensor &tensor, const LostSubnormals &lost) {
  auto type = dyn_cast<FloatType>(tensor.scalarType());
  if (!type || !lost.contains(type))
    return;
  const double normal = smallestNormal(type);
  for (double &value : tensor.floats)
    if (std::fabs(value) < normal)
      value = std::copysign(0.0, value);
}

} // namespace rlx::ref
