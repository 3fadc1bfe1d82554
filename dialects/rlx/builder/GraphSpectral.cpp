// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of GraphHelpers.h: Fourier transforms and spectra. They compose transforms along
// one axis (g.fft, g.rfft) with elementwise ops and slices. Sizes of transformed axes must be
// static, because the plan is made at compile time.
#include "dialects/rlx/builder/GraphHelpers.h"

namespace rlx::graph {

static GraphValue transformAxes(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes,
                                FftNorm norm, bool inverse, SourceLocation where) {
  for (int64_t axis : axes)
    x = g.fft(x, FftLayout::Complex, axis, {.norm = norm, .inverse = inverse}, where);
  return x;
}

GraphValue fftn(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes, FftNorm norm,
                SourceLocation where) {
  return transformAxes(g, x, axes, norm, /*inverse=*/false, where);
}

GraphValue ifftn(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes, FftNorm norm,
                 SourceLocation where) {
  return transformAxes(g, x, axes, norm, /*inverse=*/true, where);
}

GraphValue fftReal(GraphBuilder &g, GraphValue x, int64_t axis, FftNorm norm,
                   SourceLocation where) {
  GraphValue zero = g.scalarLike(x, 0, where);
  return g.fft(g.complex(x, zero, where), FftLayout::Complex, axis, {.norm = norm}, where);
}

GraphValue stft(GraphBuilder &g, GraphValue x, int64_t frameLength, int64_t hop,
                std::optional<GraphValue> window, SourceLocation where) {
  if (frameLength < 1 || hop < 1)
    g.fail("stft expects frames of at least 1 element and a hop of at least 1, but got " +
               std::to_string(frameLength) + " and " + std::to_string(hop),
           where);
  GraphSize frames = (g.dim(x, -1, where) - frameLength) / hop + 1;
  GraphValue starts =
      g.mul(g.iota(0, {frames, 1}, 0, where), g.full(rt::DType::I64, hop, {}, where), where);
  GraphValue places = g.add(starts, g.iota(0, {1, frameLength}, 1, where), where);
  GraphValue framed = g.gather(x, places, -1, where);
  if (window)
    framed = g.mul(framed, *window, where);
  auto [real, imag] = g.rfft(framed, -1, {}, where);
  return g.complex(real, imag, where);
}

// The transform of x, padded with zeros to `length` along the last axis.
static RfftResults paddedTransform(GraphBuilder &g, GraphValue x, int64_t length,
                                   SourceLocation where) {
  std::vector<GraphSize> low(static_cast<size_t>(x.rank()), 0), high = low;
  if (!high.empty())
    high.back() = length - x.size(-1);
  return g.rfft(g.pad(x, low, high, PadMode::Constant, {}, where), -1, {}, where);
}

GraphValue fftConv1d(GraphBuilder &g, GraphValue x, GraphValue kernel, SourceLocation where) {
  if (x.valid() && kernel.valid() && (x.size(-1) < 1 || kernel.rank() != 1 || kernel.size(0) < 1))
    g.fail("fftConv1d expects a last axis of known size that is not 0, and a kernel of rank 1 and "
           "known size",
           where);
  int64_t length = x.size(-1) + kernel.size(-1) - 1;
  auto [xr, xi] = paddedTransform(g, x, length, where);
  auto [kr, ki] = paddedTransform(g, kernel, length, where);
  GraphValue real = g.sub(g.mul(xr, kr, where), g.mul(xi, ki, where), where);
  GraphValue imag = g.add(g.mul(xr, ki, where), g.mul(xi, kr, where), where);
  return g.irfft(real, imag, -1, length, {}, where);
}

static GraphValue perSample(GraphBuilder &g, GraphValue power, int64_t samples,
                            SourceLocation where) {
  return g.div(power, g.scalarLike(power, samples, where), where);
}

GraphValue psd(GraphBuilder &g, GraphValue x, SourceLocation where) {
  GraphValue spectrum = g.fft(x, FftLayout::Complex, -1, {}, where);
  return perSample(g, g.complexNormSq(spectrum, where), x.size(-1), where);
}

GraphValue psdReal(GraphBuilder &g, GraphValue x, SourceLocation where) {
  auto [real, imag] = g.rfft(x, -1, {}, where);
  GraphValue power = g.add(g.mul(real, real, where), g.mul(imag, imag, where), where);
  return perSample(g, power, x.size(-1), where);
}

// The numbers 0, 1, … `count` - 1, from `wrap` on less n, divided by n * spacing.
static GraphValue frequencies(GraphBuilder &g, int64_t n, int64_t count, int64_t wrap,
                              double spacing, rt::DType dtype, SourceLocation where) {
  if (n < 1 || !(spacing > 0)) {
    g.fail("expects at least 1 sample and a positive spacing, but got " + std::to_string(n) +
               " and " + std::to_string(spacing),
           where);
    return {};
  }
  rt::StatusOr<rt::Tensor> tensor = rt::Tensor::allocate(dtype, std::vector<int64_t>{count});
  if (!tensor.ok())
    return g.full(dtype, 0, {count}, where); // reports the error
  for (int64_t i = 0; i < count; ++i)
    rt::storeElement(dtype, tensor->data(), i,
                     static_cast<double>(i < wrap ? i : i - n) /
                         (static_cast<double>(n) * spacing));
  return g.constant(std::move(*tensor), where);
}

GraphValue fftfreq(GraphBuilder &g, int64_t n, double spacing, rt::DType dtype,
                   SourceLocation where) {
  return frequencies(g, n, n, (n + 1) / 2, spacing, dtype, where);
}

GraphValue rfftfreq(GraphBuilder &g, int64_t n, double spacing, rt::DType dtype,
                    SourceLocation where) {
  return frequencies(g, n, n / 2 + 1, n, spacing, dtype, where);
}

} // namespace rlx::graph
