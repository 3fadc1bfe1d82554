// What passes ask about the scales and zero points of quantised values.
#ifndef RLX_PASSES_QUANTIZEDVALUES_H
#define RLX_PASSES_QUANTIZEDVALUES_H

#include <optional>

#include "dialects/rlx/ir/QuantOps.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "passes/PatternUtils.h"

namespace rlx {

// The elements of a constant, reshaped or not; std::nullopt for any other value.
std::optional<ref::Tensor> constantTensor(mlir::Value value);

// Whether a product with this factor neither loses digits nor overflows for integers of 16 bits, in
// f32: positive, finite and not denormal, with room above.
bool isOrdinaryFactor(double factor);

// The elements of a constant scale of type f32, if all are ordinary factors.
std::optional<llvm::SmallVector<double>> ordinaryScales(mlir::Value scale);

// The elements of a zero point; one 0 where it is absent (null).
std::optional<llvm::SmallVector<int64_t>> knownZeroPoints(mlir::Value zeroPoint);

// The axis of a quantize or dequantize op, counted from the front; std::nullopt for one scale.
template <typename Op>
std::optional<int64_t> quantAxis(Op op) {
  if (!op.getAxis())
    return std::nullopt;
  auto axis = static_cast<int64_t>(*op.getAxis());
  return axis < 0 ? axis + tensorType(op.getInput()).getRank() : axis;
}

// Whether both are one value or constants of equal elements; of zero points, an absent one is 0.
bool haveEqualScales(mlir::Value lhs, mlir::Value rhs);
bool haveEqualZeroPoints(mlir::Value lhs, mlir::Value rhs);

} // namespace rlx

#endif // RLX_PASSES_QUANTIZEDVALUES_H
