// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of SplatProject.h. The formulas follow the description of gaussian_splat_prepare
// in Splat.td, with common terms computed once. SplatPrepareBackward.cpp differentiates the emitted
// ops, so only ops that it knows may be used here.
#include "dialects/rlx/ops/splat/SplatProject.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numbers>

using namespace mlir;

namespace rlx::splat {

using F = arith::CmpFPredicate;

Value Emitter::at(Value tensor, ValueRange position) const {
  return tensor::ExtractOp::create(b, loc, tensor, position);
}

Expr Emitter::spread(Expr scalar) const {
  auto lanes = dyn_cast<VectorType>(element);
  return lanes ? expr(vector::BroadcastOp::create(b, loc, lanes, scalar.value)) : scalar;
}

Vec3 Emitter::read3(Value tensor, ValueRange row, int64_t first) const {
  auto element = [&](int64_t i) {
    SmallVector<Value> position(row);
    position.push_back(index(first + i));
    return read(tensor, position);
  };
  return {element(0), element(1), element(2)};
}

Value Emitter::compare(F predicate, Expr l, Expr r) const {
  return arith::CmpFOp::create(b, loc, predicate, l.value, r.value);
}
Value Emitter::compare(arith::CmpIPredicate predicate, Value l, Value r) const {
  return arith::CmpIOp::create(b, loc, predicate, l, r);
}
Value Emitter::all(ValueRange conditions) const {
  Value result = conditions.front();
  for (Value condition : conditions.drop_front())
    result = make<arith::AndIOp>(result, condition);
  return result;
}
Value Emitter::toIndex(Value id) const {
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), id);
}
Value Emitter::toId(Value index) const {
  return arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
}

namespace {

Vec3 unit(const Vec3 &v) {
  return v * (1.0 / sqrt(dot(v, v)));
}

} // namespace

Camera emitCamera(const Emitter &e, Value camera, const SplatSettings &s) {
  auto read = [&](int64_t i) { return e.read(camera, e.index(i)); };
  Vec3 position = e.read3(camera, {});
  Vec3 forward = unit(e.read3(camera, {}, 3) - position);
  Vec3 right = unit(cross(forward, e.read3(camera, {}, 6)));
  Expr tangent = (read(9) * (std::numbers::pi / 360)).apply<math::TanOp>();
  Expr focal = (0.5 * double(s.height)) / tangent;
  return {position, forward, right, cross(right, forward), focal, read(10), read(11)};
}

Camera rebased(const Camera &c, const Emitter &e) {
  auto moved = [&](const Vec3 &v) {
    return Vec3{e.expr(v[0].value), e.expr(v[1].value), e.expr(v[2].value)};
  };
  return {moved(c.position),     moved(c.forward),     moved(c.right),     moved(c.up),
          e.expr(c.focal.value), e.expr(c.near.value), e.expr(c.far.value)};
}

Gaussian emitGaussian(const Emitter &e, const Scene &scene, Value number) {
  Vec3 xyz = e.read3(scene.rotations, number);
  Expr w = e.read(scene.rotations, {number, e.index(3)});
  Gaussian g{e.read3(scene.positions, number), e.read3(scene.logScales, number),
             {xyz[0], xyz[1], xyz[2], w},      e.read(scene.opacityLogits, number),
             e.read3(scene.colors, number),    {}};
  for (int64_t k = 0; k < scene.numHarmonics(); ++k)
    g.sh.push_back(e.read3(scene.sh, {number, e.index(k)}));
  return g;
}

namespace {

// The columns of the rotation matrix: the Gaussian's axes in the world.
std::array<Vec3, 3> axes(const std::array<Expr, 4> &q) {
  Expr inverse = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  Expr x = q[0] * inverse, y = q[1] * inverse, z = q[2] * inverse, w = q[3] * inverse;
  auto diagonal = [](Expr l, Expr r) { return 1.0 + -2.0 * (l * l + r * r); };
  return {Vec3{diagonal(y, z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)},
          Vec3{2.0 * (x * y - w * z), diagonal(x, z), 2.0 * (y * z + w * x)},
          Vec3{2.0 * (x * z + w * y), 2.0 * (y * z - w * x), diagonal(x, y)}};
}

// The first `count` real spherical harmonics at the unit vector v.
SmallVector<Expr> harmonics(const Vec3 &v, int64_t count) {
  Expr x = v[0], y = v[1], z = v[2];
  SmallVector<Expr> basis;
  if (count > 0)
    basis.push_back(x.constant(0.28209479177387814));
  if (count > 1) {
    constexpr double kFirst = 0.4886025119029199;
    basis.append({-kFirst * y, kFirst * z, -kFirst * x});
  }
  if (count <= 4)
    return basis;
  Expr xx = x * x, yy = y * y, zz = z * z;
  basis.append({1.0925484305920792 * (x * y), -1.0925484305920792 * (y * z),
                0.31539156525252005 * (2.0 * zz - xx - yy), -1.0925484305920792 * (x * z),
                0.5462742152960396 * (xx - yy)});
  if (count <= 9)
    return basis;
  basis.append({-0.5900435899266435 * (y * (3.0 * xx - yy)), 2.890611442640554 * (x * y * z),
                -0.4570457994644658 * (y * (4.0 * zz - xx - yy)),
                0.3731763325901154 * (z * (2.0 * zz - 3.0 * xx - 3.0 * yy)),
                -0.4570457994644658 * (x * (4.0 * zz - xx - yy)),
                1.445305721320277 * (z * (xx - yy)), -0.5900435899266435 * (x * (xx - 3.0 * yy))});
  return basis;
}

} // namespace

std::array<Expr, kSplatColumns> emitRecord(const Emitter &e, const Gaussian &g,
                                           const Camera &camera, const SplatSettings &s) {
  Vec3 seen = g.position - camera.position;
  Expr depth = dot(seen, camera.forward), perDepth = camera.focal / depth;
  Expr column = 0.5 * double(s.width) + dot(seen, camera.right) * perDepth;
  Expr row = 0.5 * double(s.height) + -(dot(seen, camera.up) * perDepth);

  // e, a and b of the description of gaussian_splat_prepare; e is multiplied by the depth.
  std::array<Vec3, 3> own = axes(g.rotation);
  Vec3 inverse = {exp(-g.logScale[0]), exp(-g.logScale[1]), exp(-g.logScale[2])};
  auto toOwn = [&](const Vec3 &v, Expr factor) {
    return Vec3{dot(own[0], v) * (inverse[0] * factor), dot(own[1], v) * (inverse[1] * factor),
                dot(own[2], v) * (inverse[2] * factor)};
  };
  Expr perFocal = 1.0 / camera.focal;
  Vec3 center = toOwn(seen, e.constant(1)), a = toOwn(camera.right, perFocal),
       b = toOwn(camera.up, -perFocal);
  Vec3 ca = cross(center, a), cb = cross(center, b);
  // 1 / e.e, and the depth times that for terms with one factor e.
  Expr perSquare = depth * depth / dot(center, center), perLength = depth / dot(center, center);

  Vec3 color = g.color;
  SmallVector<Expr> basis = harmonics(unit(seen), g.sh.size());
  for (auto [y, coefficients] : llvm::zip(basis, g.sh))
    for (unsigned i = 0; i < 3; ++i)
      color[i] = color[i] + y * coefficients[i];
  Expr opacity = 1.0 / (1.0 + exp(-g.logit));
  return {column,
          row,
          dot(ca, ca) * perSquare,
          dot(ca, cb) * perSquare,
          dot(cb, cb) * perSquare,
          dot(center, a) * perLength,
          dot(center, b) * perLength,
          dot(a, a) * perSquare,
          dot(a, b) * perSquare,
          dot(b, b) * perSquare,
          opacity,
          color[0],
          color[1],
          color[2],
          depth};
}

Footprint emitFootprint(const Emitter &e, const Gaussian &g, ArrayRef<Expr> record,
                        const Camera &camera, const SplatSettings &s) {
  Expr depth = record[kSplatDepth], opacity = record[kSplatOpacity], zero = e.constant(0);
  Expr largest =
      g.logScale[0].apply<arith::MaximumFOp>(g.logScale[1]).apply<arith::MaximumFOp>(g.logScale[2]);
  Expr reach = sqrt(2.0 * log(opacity / e.constant(s.alphaCutoff)));
  Expr radius = s.radiusScale * (reach * (exp(largest) * (camera.focal / depth)));
  SmallVector<Value> conditions = {
      e.compare(F::OGE, depth, camera.near), e.compare(F::OLE, depth, camera.far),
      e.compare(F::OGT, depth, zero), e.compare(F::OGE, opacity, e.constant(s.alphaCutoff))};
  auto tiles = [&](Expr center, int64_t size, int64_t count) {
    Expr end = e.constant(double(size)), first = center - radius, last = center + radius;
    conditions.push_back(e.compare(F::OLT, first, end));
    conditions.push_back(e.compare(F::OGE, last, zero));
    auto tile = [&](Expr pixel) {
      // NaN becomes 0: values of invisible Gaussians must not be undefined.
      pixel = e.choose(e.compare(F::OGT, pixel, zero), pixel, zero);
      pixel = e.choose(e.compare(F::OLT, pixel, end), pixel, end);
      Value whole = arith::FPToSIOp::create(e.b, e.loc, e.b.getI64Type(), pixel.value);
      Value number = e.make<arith::DivSIOp>(e.toIndex(whole), e.index(s.tileSize));
      return e.make<arith::MinSIOp>(number, e.index(count - 1));
    };
    return std::pair<Value, Value>(tile(first), tile(last));
  };
  auto [firstColumn, lastColumn] = tiles(record[kSplatCenterX], s.width, s.tilesX());
  auto [firstRow, lastRow] = tiles(record[kSplatCenterY], s.height, s.tilesY());
  return {e.all(conditions), firstColumn, lastColumn, firstRow, lastRow};
}

} // namespace rlx::splat
