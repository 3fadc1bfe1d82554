// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits rlx ops in `decompose` bodies. The shapes are known to be right there, so the builders'
// inference cannot fail. For example, `c.make<SubOp>(x, c.reduce<ReduceMaxOp>(x, axis))`. Code that
// builds ops from user data uses CreateChecked.h instead.
#ifndef RLX_DIALECTS_RLX_SUPPORT_OPCOMPOSER_H
#define RLX_DIALECTS_RLX_SUPPORT_OPCOMPOSER_H

#include "dialects/rlx/ir/OpClasses.h"

namespace rlx {

/// A builder with a location; every helper emits at its insertion point.
class OpComposer {
public:
  OpComposer(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  /// Op::create with this location; returns the only result.
  template <typename Op, typename... Args>
  mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...)->getResult(0);
  }

  /// A rank-0 tensor with a constant of a floating-point element type.
  mlir::Value scalar(mlir::Type elementType, double value);
  /// rlx.cast, or the tensor itself if it has that element type.
  mlir::Value cast(mlir::Value tensor, mlir::Type elementType);
  /// Casts f16 and bf16 tensors to f32. Other tensors, and a null value, are returned unchanged.
  mlir::Value widened(mlir::Value tensor);

  /// A reduction over `axes`, which are kept with size 1.
  template <typename Op>
  mlir::Value reduce(mlir::Value tensor, llvm::ArrayRef<int64_t> axes) {
    return make<Op>(tensor, axes, /*keep_dims=*/true);
  }

  /// rlx.reshape; `sizes` are constants or index values.
  mlir::Value reshape(mlir::Value tensor, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// rlx.reshape to static sizes, or the tensor itself if it has them.
  mlir::Value reshapeTo(mlir::Value tensor, llvm::ArrayRef<int64_t> sizes);
  /// Transposes dimension `axis` (non-negative) and the last one. Applied twice, it is the
  /// identity.
  mlir::Value swapWithLast(mlir::Value tensor, int64_t axis);
  /// The two halves of the last dimension, whose size must be even.
  std::pair<mlir::Value, mlir::Value> halves(mlir::Value tensor);
  mlir::Value iota(mlir::OpFoldResult start, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                   int64_t axis);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// Bodies that fused and plain ops share. Element types are f32 or f64. gamma and beta may be null.
mlir::Value composeLayerNorm(OpComposer &c, mlir::Value x, mlir::Value gamma, mlir::Value beta,
                             int64_t axis, double eps);
mlir::Value composeRmsNorm(OpComposer &c, mlir::Value x, mlir::Value gamma, mlir::Value beta,
                           int64_t axis, double eps);

/// Normalized elements before gamma and beta, and the factor that scaled them, with the axes kept.
struct Normalized {
  mlir::Value elements, factor;
};

/// (x - mean) * factor over `axes`, where factor = 1 / sqrt(variance + eps).
Normalized composeNormalized(OpComposer &c, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                             double eps);
/// x * factor, where factor = 1 / sqrt(mean(x^2) + eps).
Normalized composeRmsNormalized(OpComposer &c, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                                double eps);
/// The gradient of x, given the gradient of the normalized elements. `isCentred`: the mean was
/// subtracted.
mlir::Value composeNormGradient(OpComposer &c, const Normalized &normalized, mlir::Value gradient,
                                llvm::ArrayRef<int64_t> axes, bool isCentred);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_OPCOMPOSER_H
