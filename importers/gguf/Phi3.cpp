// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "phi3": Phi 3 and 4. Llama's graph, with q, k and v in one matrix, gate and up
// in another, and LongRoPE.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kPhi3Model[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
    {"rope_factors_long.weight", Pairs, None, kOptional},
    {"rope_factors_short.weight", Pairs, None, kOptional},
};
constexpr TensorRow kPhi3Layer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_qkv.weight", QueriesKeyValues, Embedding},
    {"attn_output.weight", Embedding, Queries},
    {"ffn_norm.weight", Embedding},
    {"ffn_up.weight", GateAndUp, Embedding},
    {"ffn_down.weight", Embedding, FeedForward},
};

} // namespace

rt::Status buildPhi3(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "phi3");
  DecoderForm form{.tensors = {kPhi3Model, kPhi3Layer}};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
