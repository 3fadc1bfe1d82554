// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gpt2": positions have learned embeddings, and nothing is rotated. Layer norms
// and biases, q, k and v in one matrix, and a feed-forward layer without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kGpt2Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"position_embd.weight", Context, Embedding},
    {"output_norm.weight", Embedding},
    {"output_norm.bias", Embedding, None, kOptional},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kGpt2Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_norm.bias", Embedding, None, kOptional},
    {"attn_qkv.weight", QueriesKeyValues, Embedding},
    {"attn_qkv.bias", QueriesKeyValues, None, kOptional},
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

rt::Status buildGpt2(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "gpt2");
  DecoderForm form{.tensors = {kGpt2Model, kGpt2Layer},
                   .norm = NormKind::Layer,
                   .activation = Activation::GeluTanh,
                   .rotation = std::nullopt};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
