// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries about the scales and zero points of quantized values.
//
// Only constants are looked into; any other value gives std::nullopt or false.
#ifndef RLX_PASSES_QUANTIZEDVALUES_H
#define RLX_PASSES_QUANTIZEDVALUES_H

#include <optional>

#include "dialects/rlx/ir/QuantOps.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "passes/PatternUtils.h"

namespace rlx {

// The elements of a constant, possibly reshaped; std::nullopt for any other value.
std::optional<ref::Tensor> constantTensor(mlir::Value value);

// Whether a 16-bit integer times this factor neither loses digits nor overflows in f32: positive,
// finite, not subnormal, and with room above.
bool isOrdinaryFactor(double factor);

// The elements of a constant f32 scale, if all are ordinary factors.
std::optional<llvm::SmallVector<double>> ordinaryScales(mlir::Value scale);

// The elements of a zero point; a single 0 if it is absent (null).
std::optional<llvm::SmallVector<int64_t>> knownZeroPoints(mlir::Value zeroPoint);

// The axis of a quantize or dequantize op, counted from the front; std::nullopt for a single scale.
template <typename Op>
std::optional<int64_t> quantAxis(Op op) {
  if (!op.getAxis())
    return std::nullopt;
  auto axis = static_cast<int64_t>(*op.getAxis());
  return axis < 0 ? axis + tensorType(op.getInput()).getRank() : axis;
}

// Whether both are one value, or constants with equal elements. An absent zero point is 0.
bool haveEqualScales(mlir::Value lhs, mlir::Value rhs);
bool haveEqualZeroPoints(mlir::Value lhs, mlir::Value rhs);

} // namespace rlx

#endif // RLX_PASSES_QUANTIZEDVALUES_H
