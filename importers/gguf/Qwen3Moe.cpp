// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen3moe": qwen3's graph, with a mixture of experts.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kQwen3MoeModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kQwen3MoeLayer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_output.weight", Embedding, Queries},
    {"attn_q_norm.weight", HeadSize},
    {"attn_k_norm.weight", HeadSize},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate_inp.weight", Experts, Embedding},
    {"ffn_gate_exps.weight", ExpertFeedForward, Embedding, !kOptional, kPerExpert},
    {"ffn_up_exps.weight", ExpertFeedForward, Embedding, !kOptional, kPerExpert},
    {"ffn_down_exps.weight", Embedding, ExpertFeedForward, !kOptional, kPerExpert},
};

} // namespace

rt::Status buildQwen3Moe(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "qwen3moe");
  DecoderForm form{.tensors = {kQwen3MoeModel, kQwen3MoeLayer}, .takesExperts = true};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
