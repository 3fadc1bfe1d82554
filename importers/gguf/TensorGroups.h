// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that architectures share, in groups. The table of an architecture is a list of groups,
// and its own rows for what it alone has.
#ifndef RLX_IMPORTERS_GGUF_TENSORGROUPS_H
#define RLX_IMPORTERS_GGUF_TENSORGROUPS_H

#include "importers/gguf/TensorTable.h"

namespace rlx::gguf {

// ---- once in a file

constexpr TensorRow kModel[] = {
    {"token_embd.weight", Size::Vocabulary, Size::Embedding},
    {"output_norm.weight", Size::Embedding},
};
constexpr TensorRow kHead[] = {
    // else that of the tokens
    {"output.weight", Size::Vocabulary, Size::Embedding, kOptional},
};
constexpr TensorRow kModelNormBias[] = {
    {"output_norm.bias", Size::Embedding, Size::None, kOptional},
};
constexpr TensorRow kRopeDivisors[] = {
    {"rope_freqs.weight", Size::Pairs, Size::None, kOptional},
};

// ---- in each layer: norms

constexpr TensorRow kAttentionNorm[] = {
    {"attn_norm.weight", Size::Embedding},
};
constexpr TensorRow kAttentionNormBias[] = {
    {"attn_norm.bias", Size::Embedding, Size::None, kOptional},
};
constexpr TensorRow kFeedForwardNorm[] = {
    {"ffn_norm.weight", Size::Embedding},
};
constexpr TensorRow kFeedForwardNormBias[] = {
    {"ffn_norm.bias", Size::Embedding, Size::None, kOptional},
};
// Behind attention and the feed-forward layer.
constexpr TensorRow kPostNorms[] = {
    {"post_attention_norm.weight", Size::Embedding},
    {"post_ffw_norm.weight", Size::Embedding},
};
// Of queries and keys, a head at a time.
constexpr TensorRow kHeadNorms[] = {
    {"attn_q_norm.weight", Size::HeadSize},
    {"attn_k_norm.weight", Size::HeadSize},
};

// ---- in each layer: attention

constexpr TensorRow kProjections[] = {
    {"attn_q.weight", Size::Queries, Size::Embedding},
    {"attn_k.weight", Size::KeyValues, Size::Embedding},
    {"attn_v.weight", Size::KeyValues, Size::Embedding},
};
constexpr TensorRow kProjectionBiases[] = {
    {"attn_q.bias", Size::Queries, Size::None, kOptional},
    {"attn_k.bias", Size::KeyValues, Size::None, kOptional},
    {"attn_v.bias", Size::KeyValues, Size::None, kOptional},
};
constexpr TensorRow kFusedProjection[] = {
    {"attn_qkv.weight", Size::QueriesKeyValues, Size::Embedding},
};
constexpr TensorRow kFusedProjectionBias[] = {
    {"attn_qkv.bias", Size::QueriesKeyValues, Size::None, kOptional},
};
constexpr TensorRow kAttentionOutput[] = {
    {"attn_output.weight", Size::Embedding, Size::Queries},
};
constexpr TensorRow kAttentionOutputBias[] = {
    {"attn_output.bias", Size::Embedding, Size::None, kOptional},
};

// ---- in each layer: the feed-forward layer

constexpr TensorRow kGate[] = {
    {"ffn_gate.weight", Size::FeedForward, Size::Embedding},
};
constexpr TensorRow kGateBias[] = {
    {"ffn_gate.bias", Size::FeedForward, Size::None, kOptional},
};
constexpr TensorRow kUpAndDown[] = {
    {"ffn_up.weight", Size::FeedForward, Size::Embedding},
    {"ffn_down.weight", Size::Embedding, Size::FeedForward},
};
constexpr TensorRow kUpAndDownBiases[] = {
    {"ffn_up.bias", Size::FeedForward, Size::None, kOptional},
    {"ffn_down.bias", Size::Embedding, Size::None, kOptional},
};
constexpr TensorRow kExperts[] = {
    {"ffn_gate_inp.weight", Size::Experts, Size::Embedding},
    {"ffn_gate_exps.weight", Size::ExpertFeedForward, Size::Embedding, !kOptional, kPerExpert},
    {"ffn_up_exps.weight", Size::ExpertFeedForward, Size::Embedding, !kOptional, kPerExpert},
    {"ffn_down_exps.weight", Size::Embedding, Size::ExpertFeedForward, !kOptional, kPerExpert},
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_TENSORGROUPS_H
