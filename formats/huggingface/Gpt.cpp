// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPT-2, and GPT-NeoX with Pythia.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr KeyRow kGpt2Keys[] = {
    {"vocab_size", "vocab_size"},
    {"n_positions|n_ctx", "context_length"},
    {"n_embd", "embedding_length"},
    {"n_layer", "block_count"},
    {"n_inner", "feed_forward_length"},
    {"n_head", "attention.head_count"},
    {"layer_norm_epsilon", "attention.layer_norm_epsilon"},
};
constexpr TensorRow kGpt2ModelTensors[] = {
    {"wte", "token_embd"},
    {"wpe", "position_embd"},
    {"ln_f", "output_norm"},
};
constexpr TensorRow kGpt2Tensors[] = {
    {"ln_1", "attn_norm"},
    {"attn.c_attn", "attn_qkv", TensorForm::Transposed},
    {"attn.c_proj", "attn_output", TensorForm::Transposed},
    {"ln_2", "ffn_norm"},
    {"mlp.c_fc", "ffn_up", TensorForm::Transposed},
    {"mlp.c_proj", "ffn_down", TensorForm::Transposed},
};

constexpr KeyRow kNeoxKeys[] = {
    {"use_parallel_residual", "use_parallel_residual"},
};
constexpr TensorRow kNeoxModelTensors[] = {
    {"embed_in", "token_embd"},
    {"final_layer_norm", "output_norm"},
};
constexpr TensorRow kNeoxTensors[] = {
    {"input_layernorm", "attn_norm"},   {"attention.query_key_value", "attn_qkv"},
    {"attention.dense", "attn_output"}, {"post_attention_layernorm", "ffn_norm"},
    {"mlp.dense_h_to_4h", "ffn_up"},    {"mlp.dense_4h_to_h", "ffn_down"},
};

rt::Status translateGpt2(Translation &t) {
  RLX_ASSIGN_OR_RETURN(const int64_t width, t.config.integer("n_embd", 0));
  if (t.config.find("n_inner").isNull() && width > 0 && width < (int64_t(1) << 31))
    t.add("feed_forward_length", 4 * width);
  return rt::okStatus();
}

} // namespace

std::vector<Family> gptFamilies() {
  return {{.className = "GPT2LMHeadModel",
           .architecture = "gpt2",
           .keys = {kGpt2Keys},
           .expected = {{"activation_function", "gelu_new"},
                        {"scale_attn_weights", "true"},
                        {"scale_attn_by_inverse_layer_idx", "false"},
                        {"add_cross_attention", "false"}},
           .base = "transformer.",
           .layers = "h.",
           .model = {kGpt2ModelTensors},
           .layer = {kGpt2Tensors},
           .ignored = {".attn.bias", ".attn.masked_bias"},
           .isTied = true,
           .rotates = false,
           .translate = translateGpt2},
          {.className = "GPTNeoXForCausalLM",
           .architecture = "gptneox",
           .keys = {kSizeKeys, kLayerNormKeys, kNeoxKeys},
           .expected = {{"hidden_act", "gelu"}},
           .base = "gpt_neox.",
           .model = {kNeoxModelTensors},
           .layer = {kNeoxTensors},
           .head = "embed_out",
           .ignored = {kFrequencies, ".attention.bias", ".attention.masked_bias"},
           .forms = {.fusesByHead = true},
           .rotatedPart = 0.25}};
}

} // namespace rlx::huggingface
