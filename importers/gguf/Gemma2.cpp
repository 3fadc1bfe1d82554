// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gemma2": gemma's graph, with norms behind attention and the feed-forward layer,
// caps of scores and logits, and windows in every second layer.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

#include <cmath>

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kGemma2Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kGemma2Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_output.weight", Embedding, Queries},
    {"post_attention_norm.weight", Embedding},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
    {"post_ffw_norm.weight", Embedding},
};

// Of the 27B model.
constexpr int64_t kGemma2LargestLayers = 46;

} // namespace

rt::Status buildGemma2(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "gemma2");
  DecoderForm form{.tensors = {kGemma2Model, kGemma2Layer}, .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form, {.size = 4096, .period = 2}));
  RLX_ASSIGN_OR_RETURN(form.scoreCap, readCap(parameters, "attn_logit_softcapping", 50));
  RLX_ASSIGN_OR_RETURN(form.logitCap, readCap(parameters, "final_logit_softcapping", 30));
  const DecoderSizes &sizes = form.sizes;
  form.embeddingScale = std::sqrt(static_cast<double>(sizes.embedding));
  // Files do not say it: heads of the 27B model have another size than embedding / heads.
  if (sizes.layers == kGemma2LargestLayers && !form.attentionScale)
    form.attentionScale =
        std::sqrt(static_cast<double>(sizes.heads) / static_cast<double>(sizes.embedding));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
