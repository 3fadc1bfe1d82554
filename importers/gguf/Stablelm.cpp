// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "stablelm": llama's graph with layer norms, and a part of each head is rotated.
// In some models attention and the feed-forward layer read the same rows; these have no "ffn_norm".
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kStablelmModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output_norm.bias", Embedding, None, kOptional},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kStablelmLayer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_norm.bias", Embedding, None, kOptional},
    {"attn_q.weight", Queries, Embedding},
    {"attn_q.bias", Queries, None, kOptional},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_k.bias", KeyValues, None, kOptional},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_v.bias", KeyValues, None, kOptional},
    {"attn_output.weight", Embedding, Queries},
    {"ffn_norm.weight", Embedding, None, kOptional},
    {"ffn_norm.bias", Embedding, None, kOptional},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
};

} // namespace

rt::Status buildStablelm(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "stablelm");
  DecoderForm form{.tensors = {kStablelmModel, kStablelmLayer},
                   .norm = NormKind::Layer,
                   .feedForwardInput = FeedForwardInput::ByNorm};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
