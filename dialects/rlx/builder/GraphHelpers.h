// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of models with more than one op: functions over GraphBuilder. They follow its rules for
// errors. Their ops have the location of the caller.
//
// Things that one op can do have no helper:
//   attention with a mask, a bias or a scale   g.attention, gradients g.attentionBackward
//   axial rotations                            g.axialRope2d
//   matmuls with packed weights                g.dequantMatmul, g.dequantMatmulScaled
//   loops                                      g.scan
//   user kernels                               g.custom, g.customFn
//   transforms along one axis                  g.fft, g.rfft, g.irfft
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHHELPERS_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHHELPERS_H

#include <array>

#include "dialects/rlx/builder/GraphBuilder.h"

namespace rlx::graph {

using SourceLocation = GraphBuilder::SourceLocation;

// ---- layers

/// The activation as an op; x itself for None.
GraphValue activate(GraphBuilder &g, GraphValue x, FusedActivation activation,
                    SourceLocation where = SourceLocation::current());
/// activation(x w + bias) with x [.., K], w [K, N] and bias [N], as separate ops, which the
/// compiler fuses.
GraphValue linear(GraphBuilder &g, GraphValue x, GraphValue w,
                  std::optional<GraphValue> bias = std::nullopt,
                  FusedActivation activation = FusedActivation::None,
                  SourceLocation where = SourceLocation::current());
/// SwiGLU: (silu(x gate) * (x up)) down, with x [.., K], gate and up [K, I] and down [I, N].
GraphValue swigluFfn(GraphBuilder &g, GraphValue x, GraphValue up, GraphValue gate, GraphValue down,
                     SourceLocation where = SourceLocation::current());
/// x w1 and x w2, as two matmuls. The compiler does not merge them into one.
std::array<GraphValue, 2> sharedMatmulPair(GraphBuilder &g, GraphValue x, GraphValue w1,
                                           GraphValue w2,
                                           SourceLocation where = SourceLocation::current());

// ---- quantization with known scales: the integers are round(x / scale) + zeroPoint

GraphValue quantizePerTensor(GraphBuilder &g, GraphValue x, double scale, int64_t zeroPoint,
                             rt::DType to, SourceLocation where = SourceLocation::current());
GraphValue dequantizePerTensor(GraphBuilder &g, GraphValue x, double scale, int64_t zeroPoint,
                               rt::DType to = rt::DType::F32,
                               SourceLocation where = SourceLocation::current());
/// One scale and one zero point per index along `axis`.
GraphValue quantizePerChannel(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                              const std::vector<int64_t> &zeroPoints, int64_t axis, rt::DType to,
                              SourceLocation where = SourceLocation::current());
GraphValue dequantizePerChannel(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                                const std::vector<int64_t> &zeroPoints, int64_t axis,
                                rt::DType to = rt::DType::F32,
                                SourceLocation where = SourceLocation::current());

// ---- loops

/// A scan whose results are the carried values after every iteration, stacked.
GraphValues scanTrajectory(GraphBuilder &g, const GraphValues &inits, const GraphValues &inputs,
                           const Body &body, const ScanOptions &options = {},
                           SourceLocation where = SourceLocation::current());

// ---- Fourier transforms. Names and norms are NumPy's; sizes of transformed axes must be static.

/// Transforms of complex numbers along each of the axes.
GraphValue fftn(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes,
                FftNorm norm = FftNorm::Backward, SourceLocation where = SourceLocation::current());
GraphValue ifftn(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes,
                 FftNorm norm = FftNorm::Backward,
                 SourceLocation where = SourceLocation::current());
/// The full complex spectrum of real numbers (f32 or f64).
GraphValue fftReal(GraphBuilder &g, GraphValue x, int64_t axis, FftNorm norm = FftNorm::Backward,
                   SourceLocation where = SourceLocation::current());
/// The short-time Fourier transform of real x [.., N]. Frames of `frameLength` elements start every
/// `hop` elements; only whole frames are taken, and each is multiplied by `window` [frameLength].
/// The result is complex [.., frames, frameLength / 2 + 1]. N may be dynamic.
GraphValue stft(GraphBuilder &g, GraphValue x, int64_t frameLength, int64_t hop,
                std::optional<GraphValue> window = std::nullopt,
                SourceLocation where = SourceLocation::current());
/// The full convolution (with the kernel reversed) of real x [.., N] and kernel [K], through
/// Fourier transforms; the result has N + K - 1 elements.
GraphValue fftConv1d(GraphBuilder &g, GraphValue x, GraphValue kernel,
                     SourceLocation where = SourceLocation::current());
/// Periodograms along the last axis: |X[k]|^2 / N, for all k if x is complex (psd), and for k up to
/// N / 2 if x is real (psdReal).
GraphValue psd(GraphBuilder &g, GraphValue x, SourceLocation where = SourceLocation::current());
GraphValue psdReal(GraphBuilder &g, GraphValue x, SourceLocation where = SourceLocation::current());
/// The frequencies of a transform of n samples with the given spacing, [n] and [n / 2 + 1].
GraphValue fftfreq(GraphBuilder &g, int64_t n, double spacing = 1, rt::DType dtype = rt::DType::F32,
                   SourceLocation where = SourceLocation::current());
GraphValue rfftfreq(GraphBuilder &g, int64_t n, double spacing = 1,
                    rt::DType dtype = rt::DType::F32,
                    SourceLocation where = SourceLocation::current());

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHHELPERS_H
