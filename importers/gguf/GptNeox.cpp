// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gptneox": GPT-NeoX and Pythia. Attention and the feed-forward layer read the
// same rows, as a rule. Layer norms and biases, q, k and v in one matrix, and a feed-forward layer
// without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"

namespace rlx::gguf {
namespace {

using enum Size;

constexpr TensorRow kGptNeoxModel[] = {
    {"token_embd.weight", Vocabulary, Embedding},
    {"output_norm.weight", Embedding},
    {"output_norm.bias", Embedding, None, kOptional},
    {"output.weight", Vocabulary, Embedding, kOptional}, // else that of the tokens
};
constexpr TensorRow kGptNeoxLayer[] = {
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

rt::Status buildGptNeox(GraphBuilder &g, const ModelPointer &model) {
  const Hyperparameters parameters(model->metadata(), "gptneox");
  DecoderForm form{.tensors = {kGptNeoxModel, kGptNeoxLayer},
                   .norm = NormKind::Layer,
                   .activation = Activation::Gelu};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  RLX_ASSIGN_OR_RETURN(const bool isParallel, parameters.boolean("use_parallel_residual", true));
  if (isParallel)
    form.feedForwardInput = FeedForwardInput::Attention;
  return buildDecoder(g, model, parameters, form);
}

} // namespace rlx::gguf
