// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scene of the Gaussian splatting ops in double precision, with or without derivatives, and the
// test of visibility: steps 1 and 2 of the definition of gaussian_splat_render. For `evaluate`
// bodies only.
#ifndef RLX_DIALECTS_RLX_OPS_SPLAT_REFSPLAT_H
#define RLX_DIALECTS_RLX_OPS_SPLAT_REFSPLAT_H

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "dialects/rlx/ops/splat/Splat.h"
#include "dialects/rlx/reference/Dual.h"
#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

using std::exp;
using std::sqrt;

template <typename T>
using Vector = std::array<T, 3>;

template <typename T, typename U>
T dot(const Vector<T> &l, const Vector<U> &r) {
  return l[0] * r[0] + l[1] * r[1] + l[2] * r[2];
}
template <typename T, typename U>
Vector<T> cross(const Vector<T> &l, const Vector<U> &r) {
  return {l[1] * r[2] - l[2] * r[1], l[2] * r[0] - l[0] * r[2], l[0] * r[1] - l[1] * r[0]};
}
template <typename T>
Vector<T> unit(const Vector<T> &v) {
  T length = sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}

// ---- the scene ----

/// The camera in the world's axes.
struct RefCamera {
  Vector<double> position, forward, right, up;
  double focal, near, far;

  RefCamera(const Tensor &t, const SplatSettings &s) {
    llvm::ArrayRef<double> c(t.floats);
    position = {c[0], c[1], c[2]};
    forward = unit(Vector<double>{c[3] - c[0], c[4] - c[1], c[5] - c[2]});
    right = unit(cross(forward, Vector<double>{c[6], c[7], c[8]}));
    up = cross(right, forward);
    focal = double(s.height) / 2 / std::tan(c[9] / 2 * std::numbers::pi / 180);
    near = c[10];
    far = c[11];
  }
};

/// The indices of one Gaussian's variables.
enum { kPosition = 0, kLogScale = 3, kRotation = 6, kLogit = 10, kVariables = 11 };
using Variation = Dual<kVariables>;

/// Gaussian i, as values or with derivatives.
template <typename T>
struct RefGaussian {
  Vector<T> position, logScale;
  std::array<T, 4> rotation;
  T logit;
  Vector<double> base;
  llvm::ArrayRef<double> sh;

  RefGaussian(llvm::ArrayRef<Tensor> in, int64_t i)
      : base{in[4].floats[3 * i], in[4].floats[3 * i + 1], in[4].floats[3 * i + 2]} {
    for (int k = 0; k < 3; ++k) {
      position[k] = variable(in[0].floats[3 * i + k], kPosition + k);
      logScale[k] = variable(in[1].floats[3 * i + k], kLogScale + k);
    }
    for (int k = 0; k < 4; ++k)
      rotation[k] = variable(in[2].floats[4 * i + k], kRotation + k);
    logit = variable(in[3].floats[i], kLogit);
    int64_t size = 3 * in[5].shape[1];
    sh = llvm::ArrayRef(in[5].floats).slice(i * size, size);
  }
  static T variable(double value, unsigned number) {
    if constexpr (std::is_same_v<T, double>)
      return value;
    else
      return T::variable(value, number);
  }

  T opacity() const { return T(1) / (T(1) + exp(T(0) - logit)); }

  /// A vector of the world in the Gaussian's axes, in standard deviations. It is rotated by the
  /// conjugate of the quaternion: v + 2 q x (q x v + w v) / |q|^2.
  template <typename U>
  Vector<T> own(const Vector<U> &v) const {
    const auto &[x, y, z, w] = rotation;
    T norm = x * x + y * y + z * z + w * w;
    Vector<T> q = {T(0) - x, T(0) - y, T(0) - z}, wide = {T(v[0]), T(v[1]), T(v[2])}, result;
    Vector<T> inner = cross(q, wide);
    for (int i = 0; i < 3; ++i)
      inner[i] = inner[i] + w * wide[i];
    Vector<T> turn = cross(q, inner);
    for (int i = 0; i < 3; ++i)
      result[i] = (wide[i] + T(2) * turn[i] / norm) / exp(logScale[i]);
    return result;
  }

  Vector<T> seenFrom(const RefCamera &camera) const {
    return {position[0] - T(camera.position[0]), position[1] - T(camera.position[1]),
            position[2] - T(camera.position[2])};
  }
  T depth(const RefCamera &camera) const { return dot(seenFrom(camera), camera.forward); }

  Vector<T> color(const RefCamera &camera) const;
};

/// The real spherical harmonics Y_k(v), from the associated Legendre polynomials without the
/// Condon-Shortley phase: (-1)^m sqrt(2) K P cos(m phi), with sin for negative m.
template <typename T>
std::array<T, 16> harmonics(const Vector<T> &v) {
  T x = v[0], y = v[1], z = v[2];
  auto factor = [](double l, double m) { // K for degree l and order m >= 0
    double ratio = std::tgamma(l - m + 1) / std::tgamma(l + m + 1);
    return std::sqrt((2 * l + 1) / (4 * std::numbers::pi) * ratio);
  };
  // sin^m(theta) cos(m phi) and sin^m(theta) sin(m phi) are the real and imaginary part of (x +
  // iy)^m.
  std::array<T, 4> cosine = {T(1), x}, sine = {T(0), y};
  for (int m = 2; m < 4; ++m) {
    cosine[m] = cosine[m - 1] * x - sine[m - 1] * y;
    sine[m] = sine[m - 1] * x + cosine[m - 1] * y;
  }
  // P(l, m) / sin^m(theta)
  std::array<std::array<T, 4>, 4> legendre = {};
  double diagonal = 1;
  for (int m = 0; m < 4; ++m) {
    legendre[m][m] = T(diagonal);
    diagonal *= 2 * m + 1;
    for (int l = m + 1; l < 4; ++l) {
      T before = l > m + 1 ? legendre[l - 2][m] : T(0);
      legendre[l][m] = (T(2 * l - 1) * z * legendre[l - 1][m] - T(l + m - 1) * before) / T(l - m);
    }
  }
  std::array<T, 16> basis;
  for (int l = 0; l < 4; ++l)
    for (int m = -l; m <= l; ++m) {
      int order = std::abs(m);
      double scale = factor(l, order) * (m == 0 ? 1 : std::sqrt(2.0)) * (order % 2 ? -1 : 1);
      basis[l * l + l + m] = T(scale) * legendre[l][order] * (m < 0 ? sine : cosine)[order];
    }
  return basis;
}

template <typename T>
Vector<T> RefGaussian<T>::color(const RefCamera &camera) const {
  Vector<T> result = {T(base[0]), T(base[1]), T(base[2])};
  std::array<T, 16> basis = harmonics(unit(seenFrom(camera)));
  for (size_t k = 0; k < sh.size() / 3; ++k)
    for (int i = 0; i < 3; ++i)
      result[i] = result[i] + basis[k] * T(sh[3 * k + i]);
  return result;
}

// ---- visibility ----

/// A rectangle of tiles.
struct Box {
  int64_t firstColumn, lastColumn, firstRow, lastRow; // of tiles, inclusive

  int64_t size() const { return (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1); }
};

/// The tiles that a Gaussian intersects; std::nullopt if it is not visible.
inline std::optional<Box> tilesOf(const RefGaussian<double> &g, const RefCamera &camera,
                                  const SplatSettings &s) {
  double depth = g.depth(camera), opacity = g.opacity();
  if (!(depth >= camera.near && depth <= camera.far && depth > 0 && opacity >= s.alphaCutoff))
    return std::nullopt;
  Vector<double> seen = g.seenFrom(camera);
  double x = double(s.width) / 2 + camera.focal * dot(seen, camera.right) / depth;
  double y = double(s.height) / 2 - camera.focal * dot(seen, camera.up) / depth;
  double largest = std::exp(*std::max_element(g.logScale.begin(), g.logScale.end()));
  double reach = std::sqrt(2 * std::log(opacity / s.alphaCutoff));
  double radius = s.radiusScale * reach * camera.focal * largest / depth;
  if (!(x - radius < double(s.width) && x + radius >= 0 && y - radius < double(s.height) &&
        y + radius >= 0))
    return std::nullopt;
  auto tile = [&](double pixel, int64_t size) {
    double inside = std::clamp(pixel, 0.0, double(size - 1));
    return int64_t(inside) / s.tileSize;
  };
  return Box{tile(x - radius, s.width), tile(x + radius, s.width), tile(y - radius, s.height),
             tile(y + radius, s.height)};
}

/// A visible Gaussian, and the number of its tiles, in row-major order, for which the list has
/// room.
struct Listed {
  int64_t number, numTiles;
  Box box;
  double depth;

  bool isAt(int64_t row, int64_t column) const {
    if (row < box.firstRow || row > box.lastRow || column < box.firstColumn ||
        column > box.lastColumn)
      return false;
    int64_t columns = box.lastColumn - box.firstColumn + 1;
    return (row - box.firstRow) * columns + column - box.firstColumn < numTiles;
  }
};

/// The visible Gaussians in the order of the list.
inline std::vector<Listed> listVisible(llvm::ArrayRef<Tensor> in, const SplatSettings &s) {
  RefCamera camera(in[6], s);
  std::vector<Listed> list;
  for (int64_t i = 0; i < in[0].shape[0]; ++i) {
    RefGaussian<double> g(in, i);
    if (std::optional<Box> box = tilesOf(g, camera, s))
      list.push_back({i, 0, *box, g.depth(camera)});
  }
  llvm::sort(list, [](const Listed &l, const Listed &r) {
    return l.depth != r.depth ? l.depth < r.depth : l.number < r.number;
  });
  int64_t room = s.maxEntries;
  for (Listed &listed : list) {
    listed.numTiles = std::min(room, listed.box.size());
    room -= listed.numTiles;
  }
  return list;
}

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_OPS_SPLAT_REFSPLAT_H
