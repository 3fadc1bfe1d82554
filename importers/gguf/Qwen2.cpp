// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen2": Qwen 1.5, 2 and 2.5. Llama's graph, with biases of q, k and v.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kQwen2Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kQwen2Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_q.bias", Queries, None, kOptional},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_k.bias", KeyValues, None, kOptional},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_v.bias", KeyValues, None, kOptional},
    {"attn_output.weight", Embedding, Queries},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
};

} // namespace

rt::Status buildQwen2(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "qwen2");
  DecoderForm form{.tensors = {kQwen2Model, kQwen2Layer}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
