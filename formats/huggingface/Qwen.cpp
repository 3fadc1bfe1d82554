// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Qwen 1.5 to 3, and their mixtures of experts.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr KeyRow kExpertKeys[] = {
    {"num_experts|num_local_experts", "expert_count"},
    {"num_experts_per_tok", "expert_used_count"},
    {"moe_intermediate_size", "expert_feed_forward_length"},
};
constexpr KeyRow kSharedExpertKeys[] = {
    {"shared_expert_intermediate_size", "expert_shared_feed_forward_length"},
};
constexpr TensorRow kExpertTensors[] = {
    {"mlp.gate", "ffn_gate_inp"},
    {"mlp.experts.{}.gate_proj", "ffn_gate_exps"},
    {"mlp.experts.{}.up_proj", "ffn_up_exps"},
    {"mlp.experts.{}.down_proj", "ffn_down_exps"},
};
constexpr TensorRow kSharedExpertTensors[] = {
    {"mlp.shared_expert_gate", "ffn_gate_inp_shexp", TensorForm::Row},
    {"mlp.shared_expert.gate_proj", "ffn_gate_shexp"},
    {"mlp.shared_expert.up_proj", "ffn_up_shexp"},
    {"mlp.shared_expert.down_proj", "ffn_down_shexp"},
};

// GGUF's architectures have defaults of their own for a missing key.
rt::Status translateExperts(Translation &t) {
  RLX_ASSIGN_OR_RETURN(const bool isNormalized, t.config.boolean("norm_topk_prob", false));
  t.add("expert_weights_norm", isNormalized);
  return rt::okStatus();
}

} // namespace

std::vector<Family> qwenFamilies() {
  Family qwen2{.className = "Qwen2ForCausalLM",
               .architecture = "qwen2",
               .keys = {kSizeKeys, kRmsNormKeys},
               .expected = {{"hidden_act", "silu|swish"}},
               .model = {kModelTensors},
               .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kGatedTensors},
               .ignored = {kFrequencies},
               .windows = WindowUse::IfWanted};
  Family qwen3 = qwen2;
  qwen3.className = "Qwen3ForCausalLM";
  qwen3.architecture = "qwen3";
  qwen3.layer.push_back(kHeadNormTensors);

  Family qwen2Moe = qwen2;
  qwen2Moe.className = "Qwen2MoeForCausalLM";
  qwen2Moe.architecture = "qwen2moe";
  qwen2Moe.keys.insert(qwen2Moe.keys.end(), {kExpertKeys, kSharedExpertKeys});
  qwen2Moe.expected.insert(qwen2Moe.expected.end(),
                           {{"decoder_sparse_step", "1"}, {"mlp_only_layers", "[]"}});
  qwen2Moe.layer.back() = kExpertTensors;
  qwen2Moe.layer.push_back(kSharedExpertTensors);
  qwen2Moe.translate = translateExperts;

  Family qwen3Moe = qwen3;
  qwen3Moe.className = "Qwen3MoeForCausalLM";
  qwen3Moe.architecture = "qwen3moe";
  qwen3Moe.keys.push_back(kExpertKeys);
  qwen3Moe.expected = qwen2Moe.expected;
  qwen3Moe.layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kHeadNormTensors,
                    kExpertTensors};
  qwen3Moe.translate = translateExperts;
  return {qwen2, qwen3, qwen2Moe, qwen3Moe};
}

} // namespace rlx::huggingface
