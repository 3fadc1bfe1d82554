// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that families share. The tables of a family are lists of these groups, and of its own rows.
#ifndef RLX_FORMATS_HUGGINGFACE_TABLES_H
#define RLX_FORMATS_HUGGINGFACE_TABLES_H

#include "formats/huggingface/Family.h"

namespace rlx::huggingface {

// ---- keys of config.json

constexpr KeyRow kSizeKeys[] = {
    {"vocab_size", "vocab_size"},
    {"max_position_embeddings", "context_length"},
    {"hidden_size", "embedding_length"},
    {"num_hidden_layers", "block_count"},
    {"intermediate_size", "feed_forward_length"},
    {"num_attention_heads", "attention.head_count"},
    {"num_key_value_heads", "attention.head_count_kv"},
    {"head_dim", "attention.key_length"},
    {"head_dim", "attention.value_length"},
};
constexpr KeyRow kRmsNormKeys[] = {
    {"rms_norm_eps", "attention.layer_norm_rms_epsilon"},
};
constexpr KeyRow kLayerNormKeys[] = {
    {"layer_norm_eps", "attention.layer_norm_epsilon"},
};

// ---- tensors

constexpr TensorRow kModelTensors[] = {
    {"embed_tokens", "token_embd"},
    {"norm", "output_norm"},
};
constexpr TensorRow kProjectionTensors[] = {
    {"self_attn.q_proj", "attn_q"},
    {"self_attn.k_proj", "attn_k"},
    {"self_attn.v_proj", "attn_v"},
};
constexpr TensorRow kAttentionOutputTensor[] = {
    {"self_attn.o_proj", "attn_output"},
};
constexpr TensorRow kHeadNormTensors[] = {
    {"self_attn.q_norm", "attn_q_norm"},
    {"self_attn.k_norm", "attn_k_norm"},
};
// Before attention, and before the feed-forward layer.
constexpr TensorRow kNormTensors[] = {
    {"input_layernorm", "attn_norm"},
    {"post_attention_layernorm", "ffn_norm"},
};
constexpr TensorRow kGatedTensors[] = {
    {"mlp.gate_proj", "ffn_gate"},
    {"mlp.up_proj", "ffn_up"},
    {"mlp.down_proj", "ffn_down"},
};

// Old files have them.
constexpr std::string_view kFrequencies = "rotary_emb.inv_freq";

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_TABLES_H
