// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OLMo 2 and 3. Norms lie behind attention and the feed-forward layer.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr TensorRow kOlmoNormTensors[] = {
    {"post_attention_layernorm", "post_attention_norm"},
    {"post_feedforward_layernorm", "post_ffw_norm"},
};

} // namespace

std::vector<Family> olmoFamilies() {
  Family olmo2{.className = "Olmo2ForCausalLM",
               .architecture = "olmo2",
               .keys = {kSizeKeys, kRmsNormKeys},
               .expected = {{"hidden_act", "silu|swish"}},
               .model = {kModelTensors},
               .layer = {kOlmoNormTensors, kProjectionTensors, kAttentionOutputTensor,
                         kHeadNormTensors, kGatedTensors},
               .ignored = {kFrequencies}};
  Family olmo3 = olmo2;
  olmo3.className = "Olmo3ForCausalLM";
  olmo3.window = 4096;
  return {olmo2, olmo3};
}

} // namespace rlx::huggingface
