// Writes rlx ops for `decompose` bodies. Shapes are known to be right there, so that the builders'
// inference cannot fail. A missing (null) tensor passes through `widened`.
#ifndef RLX_DIALECTS_RLX_SUPPORT_OPCOMPOSER_H
#define RLX_DIALECTS_RLX_SUPPORT_OPCOMPOSER_H

#include "dialects/rlx/ir/OpClasses.h"

namespace rlx {

class OpComposer {
public:
  OpComposer(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  // Op::create with this location; returns its one result.
  template <typename Op, typename... Args>
  mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...)->getResult(0);
  }

  // A scalar (rank 0) of a floating-point element type.
  mlir::Value scalar(mlir::Type elementType, double value);
  // rlx.cast, or the tensor itself if it has that element type.
  mlir::Value cast(mlir::Value tensor, mlir::Type elementType);
  // f16 and bf16 tensors as f32; others themselves.
  mlir::Value widened(mlir::Value tensor);

  // Reduction over `axes`, which are kept with size 1.
  template <typename Op>
  mlir::Value reduce(mlir::Value tensor, llvm::ArrayRef<int64_t> axes) {
    return make<Op>(tensor, axes, /*keep_dims=*/true);
  }

  // `sizes` are constants or index values.
  mlir::Value reshape(mlir::Value tensor, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  // The tensor itself if it has these sizes.
  mlir::Value reshapeTo(mlir::Value tensor, llvm::ArrayRef<int64_t> sizes);
  // With a dimension (not from the end) and the last one exchanged, which undoes itself.
  mlir::Value swapWithLast(mlir::Value tensor, int64_t axis);
  // The two halves of the last dimension, whose size is even.
  std::pair<mlir::Value, mlir::Value> halves(mlir::Value tensor);
  mlir::Value iota(mlir::OpFoldResult start, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                   int64_t axis);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

// Bodies that fused ops share with the plain ones. Element types are f32 or f64 throughout; gamma
// and beta may be null.
mlir::Value composeLayerNorm(OpComposer &c, mlir::Value x, mlir::Value gamma, mlir::Value beta,
                             int64_t axis, double eps);
mlir::Value composeRmsNorm(OpComposer &c, mlir::Value x, mlir::Value gamma, mlir::Value beta,
                           int64_t axis, double eps);

// Elements before gamma and beta, and what they were scaled by, with the axes kept.
struct Normalized {
  mlir::Value elements, factor;
};

// (x - mean) * factor over any axes, with factor = 1 / sqrt(variance + eps).
Normalized composeNormalized(OpComposer &c, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                             double eps);
// x * factor with factor = 1 / sqrt(mean(x^2) + eps).
Normalized composeRmsNormalized(OpComposer &c, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                                double eps);
// The gradient of x, `gradient` being that of the normalised elements; `isCentred` if the mean was
// subtracted.
mlir::Value composeNormGradient(OpComposer &c, const Normalized &normalized, mlir::Value gradient,
                                llvm::ArrayRef<int64_t> axes, bool isCentred);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_OPCOMPOSER_H
