// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "phi2": Phi 1 to 2. Attention and the feed-forward layer read the same rows,
// which a layer norm gives. A part of each head is rotated.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kPhi2Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},     {"output_norm.weight", Embedding},
    {"output_norm.bias", Embedding, None, kOptional}, {"output.weight", Vocabulary, Embedding},
    {"output.bias", Vocabulary, None, kOptional},
};
constexpr TensorRow kPhi2Fused[] = {
    {"attn_norm.weight", Embedding},
    {"attn_norm.bias", Embedding, None, kOptional},
    {"attn_qkv.weight", QueriesKeyValues, Embedding},
    {"attn_qkv.bias", QueriesKeyValues, None, kOptional},
    {"attn_output.weight", Embedding, Queries},
    {"attn_output.bias", Embedding, None, kOptional},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_up.bias", FeedForward, None, kOptional},
    {"ffn_down.weight", Embedding, FeedForward},
    {"ffn_down.bias", Embedding, None, kOptional},
};
// Files of later versions of the model.
constexpr TensorRow kPhi2Layer[] = {
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
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_up.bias", FeedForward, None, kOptional},
    {"ffn_down.weight", Embedding, FeedForward},
    {"ffn_down.bias", Embedding, None, kOptional},
};

} // namespace

rt::Status buildPhi2(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "phi2");
  const bool isFused = model->find("blk.0.attn_qkv.weight");
  DecoderForm form{
      .tensors = {kPhi2Model, isFused ? std::span<const TensorRow>(kPhi2Fused) : kPhi2Layer},
      .norm = NormKind::Layer,
      .activation = Activation::GeluTanh,
      .feedForwardInput = FeedForwardInput::Attention};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
