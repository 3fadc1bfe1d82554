// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StableLM 2 and its relatives.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {

std::vector<Family> stablelmFamilies() {
  return {{.className = "StableLmForCausalLM",
           .architecture = "stablelm",
           .keys = {kSizeKeys, kLayerNormKeys},
           .expected = {{"hidden_act", "silu|swish"}, {"qk_layernorm", "false"}},
           .model = {kModelTensors},
           .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kGatedTensors},
           .ignored = {kFrequencies},
           .rotatedPart = 0.25}};
}

} // namespace rlx::huggingface
