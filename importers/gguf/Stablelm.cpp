// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "stablelm": llama's graph with layer norms, and a part of each head is rotated.
// In some models attention and the feed-forward layer read the same rows; these have no "ffn_norm".
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kStablelmNorm[] = {
    {"ffn_norm.weight", Size::Embedding, Size::None, kOptional},
    {"ffn_norm.bias", Size::Embedding, Size::None, kOptional},
};

} // namespace

rt::Status buildStablelm(GraphBuilder &g, const ModelPointer &model,
                         const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "stablelm");
  DecoderForm form{
      .tensors = {.model = {kModel, kModelNormBias, kHead},
                  .layer = {kAttentionNorm, kAttentionNormBias, kProjections, kProjectionBiases,
                            kAttentionOutput, kStablelmNorm, kGate, kUpAndDown}},
      .norm = NormKind::Layer,
      .feedForwardInput = FeedForwardInput::ByNorm};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
