// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mamba and Falcon Mamba.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr KeyRow kMambaKeys[] = {
    {"vocab_size", "vocab_size"},
    {"hidden_size", "embedding_length"},
    {"num_hidden_layers", "block_count"},
    {"intermediate_size", "ssm.inner_size"},
    {"state_size", "ssm.state_size"},
    {"conv_kernel", "ssm.conv_kernel"},
    {"time_step_rank", "ssm.time_step_rank"},
    {"layer_norm_epsilon", "attention.layer_norm_rms_epsilon"},
};
constexpr KeyRow kFalconKeys[] = {
    {"mixer_rms_eps", "ssm.dt_b_c_rms_epsilon"},
};
constexpr TensorRow kMambaModelTensors[] = {
    {"embeddings", "token_embd"},
    {"norm_f", "output_norm"},
};
constexpr TensorRow kMambaTensors[] = {
    {"norm", "attn_norm"},
    {"mixer.in_proj", "ssm_in"},
    {"mixer.conv1d", "ssm_conv1d", TensorForm::Channels},
    {"mixer.x_proj", "ssm_x"},
    {"mixer.dt_proj", "ssm_dt"},
    {"mixer.A_log", "ssm_a"},
    {"mixer.D", "ssm_d"},
    {"mixer.out_proj", "ssm_out"},
};

// Texts may have any length, for which GGUF's converter writes this.
constexpr int64_t kContext = int64_t(1) << 20;

rt::Status translateMamba(Translation &t) {
  t.add("context_length", kContext);
  return rt::okStatus();
}

rt::Status translateFalcon(Translation &t) {
  t.add("ssm.dt_b_c_rms", true);
  t.add("ssm.dt_b_c_rms_epsilon", 1e-6); // the default of transformers
  return translateMamba(t);
}

} // namespace

std::vector<Family> mambaFamilies() {
  Family mamba{
      .className = "MambaForCausalLM",
      .architecture = "mamba",
      .keys = {kMambaKeys},
      .expected = {{"hidden_act", "silu|swish"}, {"use_bias", "false"}, {"use_conv_bias", "true"}},
      .base = "backbone.",
      .model = {kMambaModelTensors},
      .layer = {kMambaTensors},
      .forms = {.hasLogsOfDecays = true},
      .isTied = true,
      .rotates = false,
      .translate = translateMamba};
  Family falcon = mamba;
  falcon.className = "FalconMambaForCausalLM";
  falcon.keys.emplace_back(kFalconKeys);
  falcon.translate = translateFalcon;
  return {mamba, falcon};
}

} // namespace rlx::huggingface
