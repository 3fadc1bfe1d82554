// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the fake quantizations and their gradients share: checks, and parts of the
// decompositions. The ops are documented in FakeQuant.td. Conversion to real integers is in
// QuantParameters.h; nothing here leaves floating point.
#ifndef RLX_DIALECTS_RLX_OPS_QUANT_FAKEQUANT_H
#define RLX_DIALECTS_RLX_OPS_QUANT_FAKEQUANT_H

#include "dialects/rlx/ops/quant/QuantParameters.h"
#include "dialects/rlx/support/InferenceRules.h"

namespace rlx {

/// The smallest scale.
inline constexpr double kMinScale = 1e-12;

/// The largest integer, for example 127 for 8 bits.
inline double quantizedMaximum(int64_t bits) {
  return double((int64_t(1) << (bits - 1)) - 1);
}

/// The checks that all ops share. Returns the shape of the scale, which may be absent. The op's
/// labels are those of axis, bits, scale shape and scale type.
template <typename Adaptor>
mlir::FailureOr<Dims> checkFakeQuant(InferContext &ctx, Adaptor op) {
  mlir::FailureOr<Dims> shape = parameterShape(ctx, op.getAxis(), ctx.shape(op.getInput()));
  if (mlir::failed(shape))
    return mlir::failure();
  int64_t bits = op.getBits();
  if (bits < 2 || bits > 16)
    return ctx.fail("expects bits in [2, 16], but got " + llvm::Twine(bits));
  mlir::Type input = InferContext::elementType(op.getInput());
  mlir::Type expected = input.isF64() ? input : mlir::Float32Type::get(ctx.getContext());
  if (mlir::failed(expectShape(ctx, "scale", op.getScale(), *shape)) ||
      mlir::failed(expectElement(ctx, "scale", op.getScale(), expected)))
    return mlir::failure();
  return shape;
}

/// Fails unless the gradient of the result is like the input.
mlir::LogicalResult checkGradient(InferContext &ctx, mlir::Value input, mlir::Value grad);

/// Builds the parts of a decomposition. Tensors have the type of the scale. `spread` broadcasts a
/// scale along `axis` of tensors of rank `rank`.
struct FakeQuantComposer {
  OpComposer &c;
  QuantAxis axis;
  int64_t rank;
  double qmax;
  mlir::Type type;

  mlir::Value constant(double value) { return c.scalar(type, value); }
  mlir::Value spread(mlir::Value scale) { return alongAxis(c, scale, axis, rank); }
  /// max(scale, 1e-12)
  mlir::Value floored(mlir::Value scale);
  /// clamp(round(z), -qmax, qmax)
  mlir::Value steps(mlir::Value z, Rounding rounding);
  /// The dimensions other than `axis`.
  llvm::SmallVector<int64_t> otherDims();
  /// Op over all dimensions except `axis`, which are dropped, so the result has the shape of the
  /// scale.
  template <typename Op>
  mlir::Value reduceOthers(mlir::Value x) {
    llvm::SmallVector<int64_t> axes = otherDims(); // an empty list would mean all dimensions
    return axes.empty() ? x : c.make<Op>(x, axes, /*keep_dims=*/false);
  }
};

template <typename Op>
FakeQuantComposer composerFor(OpComposer &c, Op op) {
  auto input = llvm::cast<mlir::ShapedType>(op.getInput().getType());
  mlir::Type element = input.getElementType();
  return {c, op.getAxis(), input.getRank(), quantizedMaximum(op.getBits()),
          element.isF64() ? element : mlir::Type(c.builder.getF32Type())};
}

/// clamp(round(z), -qmax, qmax) for the interpreter; NaN stays NaN.
double stepsReference(double z, double qmax, Rounding rounding);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_QUANT_FAKEQUANT_H
