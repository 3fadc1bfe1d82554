// Blocks of models, each one function. What a block builds carries its name in its place, blocks in
// blocks one after the other: an error reads "model.cpp:12:7 in llama_decoder_block/attention: …",
// and profiles show the same. Errors are the builder's, as everywhere.
//
// A matrix w that x is multiplied with is [K, N] for x [.., K]. Composite ops are built where there
// are some, and otherwise ops which the compiler fuses; both run alike.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHBLOCKS_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHBLOCKS_H

#include "dialects/rlx/builder/GraphHelpers.h"

namespace rlx::blocks {

using Place = GraphBuilder::Place;
using OptionalValue = std::optional<GraphValue>;

// ---- layers

struct LinearOptions {
  OptionalValue bias = std::nullopt;
  FusedActivation activation = FusedActivation::None;
};
// activation(x w + bias), as ops that the compiler may fuse otherwise.
GraphValue linear(GraphBuilder &g, GraphValue x, GraphValue w, const LinearOptions &options = {},
                  Place where = Place::current());
// The same as one op.
GraphValue linearFused(GraphBuilder &g, GraphValue x, GraphValue w,
                       const LinearOptions &options = {}, Place where = Place::current());
// x w1 and x w2.
std::array<GraphValue, 2> sharedLinearPair(GraphBuilder &g, GraphValue x, GraphValue w1,
                                           GraphValue w2, Place where = Place::current());
// (silu(x gate) * (x up)) down.
GraphValue swiGlu(GraphBuilder &g, GraphValue x, GraphValue up, GraphValue gate, GraphValue down,
                  Place where = Place::current());
// x times weights in GGUF's blocks, which stay packed.
GraphValue dequantMatmul(GraphBuilder &g, GraphValue x, GraphValue weights, BlockScheme scheme,
                         Place where = Place::current());
// x times weights of 4 or 8 bits with scales beside them.
GraphValue dequantMatmul(GraphBuilder &g, GraphValue x, GraphValue weights, GraphValue scale,
                         ScaledFormat format, const graph::DequantMatmulScaledOptions &options = {},
                         Place where = Place::current());

// ---- normalisation

struct NormOptions {
  OptionalValue gamma = std::nullopt;
  OptionalValue beta = std::nullopt;
  double eps = 1e-5;
};
// Over the last axis.
GraphValue rmsNorm(GraphBuilder &g, GraphValue x, const NormOptions &options = {},
                   Place where = Place::current());
// Of x + residual.
GraphValue residualRmsNorm(GraphBuilder &g, GraphValue x, GraphValue residual,
                           const NormOptions &options = {}, Place where = Place::current());

// ---- attention and position

struct AttentionOptions {
  AttentionMask maskKind = AttentionMask::Causal;
  OptionalValue mask = std::nullopt; // for Custom and Bias
  std::optional<int64_t> window = std::nullopt;
  std::optional<double> scale = std::nullopt;
  std::optional<double> softcap = std::nullopt;
};
// Of q [B, S, heads * headDim] with k and v [B, S, kvHeads * headDim], like q. `heads` is a
// multiple of `kvHeads`.
GraphValue attention(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v, int64_t heads,
                     int64_t kvHeads, int64_t headDim, const AttentionOptions &options = {},
                     Place where = Place::current());
// Rotations of the heads of x [B, S, heads * headDim], whose pairs are half a head apart, by the
// angles of the tables [P, R / 2] at their places, or at `positions`. R may be less than headDim.
GraphValue rope(GraphBuilder &g, GraphValue x, GraphValue cos, GraphValue sin, int64_t headDim,
                OptionalValue positions = std::nullopt, Place where = Place::current());

// ---- sequences

// Each channel of x [B, S, C] with its own filter in w [C, K], which sees the element and the K - 1
// before it. What is before the sequence is `leftPad` [B, K - 1, C], or zeros.
GraphValue depthwiseConv1dCausal(GraphBuilder &g, GraphValue x, GraphValue w,
                                 OptionalValue leftPad = std::nullopt,
                                 Place where = Place::current());
// The op of that name: the output, and the state that continues the sequence.
graph::GatedDeltaNetResults gatedDeltaNet(GraphBuilder &g, GraphValue q, GraphValue k, GraphValue v,
                                          GraphValue decay, GraphValue beta,
                                          const graph::GatedDeltaNetOptions &options = {},
                                          Place where = Place::current());

// ---- whole layers

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
// h = x + attention(rope(rms_norm(x) q), rope(rms_norm(x) k), rms_norm(x) v) o, and then
// h + swi_glu(rms_norm(h)), for x [B, S, E].
GraphValue llamaDecoderBlock(GraphBuilder &g, GraphValue x, const LlamaDecoderWeights &weights,
                             GraphValue cos, GraphValue sin, const LlamaDecoderOptions &options,
                             Place where = Place::current());

struct Qwen35MtpWeights {
  GraphValue embed;                  // [V, E]
  GraphValue hNormGamma, eNormGamma; // [E]
  GraphValue eh;                     // [2 E, E]
  GraphValue attnNormGamma;          // [E]
  GraphValue qGate;                  // [E, heads * 2 headDim]: a head's query, then its gate
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
// The head that predicts a token more (multi-token prediction). For the model's last hidden values
// h [B, S, E] before their norm and the tokens that follow, inputIds [B, S]:
// x = [rms_norm(embed(ids)), rms_norm(h)] eh; x += (sigmoid(gates) * attention) o with causal
// attention of rotated queries and keys that are normalised head by head; x +=
// swi_glu(rms_norm(x)). The result is rms_norm(x) lmHead at `lastTokenIndex` of the sequence: [B,
// V] for a scalar index, [B, n, V] for [n].
GraphValue qwen35MtpHead(GraphBuilder &g, GraphValue h, GraphValue inputIds, GraphValue cos,
                         GraphValue sin, GraphValue lastTokenIndex, const Qwen35MtpWeights &weights,
                         const Qwen35MtpOptions &options, Place where = Place::current());

} // namespace rlx::blocks

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHBLOCKS_H
