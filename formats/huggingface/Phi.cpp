// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phi 1 to 4.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr TensorRow kPhi3Tensors[] = {
    {"self_attn.qkv_proj", "attn_qkv"},
    {"mlp.gate_up_proj", "ffn_up"},
    {"mlp.down_proj", "ffn_down"},
};
constexpr TensorRow kPhiModelTensors[] = {
    {"embed_tokens", "token_embd"},
    {"final_layernorm", "output_norm"},
};
constexpr TensorRow kPhiTensors[] = {
    {"input_layernorm", "attn_norm"},
    {"self_attn.dense", "attn_output"},
    {"mlp.fc1", "ffn_up"},
    {"mlp.fc2", "ffn_down"},
};

} // namespace

std::vector<Family> phiFamilies() {
  return {{.className = "Phi3ForCausalLM",
           .architecture = "phi3",
           .keys = {kSizeKeys, kRmsNormKeys},
           .expected = {{"hidden_act", "silu|swish"}},
           .model = {kModelTensors},
           .layer = {kNormTensors, kAttentionOutputTensor, kPhi3Tensors},
           .ignored = {kFrequencies}},
          {.className = "PhiForCausalLM",
           .architecture = "phi2",
           .keys = {kSizeKeys, kLayerNormKeys},
           .expected = {{"hidden_act", "gelu_new"}, {"qk_layernorm", "false"}},
           .model = {kPhiModelTensors},
           .layer = {kProjectionTensors, kPhiTensors},
           .ignored = {kFrequencies},
           .rotatedPart = 0.5}};
}

} // namespace rlx::huggingface
