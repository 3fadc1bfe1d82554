// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen3": llama's graph, with norms of the heads of q and k.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kQwen3Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kQwen3Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_output.weight", Embedding, Queries},
    {"attn_q_norm.weight", HeadSize},
    {"attn_k_norm.weight", HeadSize},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
};

} // namespace

rt::Status buildQwen3(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "qwen3");
  DecoderForm form{.tensors = {kQwen3Model, kQwen3Layer}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
