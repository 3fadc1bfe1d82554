// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gemma": llama's graph, with embeddings times sqrt(E) and a GELU gate. Norms in
// the file have 1 added already.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

#include <cmath>

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kGemmaModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kGemmaLayer[] = {
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

rt::Status buildGemma(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "gemma");
  DecoderForm form{.tensors = {kGemmaModel, kGemmaLayer}, .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  form.embeddingScale = std::sqrt(static_cast<double>(form.sizes.embedding));
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
