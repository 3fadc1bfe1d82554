// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gemma 1 to 3 without pictures. Norms of the files lack the 1 that GGUF has in them.
#include <cmath>

#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr TensorRow kPostNormTensors[] = {
    {"input_layernorm", "attn_norm"},
    {"post_attention_layernorm", "post_attention_norm"},
    {"pre_feedforward_layernorm", "ffn_norm"},
    {"post_feedforward_layernorm", "post_ffw_norm"},
};
constexpr KeyRow kCapKeys[] = {
    {"attn_logit_softcapping", "attn_logit_softcapping"},
    {"final_logit_softcapping", "final_logit_softcapping"},
};

// Scores are divided by the root of query_pre_attn_scalar. Null is no cap, but a missing key is the
// default.
rt::Status translateGemma2(Translation &t) {
  RLX_ASSIGN_OR_RETURN(const double scalar, t.config.number("query_pre_attn_scalar", 256));
  if (!(scalar > 0))
    return rt::invalidArgument(t.config.shown("query_pre_attn_scalar") + " is not positive");
  t.add("attention.scale", 1 / std::sqrt(scalar));
  for (const KeyRow &cap : kCapKeys)
    if (t.config.has(cap.keys) && t.config.find(cap.keys).isNull())
      t.add(cap.name, 0.0);
  return rt::okStatus();
}

rt::Status translateGemma3(Translation &t) {
  if (!t.config.find("attn_logit_softcapping").isNull())
    return rt::unsupported(t.config.shown("attn_logit_softcapping") +
                           " is not null, which Gemma 3 does not have");
  return translateGemma2(t);
}

} // namespace

std::vector<Family> gemmaFamilies() {
  Family gemma{.className = "GemmaForCausalLM",
               .architecture = "gemma",
               .keys = {kSizeKeys, kRmsNormKeys},
               // Old files say "gelu" and mean the other one, which transformers takes for it.
               .expected = {{"hidden_activation", "gelu_pytorch_tanh"},
                            {"hidden_act", "gelu|gelu_pytorch_tanh"},
                            {"use_bidirectional_attention", "false"}},
               .model = {kModelTensors},
               .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kGatedTensors},
               .ignored = {kFrequencies},
               .forms = {.normsLackOne = true},
               .isTied = true};
  Family gemma2 = gemma;
  gemma2.className = "Gemma2ForCausalLM";
  gemma2.architecture = "gemma2";
  gemma2.keys.push_back(kCapKeys);
  gemma2.layer.front() = kPostNormTensors;
  gemma2.window = 4096;
  gemma2.translate = translateGemma2;

  Family gemma3 = gemma2;
  gemma3.className = "Gemma3ForCausalLM";
  gemma3.architecture = "gemma3";
  gemma3.keys.back() = KeyGroup(kCapKeys).subspan(1); // of scores there is none
  gemma3.layer.push_back(kHeadNormTensors);
  gemma3.ropeBase = 1e6;
  gemma3.translate = translateGemma3;
  return {gemma, gemma2, gemma3};
}

} // namespace rlx::huggingface
