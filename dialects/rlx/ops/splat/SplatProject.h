// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the computation for one Gaussian: from the tensors of the scene to the columns of a record.
// All values are scalars, and there are no branches. The lowerings of prepare and its gradient
// share it.
#ifndef RLX_DIALECTS_RLX_OPS_SPLAT_SPLATPROJECT_H
#define RLX_DIALECTS_RLX_OPS_SPLAT_SPLATPROJECT_H

#include <array>

#include "dialects/rlx/ops/splat/Splat.h"
#include "dialects/rlx/support/ScalarBuilders.h"

namespace rlx::splat {

using Vec3 = std::array<Expr, 3>;

inline Expr operator-(Expr l, double r) {
  return l - l.constant(r);
}
inline Expr sqrt(Expr x) {
  return x.apply<mlir::math::SqrtOp>();
}
inline Expr log(Expr x) {
  return x.apply<mlir::math::LogOp>();
}
inline Expr dot(const Vec3 &l, const Vec3 &r) {
  return l[0] * r[0] + l[1] * r[1] + l[2] * r[2];
}
inline Vec3 cross(const Vec3 &l, const Vec3 &r) {
  return {l[1] * r[2] - l[2] * r[1], l[2] * r[0] - l[0] * r[2], l[0] * r[1] - l[1] * r[0]};
}
inline Vec3 operator-(const Vec3 &l, const Vec3 &r) {
  return {l[0] - r[0], l[1] - r[1], l[2] - r[2]};
}
inline Vec3 operator*(const Vec3 &l, Expr r) {
  return {l[0] * r, l[1] * r, l[2] * r};
}

/// An insertion point, with helpers for constants, loads and comparisons.
struct Emitter {
  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type element; // f32 or f64, or a vector of it

  Expr expr(mlir::Value value) const { return {&b, loc, value}; }
  Expr constant(double value) const { return expr(scalarConstant(b, loc, element, value)); }
  mlir::Value index(int64_t value) const { return indexConstant(b, loc, value); }
  mlir::Value id(int64_t value) const { // an element of the lists (i64)
    return scalarConstant(b, loc, b.getI64Type(), double(value));
  }
  mlir::Value at(mlir::Value tensor, mlir::ValueRange position) const;
  Expr read(mlir::Value tensor, mlir::ValueRange position) const {
    return expr(at(tensor, position));
  }
  /// Broadcasts a scalar to all lanes, if there are lanes.
  Expr spread(Expr scalar) const;
  /// Elements first to first + 2 of row `row`, or of a tensor of rank 1 if there is no row.
  Vec3 read3(mlir::Value tensor, mlir::ValueRange row, int64_t first = 0) const;

  mlir::Value compare(mlir::arith::CmpFPredicate predicate, Expr l, Expr r) const;
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value l, mlir::Value r) const;
  mlir::Value all(mlir::ValueRange conditions) const;
  template <typename Op>
  mlir::Value make(mlir::Value l, mlir::Value r) const {
    return Op::create(b, loc, l, r).getResult();
  }
  mlir::Value add(mlir::Value l, mlir::Value r) const { return make<mlir::arith::AddIOp>(l, r); }
  mlir::Value sub(mlir::Value l, mlir::Value r) const { return make<mlir::arith::SubIOp>(l, r); }
  Expr choose(mlir::Value condition, Expr yes, Expr no) const {
    return yes.with(mlir::arith::SelectOp::create(b, loc, condition, yes.value, no.value));
  }
  mlir::Value choose(mlir::Value condition, mlir::Value yes, mlir::Value no) const {
    return mlir::arith::SelectOp::create(b, loc, condition, yes, no);
  }
  mlir::Value toIndex(mlir::Value id) const;
  mlir::Value toId(mlir::Value index) const;
};

/// The camera in the world's axes.
struct Camera {
  Vec3 position, forward, right, up;
  Expr focal, near, far; // focal length in pixels
};
Camera emitCamera(const Emitter &e, mlir::Value camera, const SplatSettings &settings);
/// The same values, for computations at another insertion point.
Camera rebased(const Camera &camera, const Emitter &e);

/// The tensors of the scene.
struct Scene {
  mlir::Value positions, logScales, rotations, opacityLogits, colors, sh;

  template <typename Range>
  static Scene of(const Range &operands) {
    return {operands[0], operands[1], operands[2], operands[3], operands[4], operands[5]};
  }
  int64_t numHarmonics() const {
    return llvm::cast<mlir::RankedTensorType>(sh.getType()).getDimSize(1);
  }
};

/// One Gaussian.
struct Gaussian {
  Vec3 position, logScale;
  std::array<Expr, 4> rotation;
  Expr logit;
  Vec3 color;
  llvm::SmallVector<Vec3> sh;
};
Gaussian emitGaussian(const Emitter &e, const Scene &scene, mlir::Value number);

/// The columns of the record; they are also computed if the Gaussian is not visible.
std::array<Expr, kSplatColumns> emitRecord(const Emitter &e, const Gaussian &gaussian,
                                           const Camera &camera, const SplatSettings &settings);

/// Whether the Gaussian is visible and, if so, the tiles that it intersects.
struct Footprint {
  mlir::Value visible;                                    // i1
  mlir::Value firstColumn, lastColumn, firstRow, lastRow; // index, inclusive
};
Footprint emitFootprint(const Emitter &e, const Gaussian &gaussian, llvm::ArrayRef<Expr> record,
                        const Camera &camera, const SplatSettings &settings);

} // namespace rlx::splat

#endif // RLX_DIALECTS_RLX_OPS_SPLAT_SPLATPROJECT_H
