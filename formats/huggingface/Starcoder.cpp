// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StarCoder 2.
#include "formats/huggingface/Tables.h"

namespace rlx::huggingface {
namespace {

constexpr KeyRow kStarcoderKeys[] = {
    {"norm_epsilon", "attention.layer_norm_epsilon"},
};
constexpr TensorRow kStarcoderTensors[] = {
    {"mlp.c_fc", "ffn_up"},
    {"mlp.c_proj", "ffn_down"},
};

} // namespace

std::vector<Family> starcoderFamilies() {
  return {{.className = "Starcoder2ForCausalLM",
           .architecture = "starcoder2",
           .keys = {kSizeKeys, kStarcoderKeys},
           .expected = {{"hidden_act", "gelu_pytorch_tanh"}},
           .model = {kModelTensors},
           .layer = {kNormTensors, kProjectionTensors, kAttentionOutputTensor, kStarcoderTensors},
           .ignored = {kFrequencies},
           .isTied = true}};
}

} // namespace rlx::huggingface
