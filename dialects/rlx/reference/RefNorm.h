// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reference forms that several `evaluate` bodies share: softmax, layer norm and RMS norm, and the
// gradients of the norms. They follow the definitions, in double, and use two passes for mean and
// variance. Lowerings never use them.
#ifndef RLX_DIALECTS_RLX_REFERENCE_REFNORM_H
#define RLX_DIALECTS_RLX_REFERENCE_REFNORM_H

#include <cmath>
#include <limits>

#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

/// The elements of a tensor along one axis, with the other coordinates fixed.
struct Line {
  int64_t base, size, stride;
  int64_t at(int64_t j) const { return base + j * stride; }
};

/// Calls `body` for every line of the tensor along `axis`.
inline void forEachLine(const Tensor &tensor, int64_t axis,
                        llvm::function_ref<void(const Line &)> body) {
  int64_t outer = 1, inner = 1, size = tensor.shape[axis];
  for (int64_t i = 0; i < axis; ++i)
    outer *= tensor.shape[i];
  for (int64_t i = axis + 1; i < tensor.rank(); ++i)
    inner *= tensor.shape[i];
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i)
      body({o * size * inner + i, size, inner});
}

/// The maximum of a line and the sum of e^(x - maximum); NaN if the line contains NaN.
struct LogSum {
  double maximum = -std::numeric_limits<double>::infinity();
  double sum = 0;
};

inline LogSum logSumExp(const Tensor &x, const Line &line) {
  LogSum result;
  for (int64_t j = 0; j < line.size; ++j) {
    double value = x.floats[line.at(j)];
    if (value > result.maximum || std::isnan(value))
      result.maximum = value;
    if (std::isnan(value))
      break;
  }
  for (int64_t j = 0; j < line.size; ++j)
    result.sum += std::exp(x.floats[line.at(j)] - result.maximum);
  return result;
}

/// Calls `body(begin, count)` for every row: the contiguous elements of the dimensions from `axis`
/// on.
inline void forEachRow(const Tensor &x, int64_t axis,
                       llvm::function_ref<void(int64_t begin, int64_t count)> body) {
  int64_t rows = 1, count = 1;
  for (int64_t i = 0; i < x.rank(); ++i)
    (i < axis ? rows : count) *= x.shape[i];
  for (int64_t row = 0; row < rows; ++row)
    body(row * count, count);
}

/// out = (x - mean) / sqrt(variance + eps) * gamma + beta over rows; gamma and beta may be null.
inline void layerNorm(const Tensor &x, const Tensor *gamma, const Tensor *beta, int64_t axis,
                      double eps, Tensor &out) {
  forEachRow(x, axis, [&](int64_t begin, int64_t count) {
    double mean = 0, variance = 0;
    for (int64_t j = 0; j < count; ++j)
      mean += x.floats[begin + j];
    mean /= double(count);
    for (int64_t j = 0; j < count; ++j)
      variance += (x.floats[begin + j] - mean) * (x.floats[begin + j] - mean);
    variance /= double(count);
    for (int64_t j = 0; j < count; ++j) {
      double value = (x.floats[begin + j] - mean) / std::sqrt(variance + eps);
      out.set(begin + j, value * (gamma ? gamma->floats[j] : 1) + (beta ? beta->floats[j] : 0));
    }
  });
}

/// out = x / sqrt(mean(x^2) + eps) * gamma + beta over rows; gamma and beta may be null.
inline void rmsNorm(const Tensor &x, const Tensor *gamma, const Tensor *beta, int64_t axis,
                    double eps, Tensor &out) {
  forEachRow(x, axis, [&](int64_t begin, int64_t count) {
    double square = 0;
    for (int64_t j = 0; j < count; ++j)
      square += x.floats[begin + j] * x.floats[begin + j];
    double norm = std::sqrt(square / double(count) + eps);
    for (int64_t j = 0; j < count; ++j)
      out.set(begin + j, x.floats[begin + j] / norm * (gamma ? gamma->floats[j] : 1) +
                             (beta ? beta->floats[j] : 0));
  });
}

/// Gradients of normalizations: from x, dy and (optional) gamma to dx, dgamma and dbeta. `add`
/// takes one group of elements that were normalized together. dx sums the three paths from x to the
/// result: directly, through the variance and, if it was subtracted, through the mean.
class NormBackward {
public:
  NormBackward(llvm::ArrayRef<Tensor> in, llvm::MutableArrayRef<Tensor> out, double eps,
               bool isCentred)
      : x(in[0]), dy(in[1]), gamma(in.size() > 2 ? &in[2] : nullptr), out(out), eps(eps),
        isCentred(isCentred) {}

  /// `channel` maps an element to its index in gamma.
  void add(llvm::ArrayRef<int64_t> positions, llvm::function_ref<int64_t(int64_t)> channel) {
    double count = double(positions.size()), mean = 0, variance = 0;
    for (int64_t i : positions)
      mean += isCentred ? x.floats[i] / count : 0;
    for (int64_t i : positions)
      variance += (x.floats[i] - mean) * (x.floats[i] - mean) / count;
    double deviation = std::sqrt(variance + eps);
    // y = (x - mean) * deviation^-1, and deviation = (variance + eps)^(1/2)
    double byMean = 0, byVariance = 0;
    for (int64_t i : positions) {
      double g = gradient(i, channel(i)), centred = x.floats[i] - mean;
      byMean -= g / deviation;
      byVariance -= 0.5 * g * centred / std::pow(deviation, 3);
      out[1].floats[channel(i)] += dy.floats[i] * centred / deviation;
      out[2].floats[channel(i)] += dy.floats[i];
    }
    for (int64_t i : positions)
      out[0].set(i, gradient(i, channel(i)) / deviation +
                        byVariance * 2 * (x.floats[i] - mean) / count +
                        (isCentred ? byMean / count : 0));
  }

private:
  double gradient(int64_t i, int64_t channel) const {
    return dy.floats[i] * (gamma ? gamma->floats[channel] : 1);
  }

  const Tensor &x, &dy, *gamma;
  llvm::MutableArrayRef<Tensor> out;
  double eps;
  bool isCentred;
};

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_REFNORM_H
