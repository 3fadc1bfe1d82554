// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "starcoder2": layer norms and biases, and a feed-forward layer without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {

rt::Status buildStarcoder2(GraphBuilder &g, const ModelPointer &model,
                           const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "starcoder2");
  DecoderForm form{
      .tensors = {.model = {kModel, kModelNormBias, kHead},
                  .layer = {kAttentionNorm, kAttentionNormBias, kProjections, kProjectionBiases,
                            kAttentionOutput, kAttentionOutputBias, kFeedForwardNorm,
                            kFeedForwardNormBias, kUpAndDown, kUpAndDownBiases}},
      .norm = NormKind::Layer,
      .activation = Activation::GeluTanh};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
