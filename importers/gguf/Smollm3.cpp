// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "smollm3": llama's graph, whose every fourth layer rotates nothing.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kSmollm3Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kSmollm3Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_output.weight", Embedding, Queries},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate.weight", FeedForward, Embedding},
    {"ffn_up.weight", FeedForward, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
};

} // namespace

rt::Status buildSmollm3(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "smollm3");
  DecoderForm form{.tensors = {kSmollm3Model, kSmollm3Layer},
                   .rotation = RopeStyle::Interleaved,
                   .rotatedPeriod = 4};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
