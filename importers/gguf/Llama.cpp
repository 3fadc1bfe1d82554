// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "llama": Llama 1 to 3, Mistral, Mixtral, SmolLM2 and others of the same graph.
//
// Rotated pairs are adjacent elements, since converters permute the rows of wq and wk.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kLlamaModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
    {"rope_freqs.weight", Pairs, None, kOptional},
};
constexpr TensorRow kLlamaLayer[] = {
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
// Mixtral.
constexpr TensorRow kMixtralLayer[] = {
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
    {"ffn_gate_inp.weight", Experts, Embedding},
    {"ffn_gate_exps.weight", ExpertFeedForward, Embedding, !kOptional, kPerExpert},
    {"ffn_up_exps.weight", ExpertFeedForward, Embedding, !kOptional, kPerExpert},
    {"ffn_down_exps.weight", Embedding, ExpertFeedForward, !kOptional, kPerExpert},
};

} // namespace

rt::Status buildLlama(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "llama");
  DecoderForm form{.tensors = {kLlamaModel, kLlamaLayer},
                   .rotation = RopeStyle::Interleaved,
                   .takesExperts = true};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  if (form.sizes.experts > 0)
    form.tensors.layer = kMixtralLayer;
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
