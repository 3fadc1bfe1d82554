// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reference of the Gaussian splatting ops in double precision. It uses the tiles' lists only if
// they are operands or results of the op. Gradients come from dual numbers (forward mode) for a
// Gaussian's effect on a pixel, and from the product rule for the blending.
#include "dialects/rlx/ir/SplatOps.h"
#include "dialects/rlx/ops/splat/RefSplat.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::ref;

namespace {

// ---- blending ----

// The effect of one Gaussian on a pixel.
template <typename T>
struct Contribution {
  T alpha;
  Vector<T> color;
  int64_t source;
};

// Steps 3 and 4 of the definition, for the candidates that `next` returns until it has no more.
template <typename T>
std::vector<Contribution<T>> collect(const SplatSettings &s,
                                     llvm::function_ref<std::optional<Contribution<T>>()> next) {
  std::vector<Contribution<T>> blended;
  double transmittance = 1;
  while (int64_t(blended.size()) < s.maxSteps && transmittance >= s.threshold) {
    std::optional<Contribution<T>> candidate = next();
    if (!candidate)
      break;
    if (!(valueOf(candidate->alpha) >= s.alphaCutoff))
      continue;
    transmittance *= 1 - valueOf(candidate->alpha);
    blended.push_back(*candidate);
  }
  return blended;
}

// The alpha of a missing contribution: below every cutoff.
constexpr double kIgnored = -1;

template <typename T>
std::array<double, 4> blend(ArrayRef<Contribution<T>> blended, ArrayRef<double> background) {
  std::array<double, 4> result = {};
  double transmittance = 1;
  for (const Contribution<T> &c : blended) {
    for (int i = 0; i < 3; ++i)
      result[i] += transmittance * valueOf(c.alpha) * valueOf(c.color[i]);
    transmittance *= 1 - valueOf(c.alpha);
  }
  for (int i = 0; i < 3; ++i)
    result[i] += transmittance * background[i];
  result[3] = 1 - transmittance;
  return result;
}

void writePixel(Tensor &image, int64_t pixel, const std::array<double, 4> &linear) {
  for (int i = 0; i < 4; ++i) {
    // std::max would lose NaN.
    double light = linear[i] < 0 ? 0 : linear[i];
    image.set(pixel * 4 + i, i == 3 ? linear[3] : std::pow(light, kSplatGamma));
  }
}

// The gradients of a pixel's four values, weighted with `dImage`, with respect to alpha and color
// of contribution `i`. That of alpha is the difference between the images with alpha 1 and 0 there.
std::array<double, 4> gradientOf(ArrayRef<Contribution<double>> blended, size_t i,
                                 ArrayRef<double> background, ArrayRef<double> dImage) {
  std::array<double, 4> here = blend(blended, background), slope = {}, gradient = {};
  for (int k = 0; k < 3; ++k)
    slope[k] = here[k] < 0 ? 0 : kSplatGamma * std::pow(here[k], kSplatGamma - 1) * dImage[k];
  slope[3] = dImage[3];
  std::vector<Contribution<double>> changed(blended);
  changed[i].alpha = 1;
  std::array<double, 4> opaque = blend<double>(changed, background);
  changed[i].alpha = 0;
  std::array<double, 4> clear = blend<double>(changed, background);
  double weight = blended[i].alpha;
  for (size_t k = 0; k < i; ++k)
    weight *= 1 - blended[k].alpha;
  for (int k = 0; k < 4; ++k)
    gradient[0] += slope[k] * (opaque[k] - clear[k]);
  for (int k = 0; k < 3; ++k)
    gradient[k + 1] = slope[k] * weight;
  return gradient;
}

template <typename T>
std::vector<Contribution<double>> values(ArrayRef<Contribution<T>> blended) {
  std::vector<Contribution<double>> result;
  for (const Contribution<T> &c : blended)
    result.push_back({valueOf(c.alpha),
                      {valueOf(c.color[0]), valueOf(c.color[1]), valueOf(c.color[2])},
                      c.source});
  return result;
}

// ---- a pixel from the scene ----

// alpha of a Gaussian at the closest point of the ray through a point of the image.
template <typename T>
T alphaAlong(const RefGaussian<T> &g, const RefCamera &camera, const SplatSettings &s, double x,
             double y) {
  Vector<double> ray;
  for (int i = 0; i < 3; ++i)
    ray[i] = camera.forward[i] + ((x - double(s.width) / 2) * camera.right[i] +
                                  (double(s.height) / 2 - y) * camera.up[i]) /
                                     camera.focal;
  Vector<T> center = g.own(g.seenFrom(camera)), direction = g.own(ray), closest;
  T time = dot(center, direction) / dot(direction, direction);
  if (!(valueOf(time) > 0))
    return T(kIgnored);
  for (int i = 0; i < 3; ++i)
    closest[i] = time * direction[i] - center[i];
  return g.opacity() * exp(T(-0.5) * dot(closest, closest));
}

// A visible Gaussian and its color, which is the same in all pixels.
template <typename T>
struct Seen {
  RefGaussian<T> gaussian;
  Vector<T> color;
};

template <typename T>
std::vector<Seen<T>> look(ArrayRef<Tensor> in, ArrayRef<Listed> list, const RefCamera &camera) {
  std::vector<Seen<T>> result;
  for (const Listed &listed : list) {
    RefGaussian<T> gaussian(in, listed.number);
    result.push_back({gaussian, gaussian.color(camera)});
  }
  return result;
}

// The contributions to a pixel; `source` is the index in the list.
template <typename T>
std::vector<Contribution<T>> collectFromScene(ArrayRef<Listed> list, ArrayRef<Seen<T>> seen,
                                              const RefCamera &camera, const SplatSettings &s,
                                              int64_t pixel) {
  int64_t row = pixel / s.width, column = pixel % s.width;
  size_t at = 0;
  return collect<T>(s, [&]() -> std::optional<Contribution<T>> {
    while (at < list.size() && !list[at].isAt(row / s.tileSize, column / s.tileSize))
      ++at;
    if (at == list.size())
      return std::nullopt;
    const auto &[gaussian, color] = seen[at];
    T alpha = alphaAlong(gaussian, camera, s, double(column) + 0.5, double(row) + 0.5);
    return Contribution<T>{alpha, color, int64_t(at++)};
  });
}

// ---- records ----

template <typename T>
std::array<T, kSplatColumns> recordOf(const RefGaussian<T> &g, const RefCamera &camera,
                                      const SplatSettings &s) {
  Vector<T> seen = g.seenFrom(camera), color = g.color(camera);
  T depth = g.depth(camera);
  Vector<T> e = g.own(seen), a = g.own(camera.right), b = g.own(camera.up);
  for (int i = 0; i < 3; ++i) {
    e[i] = e[i] / depth;
    a[i] = a[i] / T(camera.focal);
    b[i] = b[i] / T(-camera.focal);
  }
  Vector<T> ea = cross(e, a), eb = cross(e, b);
  T square = dot(e, e), scale = depth * depth / square;
  return {T(double(s.width) / 2) + T(camera.focal) * dot(seen, camera.right) / depth,
          T(double(s.height) / 2) - T(camera.focal) * dot(seen, camera.up) / depth,
          scale * dot(ea, ea),
          scale * dot(ea, eb),
          scale * dot(eb, eb),
          dot(e, a) / square,
          dot(e, b) / square,
          dot(a, a) / square,
          dot(a, b) / square,
          dot(b, b) / square,
          g.opacity(),
          color[0],
          color[1],
          color[2],
          depth};
}

// alpha of a record at a point of the image.
template <typename T>
T alphaAt(const std::array<T, kSplatColumns> &r, double column, double row) {
  T x = T(column) - r[kSplatCenterX], y = T(row) - r[kSplatCenterY];
  T slope = r[kSplatG] * x + r[kSplatH] * y;
  if (!(1 + valueOf(slope) > 0))
    return T(kIgnored);
  T numerator = r[kSplatA] * x * x + T(2) * r[kSplatB] * x * y + r[kSplatC] * y * y;
  T denominator =
      T(1) + T(2) * slope + r[kSplatP] * x * x + T(2) * r[kSplatQ] * x * y + r[kSplatR] * y * y;
  return r[kSplatOpacity] * exp(T(-0.5) * numerator / denominator);
}

// The contributions to a pixel by records, ranges and entries; `source` is the entry.
template <typename T>
llvm::Expected<std::vector<Contribution<T>>>
collectFromLists(ArrayRef<Tensor> in, const SplatSettings &s, int64_t row, int64_t column) {
  const Tensor &records = in[0], &ranges = in[1], &entries = in[2];
  int64_t tile = row / s.tileSize * s.tilesX() + column / s.tileSize;
  int64_t at = ranges.ints[tile * 2], end = ranges.ints[tile * 2 + 1];
  if (at < 0 || at > end || end > entries.shape[0])
    return llvm::createStringError("a range is not one of the entries: [" + llvm::Twine(at) + ", " +
                                   llvm::Twine(end) + ")");
  std::string problem;
  auto blended = collect<T>(s, [&]() -> std::optional<Contribution<T>> {
    if (at == end)
      return std::nullopt;
    int64_t number = entries.ints[at];
    if (number < 0 || number >= records.shape[0]) {
      problem = "an entry is no row of the records: " + std::to_string(number);
      return std::nullopt;
    }
    std::array<T, kSplatColumns> r;
    for (unsigned i = 0; i < kSplatColumns; ++i) {
      double value = records.floats[number * kSplatColumns + i];
      if constexpr (std::is_same_v<T, double>)
        r[i] = value;
      else
        r[i] = T::variable(value, i);
    }
    T alpha = alphaAt(r, double(column) + 0.5, double(row) + 0.5);
    return Contribution<T>{alpha, {r[kSplatRed], r[kSplatGreen], r[kSplatBlue]}, at++};
  });
  if (!problem.empty())
    return llvm::createStringError(problem);
  return blended;
}

// ---- gradients of the scene ----

// Accumulates the gradients of the scene's tensors.
struct SceneGradient {
  ArrayRef<Tensor> in;
  MutableArrayRef<Tensor> out; // shaped like the first six of `in`
  const SplatSettings &s;

  // Adds `d` times the derivatives of `number` for Gaussian `i`.
  void addVariables(int64_t i, const Variation &number, double d) {
    for (int k = 0; k < 3; ++k) {
      out[0].floats[3 * i + k] += d * number.d[kPosition + k];
      out[1].floats[3 * i + k] += d * number.d[kLogScale + k];
    }
    for (int k = 0; k < 4; ++k)
      out[2].floats[4 * i + k] += d * number.d[kRotation + k];
    out[3].floats[i] += d * number.d[kLogit];
  }
  // Adds the gradient of the color's parameters, except the position's effect on it.
  void addColor(int64_t i, const RefCamera &camera, ArrayRef<double> d) {
    int64_t count = in[5].shape[1];
    auto basis = harmonics(unit(RefGaussian<double>(in, i).seenFrom(camera)));
    for (int64_t c = 0; c < 3; ++c) {
      out[4].floats[3 * i + c] += d[c];
      for (int64_t k = 0; k < s.numTrained(count); ++k)
        out[5].floats[(i * count + k) * 3 + c] += basis[k] * d[c];
    }
  }
  void limitAnisotropy() {
    for (int64_t i = 0; i < in[1].shape[0]; ++i) {
      const double *scale = &in[1].floats[3 * i];
      auto largest = std::max_element(scale, scale + 3),
           smallest = std::min_element(scale, scale + 3);
      if (!(*largest - *smallest >= std::log(s.maxAnisotropy)))
        continue;
      double &grows = out[1].floats[3 * i + (largest - scale)];
      double &shrinks = out[1].floats[3 * i + (smallest - scale)];
      grows = std::max(grows, 0.0);
      shrinks = std::min(shrinks, 0.0);
    }
  }
};

} // namespace

llvm::Error GaussianSplatRenderOp::evaluate(EvalContext &, ArrayRef<Tensor> in,
                                            MutableArrayRef<Tensor> out) {
  SplatSettings s = SplatSettings::of(*this);
  RefCamera camera(in[6], s);
  std::vector<Listed> list = listVisible(in, s);
  std::vector<Seen<double>> seen = look<double>(in, list, camera);
  for (int64_t pixel = 0; pixel < s.width * s.height; ++pixel) {
    auto blended = collectFromScene<double>(list, seen, camera, s, pixel);
    writePixel(out[0], pixel, blend<double>(blended, in[7].floats));
  }
  return llvm::Error::success();
}

llvm::Error GaussianSplatPrepareOp::evaluate(EvalContext &, ArrayRef<Tensor> in,
                                             MutableArrayRef<Tensor> out) {
  SplatSettings s = SplatSettings::of(*this);
  RefCamera camera(in[6], s);
  std::vector<Listed> list = listVisible(in, s);
  for (const Listed &listed : list) {
    auto record = recordOf(RefGaussian<double>(in, listed.number), camera, s);
    for (unsigned i = 0; i < kSplatColumns; ++i)
      out[0].set(listed.number * kSplatColumns + i, record[i]);
  }
  int64_t next = 0;
  for (int64_t tile = 0; tile < s.numTiles(); ++tile) {
    out[1].setInt(tile * 2, next);
    for (const Listed &listed : list)
      if (listed.isAt(tile / s.tilesX(), tile % s.tilesX()))
        out[2].setInt(next++, listed.number);
    out[1].setInt(tile * 2 + 1, next);
  }
  while (next < s.maxEntries)
    out[2].setInt(next++, -1);
  return llvm::Error::success();
}

llvm::Error GaussianSplatRasterizeOp::evaluate(EvalContext &, ArrayRef<Tensor> in,
                                               MutableArrayRef<Tensor> out) {
  SplatSettings s = SplatSettings::of(*this);
  for (int64_t pixel = 0; pixel < s.width * s.height; ++pixel) {
    auto blended = collectFromLists<double>(in, s, pixel / s.width, pixel % s.width);
    if (!blended)
      return blended.takeError();
    writePixel(out[0], pixel, blend<double>(*blended, in[3].floats));
  }
  return llvm::Error::success();
}

llvm::Error GaussianSplatRenderBackwardOp::evaluate(EvalContext &, ArrayRef<Tensor> in,
                                                    MutableArrayRef<Tensor> out) {
  SplatSettings s = SplatSettings::of(*this);
  RefCamera camera(in[6], s);
  std::vector<Listed> list = listVisible(in, s);
  std::vector<Seen<Variation>> seen = look<Variation>(in, list, camera);
  std::vector<std::array<double, 3>> dColors(list.size());
  SceneGradient gradient{in, out, s};
  for (int64_t pixel = 0; pixel < s.width * s.height; ++pixel) {
    auto blended = collectFromScene<Variation>(list, seen, camera, s, pixel);
    auto numbers = values<Variation>(blended);
    std::array<double, 4> dImage;
    for (int i = 0; i < 4; ++i) {
      double d = in[8].floats[pixel * 4 + i]; // NaN is kept
      dImage[i] = d < -s.lossGradClip ? -s.lossGradClip : d > s.lossGradClip ? s.lossGradClip : d;
    }
    for (size_t i = 0; i < blended.size(); ++i) {
      std::array<double, 4> d = gradientOf(numbers, i, in[7].floats, dImage);
      int64_t source = blended[i].source;
      gradient.addVariables(list[source].number, blended[i].alpha, d[0]);
      for (int c = 0; c < 3; ++c)
        dColors[source][c] += d[c + 1];
    }
  }
  for (size_t i = 0; i < list.size(); ++i) {
    gradient.addColor(list[i].number, camera, dColors[i]);
    for (int c = 0; c < 3; ++c)
      gradient.addVariables(list[i].number, seen[i].color[c], dColors[i][c]);
  }
  gradient.limitAnisotropy();
  return llvm::Error::success();
}

llvm::Error GaussianSplatRasterizeBackwardOp::evaluate(EvalContext &, ArrayRef<Tensor> in,
                                                       MutableArrayRef<Tensor> out) {
  SplatSettings s = SplatSettings::of(*this);
  for (int64_t tile = 0, next = 0; tile < s.numTiles(); ++tile) {
    if (in[1].ints[tile * 2] < next)
      return llvm::createStringError(
          "a range is not one of the entries: it begins before another ends");
    next = in[1].ints[tile * 2 + 1];
  }
  for (int64_t pixel = 0; pixel < s.width * s.height; ++pixel) {
    auto blended = collectFromLists<Dual<kSplatColumns>>(in, s, pixel / s.width, pixel % s.width);
    if (!blended)
      return blended.takeError();
    auto numbers = values<Dual<kSplatColumns>>(*blended);
    ArrayRef<double> dImage = ArrayRef(in[4].floats).slice(pixel * 4, 4);
    for (size_t i = 0; i < numbers.size(); ++i) {
      std::array<double, 4> d = gradientOf(numbers, i, in[3].floats, dImage);
      double *row = &out[0].floats[numbers[i].source * kSplatColumns];
      for (unsigned k = 0; k < kSplatColumns; ++k)
        row[k] += d[0] * (*blended)[i].alpha.d[k];
      for (int c = 0; c < 3; ++c)
        row[kSplatRed + c] += d[c + 1];
    }
  }
  return llvm::Error::success();
}

llvm::Error GaussianSplatPrepareBackwardOp::evaluate(EvalContext &, ArrayRef<Tensor> in,
                                                     MutableArrayRef<Tensor> out) {
  SplatSettings s = SplatSettings::of(*this);
  RefCamera camera(in[6], s);
  SceneGradient gradient{in, out, s};
  for (int64_t i = 0; i < in[0].shape[0]; ++i) {
    if (!tilesOf(RefGaussian<double>(in, i), camera, s))
      continue;
    auto record = recordOf(RefGaussian<Variation>(in, i), camera, s);
    ArrayRef<double> d = ArrayRef(in[7].floats).slice(i * kSplatColumns, kSplatColumns);
    for (unsigned k = 0; k < kSplatColumns; ++k)
      gradient.addVariables(i, record[k], d[k]);
    gradient.addColor(i, camera, d.slice(kSplatRed, 3));
  }
  gradient.limitAnisotropy();
  return llvm::Error::success();
}
