// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of GraphBlocks.h. Each block opens a scope, which gives its ops their location.
// Checks of operands are left to the ops, except where a size must divide another before a reshape
// can be built.
#include "dialects/rlx/builder/GraphBlocks.h"

namespace rlx::blocks {

// ---- layers ----

GraphValue linear(GraphBuilder &g, GraphValue x, GraphValue w, const LinearOptions &options,
                  SourceLocation where) {
  auto scope = g.scope("linear", where);
  return graph::linear(g, x, w, options.bias, options.activation, where);
}

GraphValue linearFused(GraphBuilder &g, GraphValue x, GraphValue w, const LinearOptions &options,
                       SourceLocation where) {
  auto scope = g.scope("linear_fused", where);
  return g.fusedMatmulBiasAct(x, w, options.activation, {.bias = options.bias}, where);
}

std::array<GraphValue, 2> sharedLinearPair(GraphBuilder &g, GraphValue x, GraphValue w1,
                                           GraphValue w2, SourceLocation where) {
  auto scope = g.scope("shared_linear_pair", where);
  return graph::sharedMatmulPair(g, x, w1, w2, where);
}

GraphValue swiGlu(GraphBuilder &g, GraphValue x, GraphValue up, GraphValue gate, GraphValue down,
                  SourceLocation where) {
  auto scope = g.scope("swi_glu", where);
  return graph::swigluFfn(g, x, up, gate, down, where);
}

GraphValue dequantMatmul(GraphBuilder &g, GraphValue x, GraphValue weights, BlockScheme scheme,
                         const graph::DequantMatmulOptions &options, SourceLocation where) {
  auto scope = g.scope("dequant_matmul", where);
  return g.dequantMatmul(x, weights, scheme, options, where);
}

GraphValue dequantMatmul(GraphBuilder &g, GraphValue x, GraphValue weights, GraphValue scale,
                         ScaledFormat format, const graph::DequantMatmulScaledOptions &options,
                         SourceLocation where) {
  auto scope = g.scope("dequant_matmul", where);
  return g.dequantMatmulScaled(x, weights, scale, format, options, where);
}

// ---- normalization ----

GraphValue rmsNorm(GraphBuilder &g, GraphValue x, const NormOptions &options,
                   SourceLocation where) {
  auto scope = g.scope("rms_norm", where);
  return g.rmsNorm(
      x, {.gamma = options.gamma, .beta = options.beta, .axis = -1, .eps = options.eps}, where);
}

GraphValue residualRmsNorm(GraphBuilder &g, GraphValue x, GraphValue residual,
                           const NormOptions &options, SourceLocation where) {
  auto scope = g.scope("residual_rms_norm", where);
  return g.fusedResidualRmsNorm(
      x, residual, {.gamma = options.gamma, .beta = options.beta, .axis = -1, .eps = options.eps},
      where);
}

// ---- attention and positions ----

// Reshapes [B, S, heads * headDim] to [B, S, heads, headDim].
static GraphValue splitHeads(GraphBuilder &g, GraphValue x, int64_t heads, int64_t headDim) {
  return g.reshape(x, {g.dim(x, 0), g.dim(x, 1), heads, headDim});
}

static GraphValue joinHeads(GraphBuilder &g, GraphValue x) {
  return g.reshape(x, {g.dim(x, 0), g.dim(x, 1), g.dim(x, 2) * g.dim(x, 3)});
}

// Attention of operands with separate heads.
static GraphValue attend(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v,
                         const AttentionOptions &options) {
  return g.attention(q, k, v, AttentionLayout::BSHD, options.maskKind,
                     {.mask = options.mask,
                      .window = options.window,
                      .scale = options.scale,
                      .softcap = options.softcap});
}

static GraphValue rotate(GraphBuilder &g, GraphValue x, GraphValue cos, GraphValue sin,
                         const OptionalValue &positions) {
  return g.rope(x, cos, sin, RopeStyle::Half, AttentionLayout::BSHD, {.positions = positions});
}

GraphValue attention(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v, int64_t heads,
                     int64_t kvHeads, int64_t headDim, const AttentionOptions &options,
                     SourceLocation where) {
  auto scope = g.scope("attention", where);
  return joinHeads(g,
                   attend(g, splitHeads(g, q, heads, headDim), splitHeads(g, k, kvHeads, headDim),
                          splitHeads(g, v, kvHeads, headDim), options));
}

GraphValue rope(GraphBuilder &g, GraphValue x, GraphValue cos, GraphValue sin, int64_t headDim,
                OptionalValue positions, SourceLocation where) {
  auto scope = g.scope("rope", where);
  if (headDim < 1 || (x.valid() && x.rank() == 3 && x.size(2) % headDim != 0)) {
    g.fail("rope expects a last size that is a multiple of the head size, but got " +
               std::to_string(x.size(2)) + " and " + std::to_string(headDim),
           where);
    return {};
  }
  GraphSize heads = g.dim(x, 2) / headDim;
  GraphValue split = g.reshape(x, {g.dim(x, 0), g.dim(x, 1), heads, headDim});
  return joinHeads(g, rotate(g, split, cos, sin, positions));
}

// ---- sequences ----

GraphValue depthwiseConv1dCausal(GraphBuilder &g, GraphValue x, GraphValue w, OptionalValue leftPad,
                                 SourceLocation where) {
  auto scope = g.scope("depthwise_conv1d_causal", where);
  if (w.valid() && (w.rank() != 2 || w.size(0) == kDynamicSize || w.size(1) < 1)) {
    g.fail("depthwise_conv1d_causal expects weights [C, K] of known sizes", where);
    return {};
  }
  int64_t before = leftPad ? 0 : w.size(1) - 1;
  GraphValue sequence = leftPad ? g.concat({*leftPad, x}, 1) : x;
  GraphValue channelsFirst = g.transpose(sequence, {0, 2, 1});
  GraphValue filter = g.reshape(w, {w.size(0), 1, w.size(1)});
  GraphValue y = g.conv(channelsFirst, filter, {.pads = {before, 0}, .groups = w.size(0)});
  return g.transpose(y, {0, 2, 1});
}

graph::GatedDeltaNetResults gatedDeltaNet(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v,
                                          GraphValue decay, GraphValue beta,
                                          const graph::GatedDeltaNetOptions &options,
                                          SourceLocation where) {
  auto scope = g.scope("gated_delta_net", where);
  return g.gatedDeltaNet(q, k, v, decay, beta, options, where);
}

// ---- whole layers ----

GraphValue llamaDecoderBlock(GraphBuilder &g, GraphValue x, const LlamaDecoderWeights &w,
                             GraphValue cos, GraphValue sin, const LlamaDecoderOptions &options,
                             SourceLocation where) {
  auto scope = g.scope("llama_decoder_block", where);
  GraphValue normed = rmsNorm(g, x, {.gamma = w.ln1Gamma, .beta = w.ln1Beta, .eps = options.eps});
  GraphValue q = rope(g, g.matmul(normed, w.q), cos, sin, options.headDim, options.positions);
  GraphValue k = rope(g, g.matmul(normed, w.k), cos, sin, options.headDim, options.positions);
  GraphValue attended = attention(g, q, k, g.matmul(normed, w.v), options.heads, options.kvHeads,
                                  options.headDim, options.attention);
  GraphValue h = g.add(x, g.matmul(attended, w.o));
  GraphValue normedAgain =
      rmsNorm(g, h, {.gamma = w.ln2Gamma, .beta = w.ln2Beta, .eps = options.eps});
  return g.add(h, swiGlu(g, normedAgain, w.up, w.gate, w.down));
}

// The attention of the MTP head, without its residual.
static GraphValue gatedAttention(GraphBuilder &g, GraphValue x, GraphValue cos, GraphValue sin,
                                 const Qwen35MtpWeights &w, const Qwen35MtpOptions &options) {
  auto scope = g.scope("gated_attention");
  int64_t size = options.headDim;
  GraphValue packed = splitHeads(g, g.matmul(x, w.qGate), options.heads, 2 * size);
  std::vector<GraphSize> sizes = {g.dim(packed, 0), g.dim(packed, 1), options.heads, size};
  GraphValue q = g.slice(packed, {0, 0, 0, 0}, sizes),
             gates = g.slice(packed, {0, 0, 0, size}, sizes);
  GraphValue k = splitHeads(g, g.matmul(x, w.k), options.kvHeads, size);
  GraphValue v = splitHeads(g, g.matmul(x, w.v), options.kvHeads, size);
  q = rmsNorm(g, q, {.gamma = w.qNormGamma, .beta = w.qNormBeta, .eps = options.eps});
  k = rmsNorm(g, k, {.gamma = w.kNormGamma, .beta = w.kNormBeta, .eps = options.eps});
  GraphValue attended =
      attend(g, rotate(g, q, cos, sin, std::nullopt), rotate(g, k, cos, sin, std::nullopt), v, {});
  return g.matmul(joinHeads(g, g.mul(attended, g.sigmoid(gates))), w.o);
}

GraphValue qwen35MtpHead(GraphBuilder &g, GraphValue h, GraphValue inputIds, GraphValue cos,
                         GraphValue sin, GraphValue lastTokenIndex, const Qwen35MtpWeights &w,
                         const Qwen35MtpOptions &options, SourceLocation where) {
  auto scope = g.scope("qwen35_mtp_head", where);
  auto norm = [&](GraphValue x, GraphValue gamma, const OptionalValue &beta) {
    return rmsNorm(g, x, {.gamma = gamma, .beta = beta, .eps = options.eps});
  };
  GraphValue embedded = norm(g.gather(w.embed, inputIds, 0), w.eNormGamma, w.eNormBeta);
  GraphValue x = g.matmul(g.concat({embedded, norm(h, w.hNormGamma, w.hNormBeta)}, -1), w.eh);
  GraphValue normed = norm(x, w.attnNormGamma, w.attnNormBeta);
  x = g.add(x, gatedAttention(g, normed, cos, sin, w, options));
  x = g.add(x, swiGlu(g, norm(x, w.postNormGamma, w.postNormBeta), w.up, w.gate, w.down));
  GraphValue last = g.gather(x, lastTokenIndex, 1);
  return g.matmul(norm(last, w.headNormGamma, w.headNormBeta), w.lmHead);
}

} // namespace rlx::blocks
