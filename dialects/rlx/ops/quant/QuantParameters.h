// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the quantized ops share: scales and zero points along an axis, and the requantization
// of i32 accumulators to a quantized result. For example, q_matmul computes `saturate(round(acc *
// multiplier) + zero)`. Reference forms are beside those that emit ops.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_QUANTPARAMETERS_H
#define RLX_DIALECTS_RLX_OPS_QUANT_QUANTPARAMETERS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/OpComposer.h"

namespace rlx {

/// The axis along which an op has one scale per index; std::nullopt for a single scale. The
/// attribute is signless, so its getter returns an unsigned type.
using QuantAxis = std::optional<uint64_t>;

/// The shape of scales and zero points for a tensor of `shape`: `[size of axis]`, or rank 0. Fails
/// if the axis is not in [-rank, rank).
mlir::FailureOr<Dims> parameterShape(InferContext &ctx, QuantAxis axis, llvm::ArrayRef<Dim> shape);

/// Fails unless `value` (which may be absent) has the element type. `name` is its name in messages.
mlir::LogicalResult expectElement(InferContext &ctx, llvm::StringRef name, mlir::Value value,
                                  mlir::Type expected);

/// Fails unless `value` (which may be absent) has rank 0 or the shape `[size]`.
mlir::LogicalResult expectScalarOrVector(InferContext &ctx, llvm::StringRef name, mlir::Value value,
                                         Dim size);

/// A scale or zero point, reshaped to broadcast along the axis of a tensor of rank `rank`.
mlir::Value alongAxis(OpComposer &c, mlir::Value parameter, QuantAxis axis, int64_t rank);

/// Calls `body(i, index in scale and zero point)` for every element.
void forEachElement(const ref::Tensor &tensor, QuantAxis axis,
                    llvm::function_ref<void(int64_t, int64_t)> body);

/// Rounds to the nearest integer, with ties by the rule.
mlir::Value composeRounded(OpComposer &c, mlir::Value x, Rounding rounding);
double roundedReference(double x, Rounding rounding);

/// A value rounded to the compute type of `type`: f64 for f64, f32 for the others.
double inComputeType(mlir::Type type, double x);

/// saturate(round(acc * multiplier) + result_zero_point) in the type `to`. Parameters of rank 1 are
/// along dimension `axis` of `acc`. The zero point may be null.
struct Requantization {
  mlir::Value multiplier, resultZeroPoint;
  mlir::Type to;
  Rounding rounding;
};
mlir::Value composeRequantized(OpComposer &c, mlir::Value acc, const Requantization &how,
                               int64_t axis);
int64_t requantizedReference(int32_t acc, double multiplier, int64_t zeroPoint, mlir::Type to,
                             Rounding rounding);

/// accumulator + (x - xZero) * (w - wZero) in i32 for 8-bit elements; the types `x` and `w` say
/// whether they are signed. Zero points may be null.
struct IntegerProduct {
  mlir::Type x, w;
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value xElement,
                    mlir::Value xZero, mlir::Value wElement, mlir::Value wZero,
                    mlir::Value accumulator) const;
};

/// An integer scalar in a wider type; `declared` says whether it is unsigned.
mlir::Value widenInteger(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                         mlir::Type declared, mlir::Type wide);

/// Fails unless bias, multiplier and zero point of the result fit `channels` results. An op's
/// labels for these are _c4 and _c5, or _c6 and _c8.
mlir::LogicalResult checkRequantization(InferContext &ctx, const Requantization &how,
                                        mlir::Value bias, Dim channels);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_QUANTPARAMETERS_H
