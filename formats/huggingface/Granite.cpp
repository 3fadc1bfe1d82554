// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Granite 3: Llama with scales.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr KeyRow kGraniteKeys[] = {
    {"embedding_multiplier", "embedding_scale"},
    {"residual_multiplier", "residual_scale"},
    {"attention_multiplier", "attention.scale"},
    {"logits_scaling", "logit_scale"},
};

} // namespace

std::vector<Family> graniteFamilies() {
  return {{.className = "GraniteForCausalLM",
           .architecture = "granite",
           .keys = {kSizeKeys, kRmsNormKeys, kGraniteKeys},
           .expected = {{"hidden_act", "silu|swish"}},
           .model = {kModelTensors},
           .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kGatedTensors},
           .ignored = {kFrequencies},
           .forms = {.rotatesHalves = true}}};
}

} // namespace rlx::huggingface
