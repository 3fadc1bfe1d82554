// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gemma3": gemma2's graph without caps, with norms of the heads of q and k, and
// windows in five layers of six, whose rotations have another base.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/Rope.h"

#include <cmath>

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kGemma3Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kGemma3Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_output.weight", Embedding, Queries},
    {"attn_q_norm.weight", HeadSize},
    {"attn_k_norm.weight", HeadSize},
    {"post_attention_norm.weight", Embedding},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
    {"post_ffw_norm.weight", Embedding},
};

// Of the 27B model.
constexpr int64_t kGemma3LargestLayers = 62;

} // namespace

rt::Status buildGemma3(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "gemma3");
  DecoderForm form{.tensors = {kGemma3Model, kGemma3Layer}, .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form, {.period = 6}));
  RLX_ASSIGN_OR_RETURN(form.windowBase, readRopeBase(parameters, "rope.freq_base_swa", 10000));
  RLX_ASSIGN_OR_RETURN(form.logitCap, readCap(parameters, "final_logit_softcapping", 0));
  const DecoderSizes &sizes = form.sizes;
  form.embeddingScale = std::sqrt(static_cast<double>(sizes.embedding));
  // Files do not say it: heads of the 27B model have another size than embedding / heads.
  if (sizes.layers == kGemma3LargestLayers && !form.attentionScale)
    form.attentionScale =
        std::sqrt(static_cast<double>(sizes.heads) / static_cast<double>(sizes.embedding));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
