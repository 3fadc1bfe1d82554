// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of handlers that operators of several families have in common. ONNX Runtime's operators are
// often one of ONNX with a bias, an activation or a residual.
#ifndef RLX_IMPORTERS_ONNX_ONNXSHARED_H
#define RLX_IMPORTERS_ONNX_ONNXSHARED_H

#include "importers/onnx/OnnxContribSchemas.h"
#include "importers/onnx/OnnxExpr.h"

namespace rlx::onnxim {

// ---- OnnxOpsElementwise.cpp
// x * sigmoid(alpha * x).
Value emitSwish(Node &n, Value x, double alpha);

// ---- OnnxOpsLinalg.cpp
// alpha * A' * B' + beta * C of inputs 0 to 2.
Value emitGemm(Node &n);
Value emitScaled(Node &n, Value value, double factor);

// ---- OnnxOpsNormalization.cpp
// Softmax, or another op like it, over all dimensions from the axis on.
Value emitFlattened(Node &n, llvm::StringRef op, Value x, int64_t axis);
// gamma and beta may have another type than x; `beta` may be null.
Value emitLayerNorm(Node &n, Value x, Value gamma, Value beta, int64_t axis, double eps);
// gamma is expanded to the sizes from the axis on.
Value emitRmsNorm(Node &n, Value x, Value gamma, int64_t axis, double eps);

// ---- OnnxOpsScatter.cpp
// The cache with the update at indices start, start + 1, … along the axis. `start` broadcasts
// against the update. With `circular`, indices are modulo the size of the cache.
Value emitCacheUpdate(Node &n, Value cache, Value update, Value start, int64_t axis,
                      bool circular = false);

// ---- OnnxOpsTransformer.cpp
// [b, s, heads * size] as [b, s, heads, size], and the reverse for the result of an attention.
Value emitSplitHeads(Node &n, Value tensor, int64_t heads);
Value emitMergedHeads(Node &n, Value result, AttentionLayout layout);
struct AttentionCall {
  AttentionLayout layout = AttentionLayout::BHSD;
  Value query, key, value, mask; // the mask for kinds Custom and Bias only
  AttentionMask kind = AttentionMask::None;
  int64_t window = 0; // for kind SlidingWindow
  std::optional<double> scale;
  double softcap = 0;
};
Value emitAttention(Node &n, const AttentionCall &call);

// ---- OnnxOpsConv.cpp
// Conv of inputs 0 to 2.
Value emitConv(Node &n, bool isChannelsLast = false);
// x, which has the shape of input 0, pooled as attributes say.
Value emitPool(Node &n, Value x, PoolKind kind, bool isChannelsLast = false);

// ---- OnnxOpsRandom.cpp
// The key of the node's random numbers: its attribute `seed`, or a hash of its name.
uint64_t randomKey(Node &n);
// Numbers in [0, 1), computed in f32, or in f64 for that type.
Expr emitUniform(Node &n, llvm::ArrayRef<Dim> sizes, mlir::FloatType type, uint64_t key);

// ---- OnnxOpsBlockQuant.cpp
// The elements of `bits` bits in the bytes along the last dimension, the low bits first, as i32.
Value emitUnpackedBits(Node &n, Value bytes, int64_t bits);

// ---- OnnxOpsQuant.cpp
// x as u8, with a scale and zero point for its range, extended to include 0.
struct DynamicallyQuantized {
  Value tensor, scale, zeroPoint;
};
DynamicallyQuantized emitDynamicallyQuantized(Node &n, Value x);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSHARED_H
