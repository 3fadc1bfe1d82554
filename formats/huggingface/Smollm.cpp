// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SmolLM3. SmolLM 1 and 2 are Llama.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr int64_t kPeriod = 4; // of GGUF's architecture: of 4 layers the last one rotates nothing

rt::Status translateSmollm3(Translation &t) {
  const json::JsonValue layers = t.config.find("no_rope_layers");
  int64_t index = 0;
  for (const json::JsonValue &each : layers.elements())
    if (each.integer() != int64_t(index++ % kPeriod != kPeriod - 1))
      return rt::unsupported(t.config.shown("no_rope_layers") +
                             " is another pattern than 1, 1, 1, 0, which alone is supported");
  RLX_ASSIGN_OR_RETURN(const int64_t interval, t.config.integer("no_rope_layer_interval", kPeriod));
  if (layers.isNull() && interval != kPeriod)
    return rt::unsupported(t.config.shown("no_rope_layer_interval") + " is not 4");
  return rt::okStatus();
}

} // namespace

std::vector<Family> smollmFamilies() {
  return {{.className = "SmolLM3ForCausalLM",
           .architecture = "smollm3",
           .keys = {kSizeKeys, kRmsNormKeys},
           .expected = {{"hidden_act", "silu|swish"}},
           .model = {kModelTensors},
           .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kGatedTensors},
           .ignored = {kFrequencies},
           .forms = {.rotatesHalves = true},
           .isTied = true,
           .windows = WindowUse::IfWanted,
           .ropeBase = 2e6,
           .translate = translateSmollm3}};
}

} // namespace rlx::huggingface
