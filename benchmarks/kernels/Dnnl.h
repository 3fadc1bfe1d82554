// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The benchmark computations by oneDNN, in every way it offers. Weights are reordered into its
// layouts before timing.
//
// Each function returns one contender per way, e.g. with oneDNN's preferred layout and with plain
// row-major operands.
#ifndef RLX_BENCHMARKS_KERNELS_DNNL_H
#define RLX_BENCHMARKS_KERNELS_DNNL_H

#include "benchmarks/kernels/Bench.h"
#include "runtime/base/DType.h"

namespace rlx::bench {

// For primitives made and run from now on.
void setDnnlThreads(unsigned threads);
std::string dnnlVersion();

// y[m, n] = x[m, k] * w[k, n], by the matmul primitive and by sgemm. Memory is the caller's.
struct MatmulCase {
  int64_t m, n, k;
};
std::vector<Contender> dnnlMatmul(const MatmulCase &c, float *x, float *w, float *y);

// The same with operands of other types. If x is f32, a separate step converts it to the type
// `left`.
struct TypedProduct {
  MatmulCase size;
  rt::DType source, left, right, result;
  // left = x / leftScale + leftZero, if x is f32 and left is an integer type.
  float leftScale = 1;
  int32_t leftZero = 0;
  // result = multiplier * sum of (left - leftZero) * right + resultZero
  float multiplier = 1;
  int32_t resultZero = 0;
};
std::vector<Contender> dnnlTypedProduct(const TypedProduct &p, void *x, void *w, void *y);

// relu(conv(x, w) + b) of one image; `residual` is added before relu. Images may be non-square,
// windows are square, pads are equal on all sides. A U8 image has I8 weights and an I32 bias. Its
// result is requantized, which includes relu since both zero points are 0.
struct ConvCase {
  int64_t height, width, in, out, kernel, stride, pad;
  bool depthwise = false, residual = false;
  rt::DType type = rt::DType::F32; // of the image, and of all operands for floats
  float multiplier = 1.0f / 4096;  // for integers

  bool isInteger() const { return type == rt::DType::U8; }
  rt::DType weightType() const { return isInteger() ? rt::DType::I8 : type; }
  rt::DType biasType() const { return isInteger() ? rt::DType::I32 : type; }

  int64_t outHeight() const { return (height + 2 * pad - kernel) / stride + 1; }
  int64_t outWidth() const { return (width + 2 * pad - kernel) / stride + 1; }
  int64_t inputs() const { return height * width * in; }
  int64_t weights() const { return kernel * kernel * out * (depthwise ? 1 : in); }
  int64_t outputs() const { return outHeight() * outWidth() * out; }
};
// x and y are channels-last, w is [out, in, kernel, kernel] (in = 1 for depthwise). Layouts:
// oneDNN's choice, channels-last (the only one that writes y), and blocks of 16 channels.
std::vector<Contender> dnnlConv(const ConvCase &c, void *x, void *w, void *bias,
                                const void *residual, void *y);

// softmax(q * k^T * scale) * v for `heads` of `rows` queries and `keys` keys with `size` elements,
// one matrix per head: q, out [heads, rows, size], k [heads, size, keys], v [heads, keys, size].
struct AttentionCase {
  int64_t heads, rows, keys, size;
  int64_t group = 1; // for RLX: query heads per KV head; each gives one row
};
std::vector<Contender> dnnlAttention(const AttentionCase &c, float *q, float *k, float *v,
                                     float *scores, float *y);

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_DNNL_H
