// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "starcoder2": layer norms and biases, and a feed-forward layer without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kStarcoder2Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output_norm.bias", Embedding, None, kOptional},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kStarcoder2Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_norm.bias", Embedding, None, kOptional},
    {"attn_q.weight", Queries, Embedding},
    {"attn_q.bias", Queries, None, kOptional},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_k.bias", KeyValues, None, kOptional},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_v.bias", KeyValues, None, kOptional},
    {"attn_output.weight", Embedding, Queries},
    {"attn_output.bias", Embedding, None, kOptional},
    {"ffn_norm.weight", Embedding},
    {"ffn_norm.bias", Embedding, None, kOptional},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_up.bias", FeedForward, None, kOptional},
    {"ffn_down.weight", Embedding, FeedForward},
    {"ffn_down.bias", Embedding, None, kOptional},
};

} // namespace

rt::Status buildStarcoder2(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "starcoder2");
  DecoderForm form{.tensors = {kStarcoder2Model, kStarcoder2Layer},
                   .norm = NormKind::Layer,
                   .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
