// Parts of models that are more than one op: functions over GraphBuilder. They follow its rules for
// errors; the ops that they build are at the place of their caller.
//
// What one op says has no helper: attention with a mask, a bias or a scale is g.attention, its
// gradients g.attentionBackward, axial rotations g.axialRope2d, products with packed weights
// g.dequantMatmul and g.dequantMatmulScaled, loops g.scan, kernels of the user's g.custom and
// g.customFn, transforms along one axis g.fft, g.rfft and g.irfft.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHHELPERS_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHHELPERS_H

#include <array>

#include "dialects/rlx/builder/GraphBuilder.h"

namespace rlx::graph {

using Place = GraphBuilder::Place;

// ---- layers

// The activation as an op; x itself for None.
GraphValue activate(GraphBuilder &g, GraphValue x, FusedActivation activation,
                    Place where = Place::current());
// activation(x w + bias) with x [.., K], w [K, N] and bias [N], as single ops, which the compiler
// fuses.
GraphValue linear(GraphBuilder &g, GraphValue x, GraphValue w,
                  std::optional<GraphValue> bias = std::nullopt,
                  FusedActivation activation = FusedActivation::None,
                  Place where = Place::current());
// (silu(x gate) * (x up)) down, with x [.., K], gate and up [K, I] and down [I, N].
GraphValue swigluFfn(GraphBuilder &g, GraphValue x, GraphValue up, GraphValue gate, GraphValue down,
                     Place where = Place::current());
// x w1 and x w2, as two matmuls. The compiler does not merge them into one.
std::array<GraphValue, 2> sharedMatmulPair(GraphBuilder &g, GraphValue x, GraphValue w1,
                                           GraphValue w2, Place where = Place::current());

// ---- quantisation with known scales: the integers are round(x / scale) + zeroPoint

GraphValue quantizePerTensor(GraphBuilder &g, GraphValue x, double scale, int64_t zeroPoint,
                             rt::DType to, Place where = Place::current());
GraphValue dequantizePerTensor(GraphBuilder &g, GraphValue x, double scale, int64_t zeroPoint,
                               rt::DType to = rt::DType::F32, Place where = Place::current());
// One scale and one zero point for each position along `axis`.
GraphValue quantizePerChannel(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                              const std::vector<int64_t> &zeroPoints, int64_t axis, rt::DType to,
                              Place where = Place::current());
GraphValue dequantizePerChannel(GraphBuilder &g, GraphValue x, const std::vector<double> &scales,
                                const std::vector<int64_t> &zeroPoints, int64_t axis,
                                rt::DType to = rt::DType::F32, Place where = Place::current());

// ---- loops

// A scan whose results are the carried values after every turn, stacked.
GraphValues scanTrajectory(GraphBuilder &g, const GraphValues &inits, const GraphValues &inputs,
                           const Body &body, const ScanOptions &options = {},
                           Place where = Place::current());

// ---- spectra. Transforms have NumPy's names and norms; sizes of their axes are known.

// Of complex numbers, along each of the axes.
GraphValue fftn(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes,
                FftNorm norm = FftNorm::Backward, Place where = Place::current());
GraphValue ifftn(GraphBuilder &g, GraphValue x, const std::vector<int64_t> &axes,
                 FftNorm norm = FftNorm::Backward, Place where = Place::current());
// All elements of the transform of real numbers, which are f32 or f64, as complex ones.
GraphValue fftReal(GraphBuilder &g, GraphValue x, int64_t axis, FftNorm norm = FftNorm::Backward,
                   Place where = Place::current());
// Short-time transforms of real x [.., N]: frames of `frameLength` elements that start every `hop`
// elements, as many as there are whole ones, each times `window` [frameLength]; complex
// [.., frames, frameLength / 2 + 1]. N may be dynamic.
GraphValue stft(GraphBuilder &g, GraphValue x, int64_t frameLength, int64_t hop,
                std::optional<GraphValue> window = std::nullopt, Place where = Place::current());
// Convolution (with the kernel reversed) of real x [.., N] and kernel [K] in all N + K - 1 places
// where they meet, through transforms.
GraphValue fftConv1d(GraphBuilder &g, GraphValue x, GraphValue kernel,
                     Place where = Place::current());
// Periodograms along the last axis: |X[k]|^2 / N for all k of complex x, and for k up to N / 2 of
// real x.
GraphValue psd(GraphBuilder &g, GraphValue x, Place where = Place::current());
GraphValue psdReal(GraphBuilder &g, GraphValue x, Place where = Place::current());
// The frequencies of a transform of n samples that are `spacing` apart, [n] and [n / 2 + 1].
GraphValue fftfreq(GraphBuilder &g, int64_t n, double spacing = 1, rt::DType dtype = rt::DType::F32,
                   Place where = Place::current());
GraphValue rfftfreq(GraphBuilder &g, int64_t n, double spacing = 1,
                    rt::DType dtype = rt::DType::F32, Place where = Place::current());

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHHELPERS_H
