// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of models, one function per block. A block puts its name into the locations of its ops,
// and nested blocks nest their names. For example, an error reads "model.cpp:12:7 in
// llama_decoder_block/attention: …", and profiles show the same. Errors are the builder's, as
// everywhere.
//
// A weight matrix w for x [.., K] has the shape [K, N]. Blocks use composite ops where there are
// some, and otherwise ops that the compiler fuses; both run alike.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHBLOCKS_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHBLOCKS_H

#include "dialects/rlx/builder/GraphHelpers.h"

namespace rlx::blocks {

using SourceLocation = GraphBuilder::SourceLocation;
using OptionalValue = std::optional<GraphValue>;

// ---- layers

struct LinearOptions {
  OptionalValue bias = std::nullopt;
  FusedActivation activation = FusedActivation::None;
};
/// activation(x w + bias), as separate ops, which the compiler may fuse.
GraphValue linear(GraphBuilder &g, GraphValue x, GraphValue w, const LinearOptions &options = {},
                  SourceLocation where = SourceLocation::current());
/// activation(x w + bias), as one op.
GraphValue linearFused(GraphBuilder &g, GraphValue x, GraphValue w,
                       const LinearOptions &options = {},
                       SourceLocation where = SourceLocation::current());
/// The two matmuls x w1 and x w2.
std::array<GraphValue, 2> sharedLinearPair(GraphBuilder &g, GraphValue x, GraphValue w1,
                                           GraphValue w2,
                                           SourceLocation where = SourceLocation::current());
/// The SwiGLU feed-forward layer, (silu(x gate) * (x up)) down. See Shazeer, "GLU Variants Improve
/// Transformer" (2020).
GraphValue swiGlu(GraphBuilder &g, GraphValue x, GraphValue up, GraphValue gate, GraphValue down,
                  SourceLocation where = SourceLocation::current());
/// x times block-quantized weights (GGUF), which stay packed.
GraphValue dequantMatmul(GraphBuilder &g, GraphValue x, GraphValue weights, BlockScheme scheme,
                         const graph::DequantMatmulOptions &options = {},
                         SourceLocation where = SourceLocation::current());
/// x times weights of 4 or 8 bits with separate scales.
GraphValue dequantMatmul(GraphBuilder &g, GraphValue x, GraphValue weights, GraphValue scale,
                         ScaledFormat format, const graph::DequantMatmulScaledOptions &options = {},
                         SourceLocation where = SourceLocation::current());

// ---- normalization

struct NormOptions {
  OptionalValue gamma = std::nullopt;
  OptionalValue beta = std::nullopt;
  double eps = 1e-5;
};
/// RMS norm over the last axis.
GraphValue rmsNorm(GraphBuilder &g, GraphValue x, const NormOptions &options = {},
                   SourceLocation where = SourceLocation::current());
/// RMS norm of x + residual over the last axis.
GraphValue residualRmsNorm(GraphBuilder &g, GraphValue x, GraphValue residual,
                           const NormOptions &options = {},
                           SourceLocation where = SourceLocation::current());

// ---- attention and positions

struct AttentionOptions {
  AttentionMask maskKind = AttentionMask::Causal;
  OptionalValue mask = std::nullopt; // for Custom and Bias
  std::optional<int64_t> window = std::nullopt;
  std::optional<double> scale = std::nullopt;
  std::optional<double> softcap = std::nullopt;
};
/// Attention of q [B, S, heads * headDim] to k and v [B, S, kvHeads * headDim]; the result is like
/// q. `heads` is a multiple of `kvHeads` (grouped-query attention).
GraphValue attention(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v, int64_t heads,
                     int64_t kvHeads, int64_t headDim, const AttentionOptions &options = {},
                     SourceLocation where = SourceLocation::current());
/// Rotary position embedding of the heads of x [B, S, heads * headDim]. The elements of a rotated
/// pair are R / 2 apart (the "half" style). The angles are row s of the tables cos and sin [P, R /
/// 2] or, if given, row `positions[s]`. R may be less than headDim.
GraphValue rope(GraphBuilder &g, GraphValue x, GraphValue cos, GraphValue sin, int64_t headDim,
                OptionalValue positions = std::nullopt,
                SourceLocation where = SourceLocation::current());

// ---- sequences

/// A causal depthwise convolution: each channel of x [B, S, C] has its own filter in w [C, K],
/// which sees an element and the K - 1 before it. The elements before the sequence are `leftPad`
/// [B, K - 1, C], or zeros.
GraphValue depthwiseConv1dCausal(GraphBuilder &g, GraphValue x, GraphValue w,
                                 OptionalValue leftPad = std::nullopt,
                                 SourceLocation where = SourceLocation::current());
/// rlx.gated_delta_net: the output, and the state from which the sequence can be continued.
graph::GatedDeltaNetResults gatedDeltaNet(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v,
                                          GraphValue decay, GraphValue beta,
                                          const graph::GatedDeltaNetOptions &options = {},
                                          SourceLocation where = SourceLocation::current());

// ---- whole layers

/// The weights of llamaDecoderBlock; E is the hidden size, I that of the feed-forward layer.
struct LlamaDecoderWeights {
  GraphValue ln1Gamma;   // [E]
  GraphValue q, k, v, o; // [E, heads * headDim], twice [E, kvHeads * headDim], [heads * headDim, E]
  GraphValue ln2Gamma;   // [E]
  GraphValue gate, up, down; // [E, I], [E, I], [I, E]
  OptionalValue ln1Beta = std::nullopt, ln2Beta = std::nullopt;
};
struct LlamaDecoderOptions {
  int64_t heads;
  int64_t headDim;
  int64_t kvHeads;
  double eps = 1e-5;
  AttentionOptions attention = {};
  OptionalValue positions = std::nullopt;
};
/// A Llama decoder layer for x [B, S, E]. It computes
///   h = x + attention(rope(rms_norm(x) q), rope(rms_norm(x) k), rms_norm(x) v) o
///   result = h + swi_glu(rms_norm(h))
GraphValue llamaDecoderBlock(GraphBuilder &g, GraphValue x, const LlamaDecoderWeights &weights,
                             GraphValue cos, GraphValue sin, const LlamaDecoderOptions &options,
                             SourceLocation where = SourceLocation::current());

/// The weights of qwen35MtpHead; V is the size of the vocabulary.
struct Qwen35MtpWeights {
  GraphValue embed;                  // [V, E]
  GraphValue hNormGamma, eNormGamma; // [E]
  GraphValue eh;                     // [2 E, E]
  GraphValue attnNormGamma;          // [E]
  GraphValue qGate;                  // [E, heads * 2 headDim]: per head the query, then the gate
  GraphValue k, v;                   // [E, kvHeads * headDim]
  GraphValue qNormGamma, kNormGamma; // [headDim]
  GraphValue o;                      // [heads * headDim, E]
  GraphValue postNormGamma;          // [E]
  GraphValue gate, up, down;         // [E, I], [E, I], [I, E]
  GraphValue headNormGamma;          // [E]
  GraphValue lmHead;                 // [E, V]
  OptionalValue hNormBeta = std::nullopt, eNormBeta = std::nullopt, attnNormBeta = std::nullopt,
                qNormBeta = std::nullopt, kNormBeta = std::nullopt, postNormBeta = std::nullopt,
                headNormBeta = std::nullopt;
};
struct Qwen35MtpOptions {
  int64_t heads;
  int64_t headDim;
  int64_t kvHeads;
  double eps = 1e-6;
};
/// The multi-token prediction (MTP) head of Qwen3.5, which predicts one more token. Inputs are the
/// model's last hidden states h [B, S, E] before their norm, and the tokens that follow, inputIds
/// [B, S]. It computes
///   x = [rms_norm(embed(ids)), rms_norm(h)] eh
///   x += (sigmoid(gates) * attention) o
///   x += swi_glu(rms_norm(x))
/// with causal attention, whose queries and keys are normalized per head and rotated. The result is
/// rms_norm(x) lmHead at `lastTokenIndex` of the sequence: [B, V] for a scalar index, [B, n, V] for
/// [n].
GraphValue qwen35MtpHead(GraphBuilder &g, GraphValue h, GraphValue inputIds, GraphValue cos,
                         GraphValue sin, GraphValue lastTokenIndex, const Qwen35MtpWeights &weights,
                         const Qwen35MtpOptions &options,
                         SourceLocation where = SourceLocation::current());

} // namespace rlx::blocks

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHBLOCKS_H
