// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Llama 1 to 3, Mistral, and others of the same graph.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {

std::vector<Family> llamaFamilies() {
  Family llama{.className = "LlamaForCausalLM",
               .architecture = "llama",
               .keys = {kSizeKeys, kRmsNormKeys},
               .expected = {{"hidden_act", "silu|swish"}},
               .model = {kModelTensors},
               .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kGatedTensors},
               .ignored = {kFrequencies},
               .forms = {.rotatesHalves = true}};
  Family mistral = llama;
  mistral.className = "MistralForCausalLM";
  mistral.window = 4096;
  return {llama, mistral};
}

} // namespace rlx::huggingface
