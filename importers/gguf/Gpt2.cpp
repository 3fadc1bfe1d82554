// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "gpt2": positions have learned embeddings, and nothing is rotated. Layer norms
// and biases, q, k and v in one matrix, and a feed-forward layer without a gate.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Decoder.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kGpt2Positions[] = {
    {"position_embd.weight", Size::Context, Size::Embedding},
};

} // namespace

rt::Status buildGpt2(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options) {
  const Hyperparameters parameters(model->metadata(), "gpt2");
  DecoderForm form{
      .tensors = {.model = {kModel, kModelNormBias, kHead, kGpt2Positions},
                  .layer = {kAttentionNorm, kAttentionNormBias, kFusedProjection,
                            kFusedProjectionBias, kAttentionOutput, kAttentionOutputBias,
                            kFeedForwardNorm, kFeedForwardNormBias, kUpAndDown, kUpAndDownBiases}},
      .norm = NormKind::Layer,
      .activation = Activation::GeluTanh,
      .rotation = std::nullopt};
  RLX_RETURN_IF_ERROR(readForm(parameters, *model, form));
  return buildDecoder(g, model, parameters, form, options);
}

} // namespace rlx::gguf
