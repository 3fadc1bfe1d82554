// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixtral: Mistral with a mixture of experts.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr KeyRow kMixtralKeys[] = {
    {"num_local_experts", "expert_count"},
    {"num_experts_per_tok", "expert_used_count"},
};
constexpr TensorRow kMixtralTensors[] = {
    {"block_sparse_moe.gate", "ffn_gate_inp"},
    {"block_sparse_moe.experts.{}.w1", "ffn_gate_exps"},
    {"block_sparse_moe.experts.{}.w3", "ffn_up_exps"},
    {"block_sparse_moe.experts.{}.w2", "ffn_down_exps"},
};

} // namespace

std::vector<Family> mixtralFamilies() {
  return {{.className = "MixtralForCausalLM",
           .architecture = "llama",
           .keys = {kSizeKeys, kRmsNormKeys, kMixtralKeys},
           .expected = {{"hidden_act", "silu|swish"}},
           .model = {kModelTensors},
           .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kMixtralTensors},
           .ignored = {kFrequencies},
           .forms = {.rotatesHalves = true},
           .ropeBase = 1e6}};
}

} // namespace rlx::huggingface
