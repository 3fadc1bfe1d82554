// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "qwen2moe": qwen2's graph, with a mixture of experts and one that all rows take.
// The weights of a row's experts are their probabilities among all.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kQwen2MoeModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kQwen2MoeLayer[] = {
    {"attn_norm.weight", Embedding},
    {"attn_q.weight", Queries, Embedding},
    {"attn_q.bias", Queries, None, kOptional},
    {"attn_k.weight", KeyValues, Embedding},
    {"attn_k.bias", KeyValues, None, kOptional},
    {"attn_v.weight", KeyValues, Embedding},
    {"attn_v.bias", KeyValues, None, kOptional},
    {"attn_output.weight", Embedding, Queries},
    {"ffn_norm.weight", Embedding},
    {"ffn_gate_inp.weight", Experts, Embedding},
    {"ffn_gate_exps.weight", ExpertFeedForward, Embedding, !kOptional, kPerExpert},
    {"ffn_up_exps.weight", ExpertFeedForward, Embedding, !kOptional, kPerExpert},
    {"ffn_down_exps.weight", Embedding, ExpertFeedForward, !kOptional, kPerExpert},
    {"ffn_gate_inp_shexp.weight", Embedding},
    {"ffn_gate_shexp.weight", SharedFeedForward, Embedding},
    {"ffn_up_shexp.weight", SharedFeedForward, Embedding},
    {"ffn_down_shexp.weight", Embedding, SharedFeedForward},
};

} // namespace

rt::Status buildQwen2Moe(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "qwen2moe");
  DecoderForm form{.tensors = {kQwen2MoeModel, kQwen2MoeLayer},
                   .takesExperts = true,
                   .normalizesExperts = false};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
