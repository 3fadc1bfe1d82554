// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of an expression if the sizes of the inputs are large and differ.
#include "importers/onnx/OnnxGraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

Dim Graph::atLargeSizes(Dim dim) const {
  DenseMap<AffineExpr, AffineExpr> values;
  return atLargeSizes(dim, values);
}

Dim Graph::atLargeSizes(Dim dim, DenseMap<AffineExpr, AffineExpr> &values) const {
  SmallVector<AffineExpr> used;
  dim.walk([&](AffineExpr expr) {
    if (isa<AffineSymbolExpr>(expr) && !values.contains(expr))
      used.push_back(expr);
  });
  for (AffineExpr symbol : used) {
    const DerivedSizes::Definition *definition = derived.find(symbol);
    if (!definition) {
      constexpr int64_t kLarge = 1000003;
      const unsigned number = cast<AffineSymbolExpr>(symbol).getPosition();
      if (!symbols[number].isElement)
        values[symbol] = getAffineConstantExpr(kLarge + 2 * int64_t(number), context);
      continue;
    }
    Dim lhs = atLargeSizes(definition->lhs, values);
    if (!definition->kind) {
      values[symbol] = lhs;
      continue;
    }
    std::optional<int64_t> left = constantOf(lhs),
                           right = constantOf(atLargeSizes(definition->rhs, values));
    if (left && right)
      values[symbol] = getAffineConstantExpr(
          *definition->kind == Extremum::Min ? std::min(*left, *right) : std::max(*left, *right),
          context);
  }
  return dim.replace(values);
}
