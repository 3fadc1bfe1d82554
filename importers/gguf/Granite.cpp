// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "granite": llama's graph, with scales of embeddings, scores, residuals and
// logits. Rotated pairs are adjacent elements, as in llama.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kGraniteModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
    {"rope_freqs.weight", Pairs, None, kOptional},
};
constexpr TensorRow kGraniteLayer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_q.bias", Queries, None, kOptional},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_k.bias", KeyValues, None, kOptional},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_v.bias", KeyValues, None, kOptional},
    {"attn_output.weight", Embedding, Queries},
    {"attn_output.bias", Embedding, None, kOptional},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_gate.bias", FeedForward, None, kOptional},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_up.bias", FeedForward, None, kOptional},
    {"ffn_down.weight", Embedding, FeedForward},
    {"ffn_down.bias", Embedding, None, kOptional},
};

} // namespace

rt::Status buildGranite(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "granite");
  DecoderForm form{.tensors = {kGraniteModel, kGraniteLayer}, .rotation = RopeStyle::Interleaved};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  RLX_ASSIGN_OR_RETURN(form.embeddingScale, readScale(parameters, "embedding_scale"));
  RLX_ASSIGN_OR_RETURN(form.residualScale, readScale(parameters, "residual_scale"));
  RLX_ASSIGN_OR_RETURN(const double divisor, readScale(parameters, "logit_scale"));
  form.logitScale = 1 / divisor;
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
