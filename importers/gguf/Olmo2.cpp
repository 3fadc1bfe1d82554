// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "olmo2": OLMo 2 and 3. Norms lie behind attention and the feed-forward layer,
// and those of q and k are over whole rows. OLMo 3 has windows in three layers of four, whose
// rotations are not scaled.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/Rope.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kOlmo2Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kOlmo2Layer[] = {
    {"attn_q.weight", Queries, Embedding},     {"attn_k.weight", KeyValues, Embedding},
    {"attn_v.weight", KeyValues, Embedding},   {"attn_output.weight", Embedding, Queries},
    {"attn_q_norm.weight", Queries},           {"attn_k_norm.weight", KeyValues},
    {"post_attention_norm.weight", Embedding}, {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding}, {"ffn_down.weight", Embedding, FeedForward},
    {"post_ffw_norm.weight", Embedding},
};

} // namespace

rt::Status buildOlmo2(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "olmo2");
  DecoderForm form{.tensors = {kOlmo2Model, kOlmo2Layer}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form, {.period = 4}));
  RLX_ASSIGN_OR_RETURN(const double base, readRopeBase(parameters, "rope.freq_base", 10000));
  RLX_ASSIGN_OR_RETURN(form.windowBase, readRopeBase(parameters, "rope.freq_base_swa", base));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
