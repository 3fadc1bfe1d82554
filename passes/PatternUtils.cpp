// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splat constants as doubles; see PatternUtils.h.
//
// Integers are converted according to their signedness. Complex splats have no double.
#include "passes/PatternUtils.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

std::optional<double> rlx::splatValue(Value value) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return std::nullopt;
  if (isa<ComplexType>(constant.getElementType()))
    return std::nullopt;
  if (isa<FloatType>(constant.getElementType()))
    return constant.getSplatValue<APFloat>().convertToDouble();
  if (isUnsigned(constant.getElementType()))
    return static_cast<double>(constant.getSplatValue<APInt>().getZExtValue());
  return static_cast<double>(constant.getSplatValue<APInt>().getSExtValue());
}
